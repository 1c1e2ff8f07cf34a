// Every reason for which the switch refuses or ends a call, with the response to the caller
// docs/refusals.md holds the same list; a test compares.

import { CUTS } from './cuts.ts'

/** How far a call came before it was refused; END is a call that was cut. */
export const STAGES = [
  'AUTH',
  'NUMBER',
  'LIMIT',
  'RATE',
  'BALANCE',
  'ROUTE',
  'GATEWAY',
  'SWITCH',
  'END',
] as const
export type Stage = (typeof STAGES)[number]

interface Answer {
  readonly sip_code: number
  readonly sip_reason: string
  readonly q850_cause: number
}

interface RefusalRow extends Answer {
  readonly stage: Stage
  /** For the operator; never sent to the caller. */
  readonly text: string
}

const answer = (sip_code: number, sip_reason: string, q850_cause: number): Answer => ({
  sip_code,
  sip_reason,
  q850_cause,
})

const FORBIDDEN = answer(403, 'Forbidden', 21)
const ADDRESS_INCOMPLETE = answer(484, 'Address Incomplete', 28)
const ANONYMITY_DISALLOWED = answer(433, 'Anonymity Disallowed', 21)
const CONGESTION = answer(503, 'Service Unavailable', 42)
const NOT_FOUND = answer(404, 'Not Found', 3)
const NO_CIRCUIT = answer(503, 'Service Unavailable', 34)
const PAYMENT_REQUIRED = answer(402, 'Payment Required', 21)
const OFFLINE = answer(480, 'Temporarily Unavailable', 20)
const BUSY = answer(486, 'Busy Here', 17)
const OUT_OF_ORDER = answer(503, 'Service Unavailable', 38)
const NOT_ACCEPTABLE = answer(488, 'Not Acceptable Here', 88)
const TEMPORARY_FAILURE = answer(503, 'Service Unavailable', 41)
const NO_ANSWER = answer(480, 'Temporarily Unavailable', 19)

const row = (stage: Stage, said: Answer, text: string): RefusalRow => ({ stage, ...said, text })

