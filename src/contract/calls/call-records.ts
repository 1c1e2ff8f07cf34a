import { z } from 'zod'
import { ATTEMPT_ENDS, NOT_SENT_REASONS } from '#core/call/attempt-end.ts'
import { FAILURE_REASONS } from '#core/call/failure-reason.ts'
import { FAULT_SIDES } from '#core/call/fault-side.ts'
import { SILENT_SIDES } from '#core/call/one-way-audio.ts'
import { bareDigits } from '#core/number/pasted-number.ts'
import { endpoint } from '../endpoint.ts'
import { allNeeding, choicesNeeding, needing } from '../field-rights.ts'
import { oneOf, partOf } from '../filters.ts'
import { listQuery } from '../page.ts'
import * as is from '../primitives.ts'
import { inTime } from '../time-range.ts'
import { callMedia } from './call-media.ts'

export const CALL_STATUSES = ['ANSWERED', 'FAILED', 'CANCELLED', 'REJECTED'] as const

/** Answered for 15 seconds or less; over a second gateway; refused for one of some reasons. */
export const CALL_PRESETS = [
  'short',
  'rerouted',
  'not_authorised',
  'bad_routing',
  'package',
  'recorded',
] as const

const PRESET_RIGHTS = {
  rerouted: 'operations',
  not_authorised: 'operations',
  bad_routing: 'operations',
  package: 'sale',
  recorded: 'operations',
} as const

