// One row per attempt; the last one represents the call (docs/domain/routing.md, R12). Times are
// epoch seconds.
import { type Fx, type Money, NO_MONEY, type Rate, SYSTEM_FX } from '../money.ts'
import {
  type Identity,
  type Invite,
  ON_NET,
  type Refused,
  type Route,
} from '../routing/decision.ts'
import { answerTo, type Refusal } from '../routing/refusal.ts'
import type { Price } from '../tariff/tariff.ts'
import type { AttemptEnd, NotSentReason } from './attempt-end.ts'
import type { Attempt, CallMedia } from './call.ts'
import { type FaultSide, faultSide } from './fault-side.ts'
import type { SilentSide } from './one-way-audio.ts'

export type CallStatus = 'ANSWERED' | 'FAILED' | 'CANCELLED' | 'REJECTED'

export interface CallRecord {
  readonly started_at: number
  /** When the INVITE was sent to the gateway. */
  readonly sent_at: number | null
  /** When that gateway rang. */
  readonly progress_at: number | null
  readonly answered_at: number | null
  readonly ended_at: number
  readonly call_id: string
  readonly account_id: number
  readonly tariff_id: number | null
  readonly rate_id: number | null
  readonly sell_rate: Rate | null
  readonly sell_amount: Money
  readonly settlement_id: number | null
  readonly gateway_id: number | null
  readonly tunnel_id: number | null
  readonly buy_tariff_id: number | null
  readonly buy_rate_id: number | null
  readonly buy_rate: Rate | null
  readonly buy_amount: Money
  /** Revenue and cost of the operator, in the system currency, without VAT. */
  readonly revenue: Money
  readonly cost: Money
  readonly route_plan_id: number | null
  readonly route_rule_id: number | null
  readonly route_target_id: number | null
  readonly client_ip_id: number | null
  readonly sip_user_id: number | null
  readonly reseller_ids: readonly number[]
  readonly duration_ms: number
  readonly billed_seconds: number
  readonly buy_billed_seconds: number
  /** From the INVITE to the gateway until it rang or answered. */
  readonly pdd_ms: number | null
  /** From the caller's INVITE to ringing or answer; in the last record. */
  readonly call_pdd_ms: number | null
  readonly routing_ms: number | null
  /** The response to the caller, in the last record. */
  readonly sip_code: number | null
  readonly q850_cause: number | null
  /** The response of the gateway. */
  readonly gateway_sip_code: number | null
  readonly gateway_q850_cause: number | null
  /** User-Agent or Server of the gateway's final response; empty without one. */
  readonly gateway_user_agent: string
  /** Null if no gateway was tried, or unknown. */
  readonly attempt_end: AttemptEnd | null
  readonly not_sent_reason: NotSentReason | null
  readonly source_port: number | null
  readonly attempt_no: number
  readonly is_last: boolean
  readonly client_type: string
  readonly status: CallStatus
  readonly refusal: Refusal | null
  /** Which side is at fault that it failed or was cut; in the last record. */
  readonly fault: FaultSide | null
  readonly release_side: 'CALLER' | 'CALLEE' | 'SWITCH' | null
  readonly source_ip: string | null
  readonly transport: string
  /**
   * Headers about the caller as they came, hosts of From and of the request URI, and the address
   * of ours that the call came to.
   */
  readonly pai: string
  readonly rpid: string
  readonly diversion: string
  readonly privacy: string
  readonly from_domain: string
  readonly dialled_domain: string
  readonly local_address: string
  readonly gateway_address: string | null
  readonly caller_number: string
  readonly routed_caller_number: string
  readonly sent_caller_number: string
  readonly sent_caller_name: string
  readonly caller_name: string
  readonly dialled_number: string
  readonly called_number: string
  readonly sent_number: string
  readonly prefix: string | null
  readonly buy_prefix: string | null
  readonly destination: string
  readonly sip_call_id: string
  readonly user_agent: string
  readonly sip_reason: string
  readonly engine: string
  readonly media_mode: string
  readonly codec: string
  readonly media: CallMedia | null
  /** The side that sent no audio in an answered call; in the last record. */
  readonly one_way_audio: SilentSide | null
  /** Whether there was early media; in the last record. */
  readonly early_media: boolean
  /**
   * Currencies of the amounts above, and the value of a unit in the system currency at that time.
   */
  readonly sell_currency: string
  readonly sell_fx: Fx
  readonly buy_currency: string
  readonly buy_fx: Fx
}

/** The identity of an unknown caller. */
export const UNKNOWN_CALLER = { account_id: 0, client_type: 'UNKNOWN' } as const

/**
 * The fields that every row of a call has in common; results, gateway and money are still empty.
 */
export function emptyRecord(
  facts: Pick<CallRecord, 'call_id' | 'started_at' | 'ended_at' | 'engine'>,
  invite: Invite,
  identity: Partial<Identity>,
): CallRecord {
  return {
    ...facts,
    ...UNKNOWN_CALLER,
    called_number: '',
    client_ip_id: null,
    sip_user_id: null,
    reseller_ids: [],
    routed_caller_number: '',
    ...identity,
    ...requestOf(invite),
    ...NO_ATTEMPT,
    answered_at: null,
    ...NO_SALE,
    ...NO_PURCHASE,
    revenue: NO_MONEY,
    cost: NO_MONEY,
    route_plan_id: null,
    route_rule_id: null,
    duration_ms: 0,
    call_pdd_ms: null,
    routing_ms: null,
    sip_code: null,
    q850_cause: null,
    attempt_no: 0,
    is_last: true,
    status: 'FAILED',
    refusal: null,
    fault: null,
    release_side: null,
    sip_reason: '',
    codec: '',
    media: null,
    one_way_audio: null,
    early_media: false,
  }
}