export const REFUSALS = {
  AUTH_UNKNOWN_IP: row('AUTH', FORBIDDEN, 'The source IP is not in any IP list.'),
  AUTH_WRONG_SOURCE: row(
    'AUTH',
    FORBIDDEN,
    'The SIP user is not allowed to call from this IP address.',
  ),
  AUTH_BLOCKED: row('AUTH', FORBIDDEN, 'The client is blocked, closed or expired.'),
  RESELLER_BLOCKED: row(
    'AUTH',
    FORBIDDEN,
    'A reseller above the client is blocked, closed or expired.',
  ),
  FOREIGN_ROUTE: row('AUTH', FORBIDDEN, 'A Route header of the INVITE leads to another host.'),
  NUM_FORMAT: row(
    'NUMBER',
    ADDRESS_INCOMPLETE,
    'The dialled number is not an international number.',
  ),
  CLI_ANONYMOUS: row(
    'NUMBER',
    ANONYMITY_DISALLOWED,
    'Anonymous callers are not allowed for this client.',
  ),
  CLI_REQUIRED: row('NUMBER', FORBIDDEN, 'The caller number is not allowed for this client.'),
  DST_LIST: row('NUMBER', FORBIDDEN, 'A number list rejects the called number.'),
  SRC_LIST: row('NUMBER', FORBIDDEN, 'A number list rejects the caller.'),
  DST_HIGH_RISK: row(
    'NUMBER',
    FORBIDDEN,
    'High-risk number (premium rate or satellite), not allowed for this client.',
  ),
  LIMIT_CHANNEL_CLIENT: row('LIMIT', CONGESTION, 'The channel limit of the client is reached.'),
  LIMIT_CPS_CLIENT: row('LIMIT', CONGESTION, 'The CPS limit of the client is reached.'),
  LIMIT_CHANNEL_IP: row('LIMIT', CONGESTION, 'The channel limit of the IP entry is reached.'),
  LIMIT_CPS_IP: row('LIMIT', CONGESTION, 'The CPS limit of the IP entry is reached.'),
  LIMIT_CHANNEL_USER: row('LIMIT', CONGESTION, 'The channel limit of the SIP user is reached.'),
  LIMIT_CHANNEL_RESELLER: row('LIMIT', CONGESTION, 'The channel limit of a reseller is reached.'),
  LIMIT_CPS_RESELLER: row('LIMIT', CONGESTION, 'The CPS limit of a reseller is reached.'),
  DEST_NO_RATE: row('RATE', NOT_FOUND, 'The tariff of the client has no rate for the number.'),
  RESELLER_NO_RATE: row('RATE', NOT_FOUND, 'The tariff of a reseller has no rate for the number.'),
  DEST_BLOCKED: row(
    'RATE',
    FORBIDDEN,
    'The destination is blocked by the rate or by the route plan.',
  ),
  SELLS_BELOW_COST: row('RATE', NO_CIRCUIT, 'A reseller would sell the call below its own cost.'),
  RATE_TOO_HIGH: row('RATE', FORBIDDEN, 'The rate is above the max rate of the client.'),
  BALANCE_LOW: row(
    'BALANCE',
    PAYMENT_REQUIRED,
    'The balance of the client does not cover the first increment.',
  ),
  BALANCE_RESELLER: row(
    'BALANCE',
    PAYMENT_REQUIRED,
    'The balance of a reseller does not cover the first increment.',
  ),
  SPEND_LIMIT: row(
    'BALANCE',
    PAYMENT_REQUIRED,
    'The daily or monthly spend limit of the client or a reseller is reached.',
  ),
  COST_LIMIT: row(
    'BALANCE',
    PAYMENT_REQUIRED,
    'The first increment exceeds the cost limit per call.',
  ),
  USER_OFFLINE: row('ROUTE', OFFLINE, 'The SIP user is not registered.'),
  USER_BLOCKED: row(
    'ROUTE',
    OFFLINE,
    'The called SIP user, its client or a reseller above it is blocked or expired.',
  ),
  USER_BUSY: row('LIMIT', BUSY, 'The channel limit of the called SIP user is reached.'),
  NO_ROUTE: row('ROUTE', NOT_FOUND, 'The route plan has no usable gateway for the number.'),
  NO_PROFIT: row('ROUTE', NO_CIRCUIT, 'Every gateway is below the min margin.'),
  LIMIT_GATEWAY: row('GATEWAY', CONGESTION, 'The channel limit of every gateway is reached.'),
  LIMIT_CPS_GATEWAY: row('GATEWAY', CONGESTION, 'The CPS limit of every gateway is reached.'),
  LIMIT_SETTLEMENT: row(
    'GATEWAY',
    CONGESTION,
    'The limits of every settlement account are reached.',
  ),
  LIMIT_TARGET: row(
    'GATEWAY',
    CONGESTION,
    'The channel limit of every target of the rule is reached.',
  ),
  LIMIT_NUMBER: row(
    'GATEWAY',
    CONGESTION,
    'The limit per called number is reached on every gateway.',
  ),
  GATEWAYS_DOWN: row('GATEWAY', OUT_OF_ORDER, 'No gateway for the number is up.'),
  BALANCE_SETTLEMENT: row(
    'BALANCE',
    NO_CIRCUIT,
    'The debt or minutes limit of every settlement account is reached.',
  ),
  CODEC_MISMATCH: row('GATEWAY', NOT_ACCEPTABLE, 'Client and gateways have no codec in common.'),
  SWITCH_UNAVAILABLE: row(
    'SWITCH',
    TEMPORARY_FAILURE,
    'The database does not respond, so no new calls are accepted.',
  ),
  DRAINING: row(
    'SWITCH',
    TEMPORARY_FAILURE,
    'The switch is drained: it accepts no new calls until an admin ends the drain.',
  ),
  ALL_ROUTES_FAILED: row('GATEWAY', NO_CIRCUIT, 'No gateway connected the call.'),
  RING_TIMEOUT: row('GATEWAY', NO_ANSWER, 'The called party did not answer in time.'),
  ...CUTS,
} as const satisfies Record<string, RefusalRow>

export type Refusal = keyof typeof REFUSALS

export const isRefusal = (code: string): code is Refusal => Object.hasOwn(REFUSALS, code)

const ALL = Object.keys(REFUSALS) as Refusal[]

/** The possible refusals of a call that came no further than these stages. */
export const refusalsOf = (...stages: readonly Stage[]): Refusal[] =>
  ALL.filter((refusal) => stages.includes(REFUSALS[refusal].stage))

export const isLimit = (refusal: Refusal): boolean => refusal.startsWith('LIMIT_')

/** The response to the caller; a rule of the route plan, or a setting, may change the code. */
export function answerTo(
  refusal: Refusal,
  sip_code: number = REFUSALS[refusal].sip_code,
): { sip_code: number; sip_reason: string; q850_cause: number } {
  const { sip_code: usual_code, sip_reason, q850_cause } = REFUSALS[refusal]
  if (sip_code === usual_code) return { sip_code, sip_reason, q850_cause }
  return { sip_code, sip_reason: OTHER_REASONS[sip_code] ?? 'Call Failed', q850_cause }
}

/** Reasons for the codes that a rule may block with (RFC 3261 §21). */
const OTHER_REASONS: Readonly<Record<number, string>> = {
  403: 'Forbidden',
  404: 'Not Found',
  480: 'Temporarily Unavailable',
  484: 'Address Incomplete',
  503: 'Service Unavailable',
  603: 'Decline',
}

/**
 * Final answers of a gateway after which no other gateway is tried: the called user has decided
 * (docs/domain/routing.md, R9).
 */
export const CALLED_PARTY_CODES: readonly number[] = [486, 600, 603, 607, 608]