/** One row per call: that of its last attempt. */
export const callRecord = z.object({
  call_id: is.callId,
  /** A carrier does not learn that others were tried before it. */
  attempt_no: needing('operations', z.number()),
  is_last: needing('operations', z.boolean()),
  started_at: is.instant,
  /** When the INVITE was sent to the gateway; null if it was not. */
  sent_at: needing('settlement_side', is.instant.nullable()),
  progress_at: is.instant.nullable(),
  answered_at: is.instant.nullable(),
  ended_at: is.instant,
  duration_ms: z.number(),
  /** PDD of the attempt: from the INVITE to the gateway until it rang or answered. */
  pdd_ms: needing('settlement_side', z.number().nullable()),
  /** PDD of the call: from the caller's INVITE to ringing or answer. */
  call_pdd_ms: needing('caller_side', z.number().nullable()),
  routing_ms: needing('operations', z.number().nullable()),
  account_id: needing('clients', z.number()),
  /** Null when the caller is not known. */
  client_name: needing('clients', z.string().nullable()),
  client_type: needing('clients', z.string()),
  caller_number: needing('caller_side', z.string()),
  caller_name: needing('caller_side', z.string()),
  dialled_number: needing('caller_side', z.string()),
  called_number: needing('caller_side', z.string()),
  sent_number: needing('settlement_side', z.string()),
  prefix: needing('caller_side', z.string().nullable()),
  destination: needing('caller_side', z.string()),
  source_ip: needing('caller_side', z.string().nullable()),
  source_port: needing('caller_side', z.number().nullable()),
  settlement_name: needing('settlement_side', z.string().nullable()),
  gateway_id: needing('settlement_side', z.number().nullable()),
  gateway_name: needing('settlement_side', z.string().nullable()),
  gateway_address: needing('settlement_side', z.string().nullable()),
  route_plan_name: needing('operations', z.string().nullable()),
  status: z.enum(CALL_STATUSES),
  /** The response to the caller; null in all attempts but the last. */
  sip_code: needing('caller_side', z.number().nullable()),
  sip_reason: needing('caller_side', z.string()),
  q850_cause: needing('caller_side', z.number().nullable()),
  /** The response of the gateway; null when it sent none. */
  gateway_sip_code: needing('settlement_side', z.number().nullable()),
  gateway_q850_cause: needing('settlement_side', z.number().nullable()),
  /** How the attempt ended; null when no gateway was tried. */
  attempt_end: needing('settlement_side', z.enum(ATTEMPT_ENDS).nullable()),
  not_sent_reason: needing('operations', z.enum(NOT_SENT_REASONS).nullable()),
  /** Our own code when the switch refused or cut the call. */
  refusal: needing('operations', z.string().nullable()),
  /** Which side is at fault; null in an answered call that was not cut, and in earlier attempts. */
  fault: needing('operations', z.enum(FAULT_SIDES).nullable()),
  /** The reason for clients; null in an answered call, and in all attempts but the last. */
  failure: needing('caller_side', z.enum(FAILURE_REASONS).nullable()),
  release_side: z.enum(['CALLER', 'CALLEE', 'SWITCH']).nullable(),
  billed_seconds: needing('caller_side', z.number()),
  /** A minute, in the currency of the tariff. */
  sell_rate: needing('sale', is.rateText.nullable()),
  sell_rate_currency: needing('sale', z.string()),
  /** The charge to the client, VAT included. */
  sell_amount: needing('sale', is.moneyText),
  /** By the rate of the settlement account; the name is empty once that rate is deleted. */
  buy_prefix: needing('settlement_side', z.string().nullable()),
  buy_destination: needing('settlement_side', z.string()),
  buy_billed_seconds: needing('settlement_side', z.number()),
  buy_rate: needing('purchase', is.rateText.nullable()),
  buy_rate_currency: needing('purchase', z.string()),
  /** Due to the carriers, VAT included: for all attempts, or in an attempt for this one. */
  buy_amount: needing('purchase', is.sumText),
  /**
   * Revenue comes from the client or the top reseller, cost from carriers or reverse billing; in
   * the system currency, without VAT. For an attempt before the last one all are 0.
   */
  revenue: needing('earnings', is.moneyText),
  cost: needing('earnings', is.moneyText),
  margin: needing('earnings', is.sumText),
  /** A share of the revenue; null without revenue. */
  margin_percent: needing('earnings', is.percentText.nullable()),
  currency: needing('earnings', z.string()),
  sip_call_id: needing('caller_side', z.string()),
  user_agent: needing('caller_side', z.string()),
  /** User-Agent or Server of the gateway's final response, at most 128 characters. */
  gateway_user_agent: needing('settlement_side', z.string()),
  transport: needing('caller_side', z.string()),
  /** The name of the calling SIP user. */
  sip_username: needing('caller_side', z.string().nullable()),
  /** As the call was routed, and as sent to the gateway. */
  routed_caller_number: needing('operations', z.string()),
  sent_caller_number: needing('settlement_side', z.string()),
  /** The resellers above the client, the nearest first. */
  reseller_names: needing('clients', z.array(z.string())),
  ...callMedia,
  /** The currencies of the charge to the client and of the amount due to the carriers. */
  sell_currency: needing('sale', z.string()),
  buy_currency: needing('purchase', z.string()),
  /** Charges of the client and of all settlement accounts; null on rows before the last. */
  sell_net: needing('sale', is.moneyText.nullable()),
  sell_vat: needing('sale', is.moneyText.nullable()),
  buy_net: needing('purchase', is.sumText.nullable()),
  buy_vat: needing('purchase', is.sumText.nullable()),
  /** Headers about the caller, unchanged: untrusted text, at most 256 characters each. */
  pai: needing('caller_side', z.string()),
  rpid: needing('caller_side', z.string()),
  diversion: needing('caller_side', z.string()),
  privacy: needing('caller_side', z.string()),
  /** Hosts of the From header and of the request URI; also untrusted text. */
  from_domain: needing('caller_side', z.string()),
  dialled_domain: needing('caller_side', z.string()),
  /** Address and port of ours that the call came to. */
  local_address: needing('caller_side', z.string()),
  sent_caller_name: needing('settlement_side', z.string()),
  /** Through which the gateway was called. */
  tunnel_name: needing('operations', z.string().nullable()),
})
export type CallRecord = z.output<typeof callRecord>

/** 0 is none, as in reports. */
const idOrNone = is.queryNumber.refine((value) => value >= 0, 'Invalid id.')
/** The filter value for the empty key of a report. */
const NONE = z.literal('none')
const exactPrefix = z.union([is.prefix.min(1), NONE])

/** By what reports count a call: each finds exactly the calls of its count. */
const ofReports = {
  ...allNeeding(
    'clients',
    oneOf({
      /** Right above the client. */
      nearest_reseller_id: idOrNone,
      /** The same, or one of those below it today. */
      reseller_tree_id: is.queryId,
    }),
  ),
  ...allNeeding(
    'settlement_side',
    oneOf({ last_gateway_id: idOrNone, last_settlement_id: idOrNone }),
  ),
  /** The country of the called number. */
  ...oneOf({ country: z.union([is.countryCode, NONE]) }),
  /** By the client's rate; for `prefix` the first digits are enough. */
  ...allNeeding('caller_side', oneOf({ prefix: is.prefix, exact_prefix: exactPrefix })),
  ...allNeeding('caller_side', partOf({ exact_destination: z.string().min(1).max(200) })),
  ...oneOf({ caller_codec: z.string().min(1).max(40) }),
}