/** Callers may send texts of any length; longer ones are cut. */
const TEXT_MAX = 256
const GATEWAY_AGENT_MAX = 128
const cut = (text: string, max = TEXT_MAX): string => text.slice(0, max)

function requestOf(invite: Invite) {
  return {
    caller_number: cut(invite.caller_number),
    caller_name: cut(invite.caller_name),
    dialled_number: cut(invite.dialled_number),
    sip_call_id: cut(invite.sip_call_id),
    user_agent: cut(invite.user_agent),
    source_ip: invite.source_ip,
    source_port: invite.source_port,
    transport: invite.transport,
    pai: cut(invite.pai),
    rpid: cut(invite.rpid),
    diversion: cut(invite.diversion),
    privacy: cut(invite.privacy),
    from_domain: cut(invite.from_domain),
    dialled_domain: cut(invite.dialled_domain),
    local_address: invite.local_address,
  }
}

const NO_ATTEMPT = {
  sent_at: null,
  progress_at: null,
  pdd_ms: null,
  gateway_sip_code: null,
  gateway_q850_cause: null,
  gateway_user_agent: '',
  attempt_end: null,
  not_sent_reason: null,
} as const

const NO_SALE = {
  tariff_id: null,
  rate_id: null,
  sell_rate: null,
  sell_amount: NO_MONEY,
  billed_seconds: 0,
  prefix: null,
  destination: '',
  sell_currency: '',
  sell_fx: SYSTEM_FX,
} as const

const NO_PURCHASE = {
  settlement_id: null,
  gateway_id: null,
  tunnel_id: null,
  route_target_id: null,
  gateway_address: null,
  sent_number: '',
  sent_caller_number: '',
  sent_caller_name: '',
  media_mode: '',
  buy_tariff_id: null,
  buy_rate_id: null,
  buy_rate: null,
  buy_prefix: null,
  buy_amount: NO_MONEY,
  buy_billed_seconds: 0,
  buy_currency: '',
  buy_fx: SYSTEM_FX,
} as const

/** The columns of the sell price. */
export function saleOf(price: Price) {
  return {
    tariff_id: price.tariff_id,
    rate_id: price.rate_id,
    sell_rate: price.terms.rate,
    prefix: price.prefix,
    destination: price.destination,
    sell_currency: price.terms.currency,
    sell_fx: price.terms.party_fx,
  }
}

/** The columns of the gateway and the buy price of an attempt. */
export function purchaseOf(route: Route) {
  return {
    settlement_id: route.settlement_id,
    gateway_id: route.gateway_id === ON_NET ? null : route.gateway_id,
    route_target_id: route.target_id,
    gateway_address: route.address,
    sent_number: route.sent_number,
    sent_caller_number: route.sent_caller_number,
    sent_caller_name: route.sent_caller_name,
    tunnel_id: route.tunnel_id ?? null,
    media_mode: route.media_mode,
    ...(route.buy ? boughtAt(route.buy.price) : {}),
  }
}

function boughtAt({ tariff_id, rate_id, prefix, terms }: Price) {
  return {
    buy_tariff_id: tariff_id,
    buy_rate_id: rate_id,
    buy_rate: terms.rate,
    buy_prefix: prefix,
    buy_currency: terms.currency,
    buy_fx: terms.party_fx,
  }
}

/** The columns that say how an attempt went, and what its gateway answered. */
export function attemptOf(attempt: Attempt) {
  const { sent_at, ringing_at, attempt_end, not_sent_reason, sip_code, q850_cause } = attempt
  const has_spoken = hasSpoken(attempt)
  return {
    sent_at,
    progress_at: ringing_at,
    attempt_end,
    not_sent_reason,
    gateway_sip_code: has_spoken ? sip_code : null,
    gateway_q850_cause: has_spoken ? q850_cause : null,
    gateway_user_agent: cut(attempt.gateway_user_agent, GATEWAY_AGENT_MAX),
  }
}

/** Whether the code is a response of the gateway. After a CANCEL, 408 is our own timeout. */
function hasSpoken({ attempt_end, sip_code }: Attempt): boolean {
  if (attempt_end === 'CANCELLED') return sip_code !== 408
  return attempt_end === 'ANSWERED' || attempt_end === 'REFUSED'
}

/** The single record of a refused call. */
export function refusedRecord(
  refused: Omit<Refused, 'kind' | 'percent_turns' | 'trace'>,
  invite: Invite,
  facts: Pick<CallRecord, 'call_id' | 'started_at' | 'ended_at' | 'engine' | 'routing_ms'>,
): CallRecord {
  const client = refused.payers[0]
  const empty = emptyRecord(facts, invite, refused.identity)
  const outcome = { status: 'REJECTED', refusal: refused.refusal } as const
  return {
    ...empty,
    ...(client ? saleOf(client.price) : {}),
    route_plan_id: refused.route_plan_id,
    route_rule_id: refused.route_rule_id,
    routing_ms: facts.routing_ms,
    ...outcome,
    fault: faultSide({ ...empty, ...outcome }),
    release_side: 'SWITCH',
    ...answerTo(refused.refusal, refused.sip_code),
  }
}
