// Why a call was not answered, in words for clients and resellers. They say nothing of the routes
// and the prices of the operator, and a client does not learn that there are resellers above it.
import { isRefusal, type Refusal } from '../routing/refusal.ts'
import type { CallRecord } from './call-record.ts'

export const FAILURE_REASONS = [
  'NO_ROUTE',
  'DESTINATION_NOT_ALLOWED',
  'NUMBER_WRONG',
  'CALLER_NOT_ALLOWED',
  'ACCOUNT_BLOCKED',
  'BALANCE_LOW',
  'SPEND_LIMIT',
  'CHANNELS_IN_USE',
  'TOO_FAST',
  'NETWORK_BUSY',
  'CODEC',
  'BUSY',
  'NO_ANSWER',
  'UNAVAILABLE',
  'DECLINED',
  'CANCELLED',
  'CUT',
] as const
export type FailureReason = (typeof FAILURE_REASONS)[number]

interface FailureWords {
  /** A few words for a list. */
  readonly label: string
  /** The meaning, and the remedy of the user. */
  readonly text: string
}

export const FAILURE_WORDS: Readonly<Record<FailureReason, FailureWords>> = {
  NO_ROUTE: {
    label: 'No route',
    text: 'The number does not exist, or there is no route to it: check it, or contact support.',
  },
  DESTINATION_NOT_ALLOWED: {
    label: 'Destination not allowed',
    text: 'Calls to this number are not allowed: contact support to have them allowed.',
  },
  NUMBER_WRONG: {
    label: 'Wrong number',
    text: 'The number is incomplete or does not exist: check it, and dial it with country code.',
  },
  CALLER_NOT_ALLOWED: {
    label: 'Caller not allowed',
    text: 'The caller number or the source IP is not allowed: check both, or contact support.',
  },
  ACCOUNT_BLOCKED: {
    label: 'Account blocked',
    text: 'The account is blocked, closed or expired: contact support.',
  },
  BALANCE_LOW: {
    label: 'Insufficient balance',
    text: 'The balance does not cover the call: recharge the account, then call again.',
  },
  SPEND_LIMIT: {
    label: 'Spend limit reached',
    text: 'A spend limit per call, day or month is reached: contact support to have it raised.',
  },
  CHANNELS_IN_USE: {
    label: 'All channels in use',
    text: 'All channels are in use: wait for a call to end, or contact support to get more.',
  },
  TOO_FAST: {
    label: 'Too many calls per second',
    text: 'The CPS limit is reached: start fewer calls per second, or contact support.',
  },
  NETWORK_BUSY: {
    label: 'Network busy',
    text: 'The call cannot be connected now: try again in a few minutes, then contact support.',
  },
  CODEC: {
    label: 'No common codec',
    text: 'The called side supports none of the offered codecs: offer G.711 (PCMA, PCMU) too.',
  },
  BUSY: {
    label: 'Busy',
    text: 'The called party is busy: try again later.',
  },
  NO_ANSWER: {
    label: 'No answer',
    text: 'The called party did not answer in time: try again later.',
  },
  UNAVAILABLE: {
    label: 'Unavailable',
    text: 'The phone of the called party is off or unreachable: try again later.',
  },
  DECLINED: {
    label: 'Declined',
    text: 'The called party or its network declined the call: check the caller number.',
  },
  CANCELLED: {
    label: 'Caller hung up',
    text: 'The caller hung up before the call was answered: let it ring longer.',
  },
  CUT: {
    label: 'Ended by the switch',
    text: 'The switch ended the call: call again, and contact support if it happens often.',
  },
}

