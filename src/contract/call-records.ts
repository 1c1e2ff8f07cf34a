import { z } from 'zod'
import { ATTEMPT_ENDS, NOT_SENT_REASONS } from '#core/call/attempt-end.ts'
import { endpoint } from './endpoint.ts'
import { oneOf, partOf } from './filters.ts'
import { listQuery } from './page.ts'
import * as is from './primitives.ts'
import { inTime } from './time-range.ts'

export const CALL_STATUSES = ['ANSWERED', 'FAILED', 'CANCELLED', 'REJECTED'] as const

/** Answered for 15 seconds or less; over a second gateway; refused for one of some reasons. */
export const CALL_PRESETS = [
  'short',
  'rerouted',
  'not_authorised',
  'bad_routing',
  'package',
] as const

/** What arrived from one side, as the relay has measured it. */
const sideMedia = z.object({
  codec: z.string().nullable(),
  packets: z.number().nullable(),
  mos: z.number().nullable(),
  jitter_ms: z.number().nullable(),
  loss_percent: z.number().nullable(),
})

/** One row per call: that of its last attempt. */
export const callRecord = z.object({
  call_id: is.callId,
  attempt_no: z.number(),
  is_last: z.boolean(),
  started_at: is.instant,
  /** When the INVITE was sent to the gateway; null if it was not. */
  sent_at: is.instant.nullable(),
  progress_at: is.instant.nullable(),
  answered_at: is.instant.nullable(),
  ended_at: is.instant,
  duration_ms: z.number(),
  /** Of the attempt: from the INVITE to the gateway until it rang or answered. */
  pdd_ms: z.number().nullable(),
  /** Of the call: from the caller's INVITE to ringing or answer. */
  call_pdd_ms: z.number().nullable(),
  routing_ms: z.number().nullable(),
  account_id: z.number(),
  /** Null when the caller is not known. */
  client_name: z.string().nullable(),
  client_type: z.string(),
  caller_number: z.string(),
  caller_name: z.string(),
  dialled_number: z.string(),
  called_number: z.string(),
  sent_number: z.string(),
  prefix: z.string().nullable(),
  destination: z.string(),
  source_ip: z.string().nullable(),
  source_port: z.number().nullable(),
  settlement_name: z.string().nullable(),
  gateway_id: z.number().nullable(),
  gateway_name: z.string().nullable(),
  gateway_address: z.string().nullable(),
  route_plan_name: z.string().nullable(),
  status: z.enum(CALL_STATUSES),
  /** The response to the caller; null in all attempts but the last. */
  sip_code: z.number().nullable(),
  sip_reason: z.string(),
  q850_cause: z.number().nullable(),
  /** What the gateway said; null when it said nothing. */
  gateway_sip_code: z.number().nullable(),
  gateway_q850_cause: z.number().nullable(),
  /** How the attempt ended; null when no gateway was tried. */
  attempt_end: z.enum(ATTEMPT_ENDS).nullable(),
  not_sent_reason: z.enum(NOT_SENT_REASONS).nullable(),
  /** Our own code when the switch refused or cut the call. */
  refusal: z.string().nullable(),
  release_side: z.enum(['CALLER', 'CALLEE', 'SWITCH']).nullable(),
  billed_seconds: z.number(),
  /** A minute, in the currency of the tariff. */
  sell_rate: is.rateText.nullable(),
  sell_rate_currency: z.string(),
  /** What the client pays, VAT included. */
  sell_amount: is.moneyText,
  buy_billed_seconds: z.number(),
  buy_rate: is.rateText.nullable(),
  buy_rate_currency: z.string(),
  /** What the carriers get, VAT included: for all attempts, or in an attempt for this one. */
  buy_amount: is.sumText,
  /**
   * What the operator gets for the call, from the client or the top reseller, and what it pays, to
   * carriers or by reverse billing; in the system currency, without VAT. The margin is the
   * difference; of an attempt before the last one all are 0.
   */
  revenue: is.moneyText,
  cost: is.moneyText,
  margin: is.sumText,
  /** Of the revenue; null without one. */
  margin_percent: is.percentText.nullable(),
  currency: z.string(),
  sip_call_id: z.string(),
  user_agent: z.string(),
  /** User-Agent or Server of the gateway's final response, at most 128 characters. */
  gateway_user_agent: z.string(),
  transport: z.string(),
  /** The name of the calling SIP user. */
  sip_username: z.string().nullable(),
  /** As the call was routed, and as sent to the gateway. */
  routed_caller_number: z.string(),
  sent_caller_number: z.string(),
  /** The resellers above the client, the nearest first. */
  reseller_names: z.array(z.string()),
  media_mode: z.string(),
  /** Of what arrived from the caller, and from the called party. */
  codec: z.string(),
  callee_codec: z.string(),
  media: z.object({ caller: sideMedia, callee: sideMedia }).nullable(),
  /** Whether there was early media; false on rows before the last. */
  early_media: z.boolean(),
  /** Of what the client pays and the carriers get. */
  sell_currency: z.string(),
  buy_currency: z.string(),
  /** Of the charges of the client and of all settlement accounts; null on rows before the last. */
  sell_net: is.moneyText.nullable(),
  sell_vat: is.moneyText.nullable(),
  buy_net: is.sumText.nullable(),
  buy_vat: is.sumText.nullable(),
  /** Headers about the caller, unchanged: untrusted text, at most 256 characters each. */
  pai: z.string(),
  rpid: z.string(),
  diversion: z.string(),
  privacy: z.string(),
  /** Hosts of the From header and of the request URI; also untrusted text. */
  from_domain: z.string(),
  dialled_domain: z.string(),
  /** Address and port of ours that the call came to. */
  local_address: z.string(),
  sent_caller_name: z.string(),
  /** Through which the gateway was called. */
  tunnel_name: z.string().nullable(),
})
export type CallRecord = z.output<typeof callRecord>

