// Why a gateway cannot take a call, and why one that could is not tried. Codes are stored with the
// routing log; these are the only texts for them.

export const GATEWAY_EXCLUSIONS = {
  GATEWAY_INACTIVE: 'gateway not active',
  TUNNEL_DOWN: 'tunnel not active',
  GATEWAY_GROUP_INACTIVE: 'gateway group not active',
  TARGET_INACTIVE: 'target not active',
  TARGET_DATES: 'outside target dates',
  TARGET_CHANNEL_LIMIT: 'target channel limit reached',
  SETTLEMENT_INACTIVE: 'settlement account not active',
  SETTLEMENT_EXHAUSTED: 'settlement debt or minutes limit reached',
  PING_DOWN: 'OPTIONS ping down',
  LOCKED: 'locked',
  PROBING: 'probing, not a probe call',
  PAUSED: 'paused by Retry-After',
  TIME_WINDOW: 'outside its time window',
  CALLED_NUMBER: 'called number not accepted',
  CALLER_NUMBER: 'caller not accepted',
  NO_BUY_RATE: 'no buy rate',
  BUY_RATE_BLOCKED: 'buy rate blocked',
  BUY_RATE_ABOVE_MAX: 'buy rate above max',
  NO_COMMON_CODEC: 'no codec in common',
  CHANNEL_LIMIT: 'channel limit reached',
  CPS_LIMIT: 'CPS limit reached',
  SETTLEMENT_CHANNEL_LIMIT: 'settlement channel limit reached',
  SETTLEMENT_CPS_LIMIT: 'settlement CPS limit reached',
  CALLED_NUMBER_LIMIT: 'limit per called number reached',
  COST_ABOVE_REVENUE: 'cost above revenue',
  BELOW_MIN_MARGIN: 'below min margin',
} as const

export type GatewayExclusion = keyof typeof GATEWAY_EXCLUSIONS

export const SKIP_REASONS = {
  DUPLICATE: 'already earlier in the order',
  MAX_ATTEMPTS: 'max attempts reached',
  SETTLEMENT_DEBT_LIMIT: 'settlement debt limit reached',
} as const

export type SkipReason = keyof typeof SKIP_REASONS

/** Another version of the engine may have stored codes that we do not know. */
export const exclusionText = (code: string): string =>
  code in GATEWAY_EXCLUSIONS ? GATEWAY_EXCLUSIONS[code as GatewayExclusion] : code
