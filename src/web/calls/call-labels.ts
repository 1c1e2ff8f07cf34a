// The words of the screens about calls: results, states, refusals, and who ended a call.
import type { ActiveCall } from '#contract/calls/active-calls.ts'
import type { CallRecord, WholeCall } from '#contract/calls/call-records.ts'
import type { AttemptEnd, NotSentReason } from '#core/call/attempt-end.ts'
import { FAILURE_WORDS, type FailureReason } from '#core/call/failure-reason.ts'
import type { FaultSide } from '#core/call/fault-side.ts'
import { isRefusal, REFUSALS, type Refusal } from '#core/routing/refusal.ts'
import type { Choice } from '../ui/form/SelectField.tsx'
import type { Tone } from '../ui/values/Badge.tsx'
import { NONE } from '../ui/values/format.ts'
import { sipLabel, sipMeaning } from './sip-codes.ts'

interface Word {
  readonly word: string
  readonly tone: Tone
}

export const RESULTS: Readonly<Record<CallRecord['status'], Word>> = {
  ANSWERED: { word: 'Answered', tone: 'success' },
  FAILED: { word: 'Failed', tone: 'danger' },
  CANCELLED: { word: 'Cancelled', tone: 'neutral' },
  REJECTED: { word: 'Rejected', tone: 'warning' },
}

export const CALL_STATE_CHOICES: Readonly<Record<ActiveCall['state'], Word>> = {
  ROUTING: { word: 'Routing', tone: 'neutral' },
  RINGING: { word: 'Ringing', tone: 'info' },
  ANSWERED: { word: 'Answered', tone: 'success' },
}

export const STATE_CHOICES: readonly Choice<ActiveCall['state']>[] = [
  { value: 'ROUTING', label: 'Routing' },
  { value: 'RINGING', label: 'Ringing' },
  { value: 'ANSWERED', label: 'Answered' },
]

const REFUSAL_LABELS: Readonly<Record<Refusal, string>> = {
  AUTH_UNKNOWN_IP: 'Unknown source IP',
  AUTH_WRONG_SOURCE: 'Source IP not allowed',
  AUTH_BLOCKED: 'Client blocked',
  RESELLER_BLOCKED: 'Reseller blocked',
  FOREIGN_ROUTE: 'Route to another host',
  NUM_FORMAT: 'Invalid number',
  CLI_ANONYMOUS: 'Anonymous caller',
  CLI_REQUIRED: 'Caller ID not allowed',
  DST_LIST: 'Called number rejected by list',
  SRC_LIST: 'Caller rejected by list',
  DST_HIGH_RISK: 'High-risk number',
  LIMIT_CHANNEL_CLIENT: 'Client channel limit reached',
  LIMIT_CPS_CLIENT: 'Client CPS limit reached',
  LIMIT_CHANNEL_IP: 'IP channel limit reached',
  LIMIT_CPS_IP: 'IP CPS limit reached',
  LIMIT_CHANNEL_USER: 'SIP user channel limit reached',
  LIMIT_CHANNEL_RESELLER: 'Reseller channel limit reached',
  LIMIT_CPS_RESELLER: 'Reseller CPS limit reached',
  DEST_NO_RATE: 'No rate',
  RESELLER_NO_RATE: 'No reseller rate',
  DEST_BLOCKED: 'Destination blocked',
  SELLS_BELOW_COST: 'Sold below cost',
  RATE_TOO_HIGH: 'Rate too high',
  BALANCE_LOW: 'Insufficient balance',
  BALANCE_RESELLER: 'Insufficient reseller balance',
  SPEND_LIMIT: 'Spend limit reached',
  COST_LIMIT: 'Cost limit exceeded',
  USER_OFFLINE: 'SIP user not registered',
  USER_BLOCKED: 'Called client blocked',
  USER_BUSY: 'SIP user channels in use',
  NO_ROUTE: 'No route',
  NO_PROFIT: 'Below min margin',
  LIMIT_GATEWAY: 'Gateway channel limit reached',
  LIMIT_CPS_GATEWAY: 'Gateway CPS limit reached',
  LIMIT_SETTLEMENT: 'Settlement limit reached',
  LIMIT_TARGET: 'Target channel limit reached',
  LIMIT_NUMBER: 'Limit per called number reached',
  GATEWAYS_DOWN: 'Gateways down',
  BALANCE_SETTLEMENT: 'Settlement debt or minutes limit reached',
  CODEC_MISMATCH: 'No common codec',
  SWITCH_UNAVAILABLE: 'Switch unavailable',
  DRAINING: 'Switch drained',
  ALL_ROUTES_FAILED: 'All routes failed',
  RING_TIMEOUT: 'No answer',
  BALANCE_END: 'Balance exhausted',
  SPEND_LIMIT_END: 'Spend limit reached during call',
  COST_LIMIT_END: 'Cost limit reached during call',
  SETTLEMENT_LIMIT_END: 'Settlement debt limit reached during call',
  LEASE_END: 'Reservation not extended',
  DURATION_LIMIT: 'Max duration reached',
  ACCOUNT_BLOCKED: 'Account blocked during call',
  HUNG_UP: 'Hung up from the console',
  RTP_TIMEOUT: 'No media (RTP timeout)',
  CALLER_GONE: 'Caller unreachable',
  NO_ACK: 'No ACK from caller',
  CALL_LOST: 'Call lost',
}