const filters = {
  type: z.enum(['retail', 'wholesale', 'all']).default('wholesale'),
  preset: z.enum(CALL_PRESETS).optional(),
  /** FAILED means: not answered. */
  status: z.enum(CALL_STATUSES).optional(),
  ...inTime,
  ...oneOf({
    account_id: is.queryId,
    /** Anywhere above the client. */
    reseller_id: is.queryId,
    /** An address, or a network that holds it. */
    source_ip: is.network,
    /** Of any attempt of the call, also one that failed. */
    gateway_id: is.queryId,
    settlement_id: is.queryId,
    route_plan_id: is.queryId,
    /** The first digits are enough. */
    caller_number: z.string().min(1).max(40),
    called_number: is.prefix,
    sip_code: is.queryNumber,
    q850_cause: is.queryNumber,
    refusal: z.string().min(1).max(40),
    /** Of either side. */
    codec: z.enum(is.CODECS),
  }),
  ...partOf({
    /** Of the phone; a prefix is enough. */
    username: z.string().max(40),
    destination: z.string().trim().max(100),
  }),
  /** Seconds. */
  min_duration_seconds: is.queryNumber.optional(),
  max_duration_seconds: is.queryNumber.optional(),
}

export const listCallRecords = endpoint({
  method: 'GET',
  path: '/api/cdr',
  summary: 'Call records, newest first, within a time range; today by default',
  needs: 'call_records.view',
  list: true,
  query: listQuery(['started_at'], filters),
  answer: z.array(callRecord),
})

/** What calls add up to. */
export const callTotals = z.object({
  calls: z.number(),
  answered: z.number(),
  seconds: z.number(),
  /** Answered per call, 0 to 1; null without calls. */
  asr: z.number().nullable(),
  /** Mean seconds of an answered call; null without one. */
  acd_seconds: z.number().nullable(),
  revenue: is.sumText,
  cost: is.sumText,
  margin: is.sumText,
  margin_percent: is.percentText.nullable(),
  currency: z.string(),
})
export type CallTotals = z.output<typeof callTotals>

export const getCallTotals = endpoint({
  method: 'GET',
  path: '/api/cdr/totals',
  summary: 'Totals of all matching calls; refused for too long a time range',
  needs: 'call_records.view',
  query: z.strictObject({ q: z.string().trim().max(100).optional(), ...filters }),
  answer: callTotals,
})

const charge = z.object({
  account_id: is.id,
  account_name: z.string(),
  /** 0 is the client, 1 to 5 the resellers above it, -1 the settlement account. */
  depth: z.number(),
  tariff_id: is.id,
  tariff_name: z.string().nullable(),
  /** Of rates and fees. */
  tariff_currency: z.string(),
  prefix: z.string(),
  rate: is.rateText,
  first_rate: is.rateText,
  first_increment: z.number(),
  next_increment: z.number(),
  connect_fee: is.moneyText,
  attempt_fee: is.moneyText,
  attempts: z.number(),
  grace_seconds: z.number(),
  free_seconds: z.number(),
  min_duration_seconds: z.number(),
  surcharge_percent: is.percentText,
  vat_percent: is.percentText,
  duration_seconds: z.number(),
  billed_seconds: z.number(),
  /** Paid by a package before anything was billed. */
  package_seconds: z.number(),
  package_name: z.string().nullable(),
  net: is.moneyText,
  vat: is.moneyText,
  amount: is.moneyText,
  currency: z.string(),
  /** What the reseller above was credited, in its currency. */
  income: is.moneyText,
  balance_after: is.sumText.nullable(),
  /** That priced it last. */
  re_rating_id: is.id.nullable(),
})

/** One step of the decision, in the order in which it was taken (core/routing/trace.ts). */
const step = z.object({
  step: z.string(),
  result: z.enum(['OK', 'ELIGIBLE', 'EXCLUDED', 'REFUSED', 'INFO']),
  text: z.string(),
  facts: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
})

export const wholeCall = z.object({
  call: callRecord,
  attempts: z.array(callRecord),
  charges: z.array(charge),
  steps: z.array(step),
})
export type WholeCall = z.output<typeof wholeCall>

export const getCallRecord = endpoint({
  method: 'GET',
  path: '/api/cdr/:call_id',
  summary: 'One call with its attempts, charges and routing log',
  needs: 'call_records.view',
  params: z.object({ call_id: is.callId }),
  answer: wholeCall,
})