const OF_REFUSALS: Readonly<Record<Refusal, FailureReason>> = {
  AUTH_UNKNOWN_IP: 'CALLER_NOT_ALLOWED',
  AUTH_WRONG_SOURCE: 'CALLER_NOT_ALLOWED',
  AUTH_BLOCKED: 'ACCOUNT_BLOCKED',
  FOREIGN_ROUTE: 'CALLER_NOT_ALLOWED',
  NUM_FORMAT: 'NUMBER_WRONG',
  CLI_ANONYMOUS: 'CALLER_NOT_ALLOWED',
  CLI_REQUIRED: 'CALLER_NOT_ALLOWED',
  DST_LIST: 'DESTINATION_NOT_ALLOWED',
  SRC_LIST: 'CALLER_NOT_ALLOWED',
  DST_HIGH_RISK: 'DESTINATION_NOT_ALLOWED',
  LIMIT_CHANNEL_CLIENT: 'CHANNELS_IN_USE',
  LIMIT_CPS_CLIENT: 'TOO_FAST',
  LIMIT_CHANNEL_IP: 'CHANNELS_IN_USE',
  LIMIT_CPS_IP: 'TOO_FAST',
  LIMIT_CHANNEL_USER: 'CHANNELS_IN_USE',
  DEST_NO_RATE: 'NO_ROUTE',
  DEST_BLOCKED: 'DESTINATION_NOT_ALLOWED',
  RATE_TOO_HIGH: 'DESTINATION_NOT_ALLOWED',
  BALANCE_LOW: 'BALANCE_LOW',
  SPEND_LIMIT: 'SPEND_LIMIT',
  COST_LIMIT: 'SPEND_LIMIT',
  USER_OFFLINE: 'UNAVAILABLE',
  USER_BLOCKED: 'UNAVAILABLE',
  USER_BUSY: 'BUSY',
  NO_ROUTE: 'NO_ROUTE',
  CODEC_MISMATCH: 'CODEC',
  RING_TIMEOUT: 'NO_ANSWER',

  // The resellers above the client.
  RESELLER_NO_RATE: 'NO_ROUTE',
  RESELLER_BLOCKED: 'NETWORK_BUSY',
  LIMIT_CHANNEL_RESELLER: 'NETWORK_BUSY',
  LIMIT_CPS_RESELLER: 'NETWORK_BUSY',
  BALANCE_RESELLER: 'NETWORK_BUSY',

  // The routes and the machine share one reason: with several of them, the SIP code, which the
  // caller gets too, would distinguish a margin from a limit.
  SELLS_BELOW_COST: 'NETWORK_BUSY',
  NO_PROFIT: 'NETWORK_BUSY',
  LIMIT_GATEWAY: 'NETWORK_BUSY',
  LIMIT_CPS_GATEWAY: 'NETWORK_BUSY',
  LIMIT_SETTLEMENT: 'NETWORK_BUSY',
  LIMIT_TARGET: 'NETWORK_BUSY',
  LIMIT_NUMBER: 'NETWORK_BUSY',
  GATEWAYS_DOWN: 'NETWORK_BUSY',
  BALANCE_SETTLEMENT: 'NETWORK_BUSY',
  ALL_ROUTES_FAILED: 'NETWORK_BUSY',
  SWITCH_UNAVAILABLE: 'NETWORK_BUSY',
  DRAINING: 'NETWORK_BUSY',

  // Cuts, which can also come before the answer.
  BALANCE_END: 'BALANCE_LOW',
  SPEND_LIMIT_END: 'SPEND_LIMIT',
  COST_LIMIT_END: 'SPEND_LIMIT',
  SETTLEMENT_LIMIT_END: 'CUT',
  LEASE_END: 'CUT',
  DURATION_LIMIT: 'CUT',
  ACCOUNT_BLOCKED: 'CUT',
  HUNG_UP: 'CUT',
  RTP_TIMEOUT: 'CUT',
  CALLER_GONE: 'CUT',
  NO_ACK: 'CUT',
  CALL_LOST: 'CUT',
}

/** By the final response to the caller (RFC 3261 §21); for all others the network is busy. */
const OF_CODES: ReadonlyMap<number | null, FailureReason> = new Map([
  [403, 'DECLINED'],
  [404, 'NUMBER_WRONG'],
  [408, 'NO_ANSWER'],
  [410, 'NUMBER_WRONG'],
  [415, 'CODEC'],
  [433, 'CALLER_NOT_ALLOWED'],
  [480, 'UNAVAILABLE'],
  [484, 'NUMBER_WRONG'],
  [486, 'BUSY'],
  [488, 'CODEC'],
  [600, 'BUSY'],
  [603, 'DECLINED'],
  [604, 'NUMBER_WRONG'],
  [606, 'CODEC'],
  [607, 'DECLINED'],
  [608, 'DECLINED'],
])

type Outcome = Pick<CallRecord, 'status' | 'sip_code'> & {
  /** Another version of the engine may have others. */
  readonly refusal: string | null
}

/** Null if the call was answered, even if it was cut afterwards. */
export function failureOf({ status, refusal, sip_code }: Outcome): FailureReason | null {
  if (status === 'ANSWERED') return null
  // If all routes failed, the response of the last one says more.
  const isFromOutside = refusal === null || refusal === 'ALL_ROUTES_FAILED'
  if (!isFromOutside && isRefusal(refusal)) return OF_REFUSALS[refusal]
  if (status === 'CANCELLED') return 'CANCELLED'
  return OF_CODES.get(sip_code) ?? OF_REFUSALS.ALL_ROUTES_FAILED
}