const filters = {
  type: z.enum(['retail', 'wholesale', 'all']).default('wholesale'),
  preset: choicesNeeding(PRESET_RIGHTS, z.enum(CALL_PRESETS)).optional(),
  /** FAILED means: not answered. */
  status: z.enum(CALL_STATUSES).optional(),
  ...inTime,
  ...allNeeding(
    'clients',
    oneOf({
      /** 0 is an unknown caller. */
      account_id: idOrNone,
      /** Anywhere above the client. */
      reseller_id: is.queryId,
    }),
  ),
  ...allNeeding(
    'caller_side',
    oneOf({
      /** An address, or a network that holds it. */
      source_ip: is.network,
      /** The first digits are enough. */
      caller_number: z.string().min(1).max(40).overwrite(bareDigits),
      called_number: is.numberDigits,
      sip_code: is.queryNumber,
      q850_cause: is.queryNumber,
    }),
  ),
  /** Any attempt of the call, also one that failed. */
  ...allNeeding('settlement_side', oneOf({ gateway_id: is.queryId, settlement_id: is.queryId })),
  ...allNeeding(
    'operations',
    oneOf({
      route_plan_id: is.queryId,
      refusal: z.string().min(1).max(40),
      fault: z.enum(FAULT_SIDES),
    }),
  ),
  /** The codec of either side. */
  ...oneOf({ codec: z.enum(is.CODECS), one_way_audio: z.enum(SILENT_SIDES) }),
  /** The username of the phone; a prefix is enough. */
  ...allNeeding('caller_side', partOf({ username: z.string().max(40) })),
  ...allNeeding('caller_side', partOf({ destination: z.string().trim().max(100) })),
  /** The whole Call-ID of any leg; that of a gateway is known of traced calls. */
  ...allNeeding('caller_side', partOf({ sip_call_id: z.string().trim().min(1).max(255) })),
  ...ofReports,
  /** Only calls that have ended after it, for a list that is live. */
  ended_after: is.instant.optional(),
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
  replica: true,
})

const counted = {
  calls: z.number(),
  answered: z.number(),
  seconds: z.number(),
  /** Answered per call, 0 to 1; null without calls. */
  asr: z.number().nullable(),
  /** Mean seconds of an answered call; null without one. */
  acd_seconds: z.number().nullable(),
}

const earned = {
  revenue: is.sumText,
  cost: is.sumText,
  margin: is.sumText,
  margin_percent: is.percentText.nullable(),
  currency: z.string(),
}

export const callTotals = z.object({ ...counted, ...earned })
export type CallTotals = z.output<typeof callTotals>

/** Amounts for clients and carriers, VAT included; null for calls in several currencies. */
const callRecordTotals = z.object({
  ...counted,
  ...allNeeding('earnings', earned),
  ...allNeeding('sale', { sold: is.sumText.nullable(), sell_currency: z.string().nullable() }),
  ...allNeeding('purchase', { bought: is.sumText.nullable(), buy_currency: z.string().nullable() }),
})
export type CallRecordTotals = z.output<typeof callRecordTotals>

export const getCallTotals = endpoint({
  method: 'GET',
  path: '/api/cdr/totals',
  summary: 'Totals of all matching calls; refused for too long a time range',
  needs: 'call_records.view',
  query: z.strictObject({ q: z.string().trim().max(100).optional(), ...filters }),
  answer: callRecordTotals,
  replica: true,
})

const charge = z.object({
  account_id: is.id,
  account_name: z.string(),
  /** 0 is the client, 1 to 5 the resellers above it, -1 the settlement account. */
  depth: z.number(),
  tariff_id: is.id,
  tariff_name: z.string().nullable(),
  /** The currency of rates and fees. */
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
  /** The credit to the reseller above, in its currency. */
  income: needing('earnings', is.moneyText),
  balance_after: is.sumText.nullable(),
  /** The re-rating that priced it last. */
  re_rating_id: needing('operations', is.id.nullable()),
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
  /** The code deck's name for the number, if no rate has given it a destination. */
  deck_destination: needing(
    'caller_side',
    z.object({ prefix: z.string(), name: z.string() }).nullable(),
  ),
  attempts: needing('settlement_side', z.array(callRecord)),
  /** The charges of the parties that the user may see. */
  charges: z.array(charge),
  /** Their texts name rates and costs. */
  steps: needing('earnings', z.array(step)),
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