/** A few words for a list; another version of the engine may know codes that we do not. */
export const refusalLabel = (code: string): string =>
  isRefusal(code) ? REFUSAL_LABELS[code] : code

export const refusalMeaning = (code: string): string | undefined =>
  isRefusal(code) ? REFUSALS[code].text : undefined

export const REFUSAL_CHOICES: readonly Choice[] = Object.entries(REFUSAL_LABELS).map(
  ([value, label]) => ({ value, label }),
)

const ATTEMPT_ENDS: Readonly<Record<AttemptEnd, string>> = {
  ANSWERED: 'Answered',
  REFUSED: 'Refused',
  NO_RESPONSE: 'No reply',
  PDD_TIMEOUT: 'No ringing',
  NO_ANSWER: 'No answer',
  CANCELLED: 'Cancelled',
  NOT_SENT: 'Not sent',
}

const NOT_SENT_REASONS: Readonly<Record<NotSentReason, string>> = {
  NO_COMMON_CODEC: 'no common codec',
  TUNNEL_DOWN: 'tunnel down',
  NOT_REGISTERED: 'SIP user not registered',
  NO_CHANNEL: 'no free channel',
  SEND_FAILED: 'send error',
}

/** How an attempt ended; a refusal by what the gateway said. */
export function attemptLabel(
  attempt: Pick<CallRecord, 'attempt_end' | 'not_sent_reason' | 'gateway_sip_code'>,
): string {
  const { attempt_end, not_sent_reason, gateway_sip_code } = attempt
  if (attempt_end === null) return gateway_sip_code === null ? NONE : sipLabel(gateway_sip_code)
  if (attempt_end === 'REFUSED' && gateway_sip_code !== null) return sipLabel(gateway_sip_code)
  const words = ATTEMPT_ENDS[attempt_end]
  return not_sent_reason ? `${words}: ${NOT_SENT_REASONS[not_sent_reason]}` : words
}

export const RELEASE_SIDES: Readonly<Record<NonNullable<CallRecord['release_side']>, string>> = {
  CALLER: 'Caller',
  CALLEE: 'Called party',
  SWITCH: 'Switch',
}

export const FAULT_LABELS: Readonly<Record<FaultSide, string>> = {
  SWITCH: 'Switch',
  CLIENT: 'Client',
  SETTLEMENT: 'Carrier',
  USER: 'User',
}

export const FAULT_CHOICES: readonly Choice[] = Object.entries(FAULT_LABELS).map(
  ([value, label]) => ({ value, label }),
)

const FAULT_MEANINGS: Readonly<Record<FaultSide, string>> = {
  SWITCH: 'Our own: no route, no rate, a limit of gateways, a margin or a machine',
  CLIENT: 'The client: its numbers, limits, balance or equipment',
  SETTLEMENT: 'The carrier: its gateway refused the call, or did not reply',
  USER: 'A decision of the users: busy, no answer or given up',
}

export const faultMeaning = (fault: FaultSide): string => FAULT_MEANINGS[fault]

/** Who a charge is for: the client at depth 0, resellers above it, the settlement account at -1. */
export function partyLabel({ depth }: Pick<WholeCall['charges'][number], 'depth'>): string {
  if (depth === 0) return 'Client'
  if (depth < 0) return 'Settlement account'
  return depth === 1 ? 'Reseller' : `Reseller, ${depth} levels up`
}

export const failureLabel = (failure: FailureReason | null): string =>
  failure === null ? NONE : FAILURE_WORDS[failure].label

export const failureMeaning = (failure: FailureReason | null): string | undefined =>
  failure === null ? undefined : FAILURE_WORDS[failure].text

/** The refusal for the operator, the failure for clients, and for carriers their own response. */
export function whyOf(call: CallRecord): string | undefined {
  const { refusal, failure } = call
  if (refusal === undefined && failure !== undefined) return failureMeaning(failure)
  return (refusal && refusalMeaning(refusal)) || meaningOf(call)
}

/** The meaning of the response to the caller (for a carrier, its own); undefined if answered. */
export function meaningOf({ sip_code, gateway_sip_code }: CallRecord): string | undefined {
  const code = sip_code === undefined ? gateway_sip_code : sip_code
  return code === null || code === 200 ? undefined : sipMeaning(code)
}
