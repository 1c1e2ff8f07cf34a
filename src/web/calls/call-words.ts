// The words of the screens about calls: results, states, refusals, and who ended a call.
import type { ActiveCall } from '#contract/active-calls.ts'
import type { CallRecord, WholeCall } from '#contract/call-records.ts'
import type { AttemptEnd, NotSentReason } from '#core/call/attempt-end.ts'
import { REFUSALS, type Refusal } from '#core/routing/refusal.ts'
import type { Tone } from '../ui/Badge.tsx'
import type { Choice } from '../ui/form/SelectField.tsx'
import { NONE } from '../ui/format.ts'
import { sipWords } from './sip-codes.ts'

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

export const STATES: Readonly<Record<ActiveCall['state'], Word>> = {
  ROUTING: { word: 'Routing', tone: 'neutral' },
  RINGING: { word: 'Ringing', tone: 'info' },
  ANSWERED: { word: 'Answered', tone: 'success' },
}

export const STATE_CHOICES: readonly Choice<ActiveCall['state']>[] = [
  { value: 'ROUTING', label: 'Routing' },
  { value: 'RINGING', label: 'Ringing' },
  { value: 'ANSWERED', label: 'Answered' },
]

const REFUSAL_WORDS: Readonly<Record<Refusal, string>> = {
  AUTH_UNKNOWN_IP: 'Unknown address',
  AUTH_WRONG_SOURCE: 'Telephone at a wrong address',
  AUTH_BLOCKED: 'Client blocked',
  RESELLER_BLOCKED: 'Reseller blocked',
  NUM_FORMAT: 'Not a number',
  CLI_ANONYMOUS: 'Anonymous caller',
  CLI_REQUIRED: 'Caller not allowed',
  DST_LIST: 'Called number on a list',
  SRC_LIST: 'Caller on a list',
  DST_HIGH_RISK: 'High-risk number',
  LIMIT_CHANNEL_CLIENT: 'Channels of the client used up',
  LIMIT_CPS_CLIENT: 'Too many new calls per second',
  LIMIT_CHANNEL_IP: 'Channels of the address used up',
  LIMIT_CPS_IP: 'Too many new calls of the address',
  LIMIT_CHANNEL_USER: 'Channels of the telephone used up',
  LIMIT_CHANNEL_RESELLER: 'Channels of a reseller used up',
  LIMIT_CPS_RESELLER: 'Too many new calls of a reseller',
  DEST_NO_RATE: 'No rate',
  RESELLER_NO_RATE: 'Reseller without a rate',
  DEST_BLOCKED: 'Destination blocked',
  SELLS_BELOW_COST: 'Sold below cost',
  RATE_TOO_HIGH: 'Rate too high',
  BALANCE_LOW: 'No money',
  BALANCE_RESELLER: 'Reseller without money',
  SPEND_LIMIT: 'Spend limit reached',
  COST_LIMIT: 'Call too dear',
  USER_OFFLINE: 'Telephone not registered',
  USER_BLOCKED: 'Called client blocked',
  USER_BUSY: 'Called telephone busy',
  NO_ROUTE: 'No route',
  NO_PROFIT: 'No profit',
  LIMIT_GATEWAY: 'Gateways full',
  LIMIT_CPS_GATEWAY: 'Too many new calls of gateways',
  LIMIT_SETTLEMENT: 'Settlement accounts full',
  LIMIT_TARGET: 'Targets full',
  LIMIT_NUMBER: 'Too many calls to the number',
  GATEWAYS_DOWN: 'Gateways down',
  BALANCE_CARRIER: 'No credit with carriers',
  CODEC_MISMATCH: 'No common codec',
  SWITCH_UNAVAILABLE: 'Switch unavailable',
  ALL_ROUTES_FAILED: 'All routes failed',
  RING_TIMEOUT: 'Nobody answered',
  BALANCE_END: 'Money ended',
  SPEND_LIMIT_END: 'Spend limit reached in the call',
  COST_LIMIT_END: 'Cost limit of a call reached',
  CARRIER_LIMIT_END: 'Credit with the carrier ended',
  LEASE_END: 'Could not be extended',
  DURATION_LIMIT: 'Longest duration reached',
  ACCOUNT_BLOCKED: 'Account was blocked',
  HUNG_UP: 'Hung up from the console',
  RTP_TIMEOUT: 'No media',
  CALLER_GONE: 'Caller gone',
  CALL_LOST: 'Call lost',
}

const isRefusal = (code: string): code is Refusal => code in REFUSALS

/** A few words for a list; another version of the engine may know codes that we do not. */
export const refusalWords = (code: string): string => (isRefusal(code) ? REFUSAL_WORDS[code] : code)

export const refusalMeaning = (code: string): string | undefined =>
  isRefusal(code) ? REFUSALS[code].text : undefined

export const REFUSAL_CHOICES: readonly Choice[] = Object.entries(REFUSAL_WORDS).map(
  ([value, label]) => ({ value, label }),
)

const ATTEMPT_ENDS: Readonly<Record<AttemptEnd, string>> = {
  ANSWERED: 'Answered',
  REFUSED: 'Refused',
  NO_REPLY: 'No reply',
  NO_RINGING: 'Did not ring',
  RANG_OUT: 'Rang, nobody answered',
  CANCELLED: 'Cancelled',
  NOT_SENT: 'Not sent',
}

const NOT_SENT_REASONS: Readonly<Record<NotSentReason, string>> = {
  NO_COMMON_CODEC: 'no common codec',
  TUNNEL_DOWN: 'its tunnel is down',
  NOT_REGISTERED: 'the telephone is not registered',
  NO_PLACE: 'others had taken its last place',
  SEND_FAILED: 'the switch could not send it',
}

/** How an attempt ended; a refusal by what the gateway said. */
export function attemptWords(
  attempt: Pick<CallRecord, 'attempt_end' | 'not_sent_reason' | 'gateway_sip_code'>,
): string {
  const { attempt_end, not_sent_reason, gateway_sip_code } = attempt
  if (attempt_end === null) return gateway_sip_code === null ? NONE : sipWords(gateway_sip_code)
  if (attempt_end === 'REFUSED' && gateway_sip_code !== null) return sipWords(gateway_sip_code)
  const words = ATTEMPT_ENDS[attempt_end]
  return not_sent_reason === null ? words : `${words}: ${NOT_SENT_REASONS[not_sent_reason]}`
}

export const RELEASE_SIDES: Readonly<Record<NonNullable<CallRecord['release_side']>, string>> = {
  CALLER: 'Caller',
  CALLEE: 'Called party',
  SWITCH: 'Switch',
}

/** Who a charge is for: the client at depth 0, resellers above it, the settlement account at -1. */
export function partyWords({ depth }: Pick<WholeCall['charges'][number], 'depth'>): string {
  if (depth === 0) return 'Client'
  if (depth < 0) return 'Settlement account'
  return depth === 1 ? 'Its reseller' : `Reseller, ${depth} above the client`
}
