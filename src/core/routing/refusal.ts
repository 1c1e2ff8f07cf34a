// Every reason for which the switch says no or ends a call, with what the caller hears
// (domain.md §1.17). docs/refusals.md holds the same list; a test compares.

import type { Stage } from './refusal-stage.ts'

interface RefusalRow {
  readonly stage: Stage
  readonly sip_code: number
  readonly sip_reason: string
  readonly q850_cause: number
  readonly text: string
}

export const REFUSALS = {
  AUTH_UNKNOWN_IP: {
    stage: 'AUTH',
    sip_code: 403,
    sip_reason: 'Forbidden',
    q850_cause: 21,
    text: 'The call comes from an address that is on no IP list.',
  },
  AUTH_WRONG_SOURCE: {
    stage: 'AUTH',
    sip_code: 403,
    sip_reason: 'Forbidden',
    q850_cause: 21,
    text: 'The telephone may not call from this address.',
  },
  AUTH_BLOCKED: {
    stage: 'AUTH',
    sip_code: 403,
    sip_reason: 'Forbidden',
    q850_cause: 21,
    text: 'The client is blocked, closed or expired.',
  },
  RESELLER_BLOCKED: {
    stage: 'AUTH',
    sip_code: 403,
    sip_reason: 'Forbidden',
    q850_cause: 21,
    text: 'A reseller above the client is blocked, closed or expired.',
  },
  NUM_FORMAT: {
    stage: 'NUMBER',
    sip_code: 484,
    sip_reason: 'Address Incomplete',
    q850_cause: 28,
    text: 'The dialled number is not an international number.',
  },
  CLI_ANONYMOUS: {
    stage: 'NUMBER',
    sip_code: 433,
    sip_reason: 'Anonymity Disallowed',
    q850_cause: 21,
    text: 'The client must show who calls.',
  },
  CLI_REQUIRED: {
    stage: 'NUMBER',
    sip_code: 403,
    sip_reason: 'Forbidden',
    q850_cause: 21,
    text: 'The caller is not a number that the client may show.',
  },
  DST_LIST: {
    stage: 'NUMBER',
    sip_code: 403,
    sip_reason: 'Forbidden',
    q850_cause: 21,
    text: 'A number list rejects the called number.',
  },
  SRC_LIST: {
    stage: 'NUMBER',
    sip_code: 403,
    sip_reason: 'Forbidden',
    q850_cause: 21,
    text: 'A number list rejects the caller.',
  },
  LIMIT_CHANNEL_CLIENT: {
    stage: 'LIMIT',
    sip_code: 503,
    sip_reason: 'Service Unavailable',
    q850_cause: 42,
    text: 'The client has as many calls as it may have at once.',
  },
  LIMIT_CPS_CLIENT: {
    stage: 'LIMIT',
    sip_code: 503,
    sip_reason: 'Service Unavailable',
    q850_cause: 42,
    text: 'The client begins more calls per second than it may.',
  },
  LIMIT_CHANNEL_IP: {
    stage: 'LIMIT',
    sip_code: 503,
    sip_reason: 'Service Unavailable',
    q850_cause: 42,
    text: 'The row of the IP list has as many calls as it may have at once.',
  },
  LIMIT_CPS_IP: {
    stage: 'LIMIT',
    sip_code: 503,
    sip_reason: 'Service Unavailable',
    q850_cause: 42,
    text: 'The row of the IP list begins more calls per second than it may.',
  },
  LIMIT_CHANNEL_USER: {
    stage: 'LIMIT',
    sip_code: 503,
    sip_reason: 'Service Unavailable',
    q850_cause: 42,
    text: 'The telephone has as many calls as it may have at once.',
  },
  LIMIT_CHANNEL_RESELLER: {
    stage: 'LIMIT',
    sip_code: 503,
    sip_reason: 'Service Unavailable',
    q850_cause: 42,
    text: 'A reseller has as many calls as it may have at once.',
  },
  LIMIT_CPS_RESELLER: {
    stage: 'LIMIT',
    sip_code: 503,
    sip_reason: 'Service Unavailable',
    q850_cause: 42,
    text: 'A reseller begins more calls per second than it may.',
  },
  DEST_NO_RATE: {
    stage: 'RATE',
    sip_code: 404,
    sip_reason: 'Not Found',
    q850_cause: 3,
    text: 'The tariff of the client has no rate for the number.',
  },
  RESELLER_NO_RATE: {
    stage: 'RATE',
    sip_code: 404,
    sip_reason: 'Not Found',
    q850_cause: 3,
    text: 'The tariff of a reseller has no rate for the number.',
  },
  DEST_BLOCKED: {
    stage: 'RATE',
    sip_code: 403,
    sip_reason: 'Forbidden',
    q850_cause: 21,
    text: 'The destination is blocked by the rate or by the route plan.',
  },
  SELLS_BELOW_COST: {
    stage: 'RATE',
    sip_code: 503,
    sip_reason: 'Service Unavailable',
    q850_cause: 34,
    text: 'A reseller would sell the call below its own cost.',
  },
  RATE_TOO_HIGH: {
    stage: 'RATE',
    sip_code: 403,
    sip_reason: 'Forbidden',
    q850_cause: 21,
    text: 'The rate is above the highest one that the client allows.',
  },
  BALANCE_LOW: {
    stage: 'BALANCE',
    sip_code: 402,
    sip_reason: 'Payment Required',
    q850_cause: 21,
    text: 'The money of the client does not pay for the first increment.',
  },
  BALANCE_RESELLER: {
    stage: 'BALANCE',
    sip_code: 402,
    sip_reason: 'Payment Required',
    q850_cause: 21,
    text: 'The money of a reseller does not pay for the first increment.',
  },
  SPEND_LIMIT: {
    stage: 'BALANCE',
    sip_code: 402,
    sip_reason: 'Payment Required',
    q850_cause: 21,
    text: 'The client or a reseller has spent what it may spend in a day or a month.',
  },
  COST_LIMIT: {
    stage: 'BALANCE',
    sip_code: 402,
    sip_reason: 'Payment Required',
    q850_cause: 21,
    text: 'The first increment costs more than one call of the client may.',
  },
  USER_OFFLINE: {
    stage: 'ROUTE',
    sip_code: 480,
    sip_reason: 'Temporarily Unavailable',
    q850_cause: 20,
    text: 'The telephone is not registered.',
  },
  USER_BLOCKED: {
    stage: 'ROUTE',
    sip_code: 480,
    sip_reason: 'Temporarily Unavailable',
    q850_cause: 20,
    text: 'The client of the called telephone or a reseller above it is blocked or expired.',
  },
  USER_BUSY: {
    stage: 'LIMIT',
    sip_code: 486,
    sip_reason: 'Busy Here',
    q850_cause: 17,
    text: 'The called telephone has as many calls as it may have at once.',
  },
  NO_ROUTE: {
    stage: 'ROUTE',
    sip_code: 404,
    sip_reason: 'Not Found',
    q850_cause: 3,
    text: 'The route plan has no usable gateway for the number.',
  },
  NO_PROFIT: {
    stage: 'ROUTE',
    sip_code: 503,
    sip_reason: 'Service Unavailable',
    q850_cause: 34,
    text: 'Every gateway costs more than the client pays.',
  },
  LIMIT_GATEWAY: {
    stage: 'GATEWAY',
    sip_code: 503,
    sip_reason: 'Service Unavailable',
    q850_cause: 42,
    text: 'Every gateway has as many calls as it may have.',
  },
  LIMIT_CPS_GATEWAY: {
    stage: 'GATEWAY',
    sip_code: 503,
    sip_reason: 'Service Unavailable',
    q850_cause: 42,
    text: 'Every gateway begins as many calls per second as it may.',
  },
  LIMIT_SETTLEMENT: {
    stage: 'GATEWAY',
    sip_code: 503,
    sip_reason: 'Service Unavailable',
    q850_cause: 42,
    text: 'Every settlement account has as many calls as it may have.',
  },
  LIMIT_TARGET: {
    stage: 'GATEWAY',
    sip_code: 503,
    sip_reason: 'Service Unavailable',
    q850_cause: 42,
    text: 'Every target of the rule has as many calls as it may have.',
  },
  LIMIT_NUMBER: {
    stage: 'GATEWAY',
    sip_code: 503,
    sip_reason: 'Service Unavailable',
    q850_cause: 42,
    text: 'Every gateway has as many calls to the number as it may have.',
  },
  GATEWAYS_DOWN: {
    stage: 'GATEWAY',
    sip_code: 503,
    sip_reason: 'Service Unavailable',
    q850_cause: 38,
    text: 'No gateway for the number can be reached.',
  },
  BALANCE_CARRIER: {
    stage: 'BALANCE',
    sip_code: 503,
    sip_reason: 'Service Unavailable',
    q850_cause: 34,
    text: 'Every settlement account has all the debt or minutes that it allows.',
  },
  CODEC_MISMATCH: {
    stage: 'GATEWAY',
    sip_code: 488,
    sip_reason: 'Not Acceptable Here',
    q850_cause: 88,
    text: 'Client and gateways have no codec in common.',
  },
  SWITCH_UNAVAILABLE: {
    stage: 'SWITCH',
    sip_code: 503,
    sip_reason: 'Service Unavailable',
    q850_cause: 41,
    text: 'The switch cannot reach its database, so it takes no new calls.',
  },
  ALL_ROUTES_FAILED: {
    stage: 'GATEWAY',
    sip_code: 503,
    sip_reason: 'Service Unavailable',
    q850_cause: 34,
    text: 'No gateway connected the call.',
  },
  RING_TIMEOUT: {
    stage: 'GATEWAY',
    sip_code: 480,
    sip_reason: 'Temporarily Unavailable',
    q850_cause: 19,
    text: 'It rang, and nobody answered in time.',
  },
  BALANCE_END: {
    stage: 'END',
    sip_code: 200,
    sip_reason: 'OK',
    q850_cause: 31,
    text: 'The call was cut because the money ended.',
  },
  DURATION_LIMIT: {
    stage: 'END',
    sip_code: 200,
    sip_reason: 'OK',
    q850_cause: 31,
    text: 'The call was cut because it reached its longest duration.',
  },
  ACCOUNT_BLOCKED: {
    stage: 'END',
    sip_code: 200,
    sip_reason: 'OK',
    q850_cause: 31,
    text: 'The call was cut because its client or a reseller above it was blocked.',
  },
  HUNG_UP: {
    stage: 'END',
    sip_code: 200,
    sip_reason: 'OK',
    q850_cause: 31,
    text: 'The call was ended from the console.',
  },
  RTP_TIMEOUT: {
    stage: 'END',
    sip_code: 200,
    sip_reason: 'OK',
    q850_cause: 41,
    text: 'The call was cut because no media came from either side.',
  },
  CALL_LOST: {
    stage: 'END',
    sip_code: 200,
    sip_reason: 'OK',
    q850_cause: 41,
    text: 'The call vanished from the switch without an end, and was closed when last seen alive.',
  },
} as const satisfies Record<string, RefusalRow>

export type Refusal = keyof typeof REFUSALS

export const isLimit = (refusal: Refusal): boolean => refusal.startsWith('LIMIT_')

/** What the caller hears; a rule of the route plan, or a setting, may want another code. */
export function answerTo(
  refusal: Refusal,
  sip_code: number = REFUSALS[refusal].sip_code,
): { sip_code: number; sip_reason: string; q850_cause: number } {
  const { sip_code: usual_code, sip_reason, q850_cause } = REFUSALS[refusal]
  if (sip_code === usual_code) return { sip_code, sip_reason, q850_cause }
  return { sip_code, sip_reason: OTHER_REASONS[sip_code] ?? 'Call Failed', q850_cause }
}

/** Of the codes that a rule may block with (RFC 3261 §21). */
const OTHER_REASONS: Readonly<Record<number, string>> = {
  403: 'Forbidden',
  404: 'Not Found',
  480: 'Temporarily Unavailable',
  484: 'Address Incomplete',
  503: 'Service Unavailable',
  603: 'Decline',
}
