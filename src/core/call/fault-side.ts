// Which side is at fault when a call is not answered or cut (docs/refusals.md).
import type { Refusal } from '../routing/refusal.ts'
import type { AttemptEnd, NotSentReason } from './attempt-end.ts'

/**
 * SWITCH: our routes, rates, limits, machines. CLIENT: its account, numbers and equipment.
 * SETTLEMENT: its gateways. USER: a decision of the two who talk, such as busy, no answer or given
 * up.
 */
export const FAULT_SIDES = ['SWITCH', 'CLIENT', 'SETTLEMENT', 'USER'] as const
export type FaultSide = (typeof FAULT_SIDES)[number]

/** The fault of each refusal; null where the last attempt decides. */
export const REFUSAL_FAULTS: Readonly<Record<Refusal, FaultSide | null>> = {
  AUTH_UNKNOWN_IP: 'CLIENT',
  AUTH_WRONG_SOURCE: 'CLIENT',
  AUTH_BLOCKED: 'CLIENT',
  RESELLER_BLOCKED: 'CLIENT',
  FOREIGN_ROUTE: 'CLIENT',
  NUM_FORMAT: 'CLIENT',
  CLI_ANONYMOUS: 'CLIENT',
  CLI_REQUIRED: 'CLIENT',
  DST_LIST: 'CLIENT',
  SRC_LIST: 'CLIENT',
  DST_HIGH_RISK: 'CLIENT',
  // An account has used up its share; limits of gateways are ours.
  LIMIT_CHANNEL_CLIENT: 'CLIENT',
  LIMIT_CPS_CLIENT: 'CLIENT',
  LIMIT_CHANNEL_IP: 'CLIENT',
  LIMIT_CPS_IP: 'CLIENT',
  LIMIT_CHANNEL_USER: 'CLIENT',
  LIMIT_CHANNEL_RESELLER: 'CLIENT',
  LIMIT_CPS_RESELLER: 'CLIENT',
  DEST_NO_RATE: 'SWITCH',
  RESELLER_NO_RATE: 'SWITCH',
  DEST_BLOCKED: 'CLIENT',
  SELLS_BELOW_COST: 'SWITCH',
  RATE_TOO_HIGH: 'CLIENT',
  BALANCE_LOW: 'CLIENT',
  BALANCE_RESELLER: 'CLIENT',
  SPEND_LIMIT: 'CLIENT',
  COST_LIMIT: 'CLIENT',
  USER_OFFLINE: 'USER',
  USER_BLOCKED: 'USER',
  USER_BUSY: 'USER',
  NO_ROUTE: 'SWITCH',
  NO_PROFIT: 'SWITCH',
  LIMIT_GATEWAY: 'SWITCH',
  LIMIT_CPS_GATEWAY: 'SWITCH',
  LIMIT_SETTLEMENT: 'SWITCH',
  LIMIT_TARGET: 'SWITCH',
  LIMIT_NUMBER: 'SWITCH',
  GATEWAYS_DOWN: 'SETTLEMENT',
  BALANCE_SETTLEMENT: 'SWITCH',
  CODEC_MISMATCH: 'CLIENT',
  SWITCH_UNAVAILABLE: 'SWITCH',
  DRAINING: 'SWITCH',
  ALL_ROUTES_FAILED: null,
  RING_TIMEOUT: 'USER',

  BALANCE_END: 'CLIENT',
  SPEND_LIMIT_END: 'CLIENT',
  COST_LIMIT_END: 'CLIENT',
  SETTLEMENT_LIMIT_END: 'SWITCH',
  LEASE_END: 'SWITCH',
  // As long as agreed.
  DURATION_LIMIT: 'USER',
  ACCOUNT_BLOCKED: 'CLIENT',
  HUNG_UP: 'SWITCH',
  RTP_TIMEOUT: 'SWITCH',
  CALLER_GONE: 'CLIENT',
  NO_ACK: 'CLIENT',
  CALL_LOST: 'SWITCH',
}

const OF_UNSENT: Readonly<Record<NotSentReason, FaultSide>> = {
  NO_COMMON_CODEC: 'CLIENT',
  TUNNEL_DOWN: 'SWITCH',
  NOT_REGISTERED: 'USER',
  NO_CHANNEL: 'SWITCH',
  SEND_FAILED: 'SWITCH',
}

/** By the cause of the gateway (ITU-T Q.850), where it says more than that the call failed. */
const OF_CAUSES: ReadonlyMap<number | null, FaultSide> = new Map([
  ...[1, 22, 28].map((cause) => [cause, 'CLIENT'] as const),
  ...[17, 18, 19, 20].map((cause) => [cause, 'USER'] as const),
])

/** By its response (RFC 3261 §21); any other is its own fault. */
const OF_CODES: ReadonlyMap<number | null, FaultSide> = new Map([
  // A number that does not exist, an anonymous caller, a codec.
  ...[404, 410, 415, 433, 484, 485, 488, 604, 606].map((code) => [code, 'CLIENT'] as const),
  // Our password or our account there.
  ...[401, 402, 407].map((code) => [code, 'SWITCH'] as const),
  ...[480, 486, 600, 603, 607, 608].map((code) => [code, 'USER'] as const),
])

interface Outcome {
  readonly status: 'ANSWERED' | 'FAILED' | 'CANCELLED' | 'REJECTED'
  readonly refusal: Refusal | null
  readonly attempt_end: AttemptEnd | null
  readonly not_sent_reason: NotSentReason | null
  /** Null for a call to a SIP user of ours. */
  readonly gateway_id: number | null
  readonly gateway_sip_code: number | null
  readonly gateway_q850_cause: number | null
}

/** Null for an answered call that was not cut. */
export function faultSide(call: Outcome): FaultSide | null {
  const { status, refusal } = call
  if (refusal !== null) return REFUSAL_FAULTS[refusal] ?? faultOfAttempt(call)
  // The caller gave up, or the called party has declined.
  return status === 'ANSWERED' ? null : 'USER'
}

function faultOfAttempt(call: Outcome): FaultSide {
  const { attempt_end, not_sent_reason, gateway_sip_code, gateway_q850_cause } = call
  if (attempt_end === null && gateway_sip_code === null) return 'SWITCH'
  if (not_sent_reason !== null) return OF_UNSENT[not_sent_reason]
  const far = call.gateway_id === null ? 'USER' : 'SETTLEMENT'
  return OF_CAUSES.get(gateway_q850_cause) ?? OF_CODES.get(gateway_sip_code) ?? far
}
