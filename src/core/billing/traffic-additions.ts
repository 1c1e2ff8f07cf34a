// The traffic that the records of calls add to reports: rows with all keys that a report can group
// by, from the side of the operator and of each reseller (ADR-0020).
import { OPERATOR_ID } from '../account/operator.ts'
import type { CallRecord } from '../call/call-record.ts'
import { earningsOf, netIncome } from '../call/earnings.ts'
import { isEffective } from '../call/effective-attempt.ts'
import { mediaQuality } from '../call/media-quality.ts'
import { SHORT_CALL_SECONDS } from '../gateway/gateway-quality.ts'
import { type Money, NO_MONEY, toSum } from '../money.ts'
import { countryOf } from '../number/country.ts'
import { addFigures, NO_TRAFFIC, negateFigures, type TrafficFigures } from './traffic-figures.ts'

const QUARTER_SECONDS = 900

interface TrafficKeys {
  /** Epoch seconds of the quarter of an hour. */
  readonly bucket: number
  /** From whose side: the operator, or a reseller. */
  readonly seller_id: number
  readonly account_id: number
  /** The one right above the client, or 0. */
  readonly reseller_id: number
  readonly settlement_id: number
  readonly gateway_id: number
  readonly country: string
  readonly destination: string
  readonly prefix: string
  readonly sip_code: number
  readonly refusal: string
  readonly codec: string
}

export interface TrafficAddition extends TrafficKeys, TrafficFigures {}

/** The fields of a record that rows are made of: keys, and what is summed. */
// biome-ignore format: a table of columns
export type ReportedRecord = Pick<
  CallRecord,
  | 'call_id' | 'started_at' | 'account_id' | 'reseller_ids' | 'settlement_id' | 'gateway_id'
  | 'called_number' | 'destination' | 'prefix' | 'sip_code' | 'gateway_sip_code'
  | 'gateway_q850_cause' | 'refusal' | 'fault' | 'codec' | 'is_last' | 'attempt_end' | 'status'
  | 'pdd_ms' | 'call_pdd_ms' | 'duration_ms' | 'billed_seconds' | 'buy_billed_seconds'
  | 'sell_amount' | 'buy_amount' | 'revenue' | 'cost' | 'media' | 'one_way_audio'
>

export interface TrafficCharge {
  readonly call_id: string
  readonly account_id: number
  readonly parent_id: number
  readonly billed_seconds: number
  readonly net: Money
  readonly amount: Money
  readonly income: Money
}

/** One row for each set of keys. `charges` are those of the same calls. */
export function trafficAdditions(
  records: readonly ReportedRecord[],
  charges: readonly TrafficCharge[],
): TrafficAddition[] {
  const charges_of = Map.groupBy(charges, (charge) => charge.call_id)
  const rows = records.flatMap((record) => {
    const keys = keysOf(record)
    const own = { ...keys, ...figuresOf(record) }
    if (!record.is_last) return [own]
    const of_call = charges_of.get(record.call_id) ?? []
    const sides = record.reseller_ids.map((id) => ({
      ...keys,
      ...sideOf(record, id, of_call),
      seller_id: id,
      settlement_id: 0,
      gateway_id: 0,
    }))
    return [own, ...sides]
  })
  return merge(rows)
}

function keysOf(record: ReportedRecord): TrafficKeys {
  return {
    bucket: Math.floor(record.started_at / QUARTER_SECONDS) * QUARTER_SECONDS,
    seller_id: OPERATOR_ID,
    account_id: record.account_id,
    reseller_id: record.reseller_ids[0] ?? 0,
    settlement_id: record.settlement_id ?? 0,
    gateway_id: record.gateway_id ?? 0,
    country: countryOf(record.called_number),
    destination: record.destination,
    prefix: record.prefix ?? '',
    sip_code: record.sip_code ?? record.gateway_sip_code ?? 0,
    refusal: record.refusal ?? '',
    codec: record.codec,
  }
}

function figuresOf(record: ReportedRecord): TrafficFigures {
  const is_sent = record.gateway_id !== null && record.attempt_end !== 'NOT_SENT'
  const pdd_ms = is_sent ? record.pdd_ms : null
  return {
    ...NO_TRAFFIC,
    attempts: is_sent ? 1 : 0,
    effective_attempts: is_sent && isEffective(record) ? 1 : 0,
    attempt_pdd_ms: pdd_ms ?? 0,
    attempt_pdds: pdd_ms === null ? 0 : 1,
    ...(record.is_last && countsOf(record)),
    duration_ms: record.duration_ms,
    billed_seconds: record.billed_seconds,
    buy_billed_seconds: record.buy_billed_seconds,
    revenue: toSum(record.revenue),
    cost: toSum(record.cost),
    charged: toSum(record.sell_amount),
    bought: toSum(record.buy_amount),
  }
}

function countsOf(record: ReportedRecord) {
  const { status, duration_ms, call_pdd_ms, fault } = record
  const is_answered = status === 'ANSWERED'
  return {
    calls: 1,
    answered: is_answered ? 1 : 0,
    short_calls: is_answered && duration_ms <= SHORT_CALL_SECONDS * 1000 ? 1 : 0,
    effective_calls: isEffective(record) ? 1 : 0,
    call_pdd_ms: call_pdd_ms ?? 0,
    call_pdds: call_pdd_ms === null ? 0 : 1,
    switch_faults: fault === 'SWITCH' ? 1 : 0,
    client_faults: fault === 'CLIENT' ? 1 : 0,
    settlement_faults: fault === 'SETTLEMENT' ? 1 : 0,
    user_faults: fault === 'USER' ? 1 : 0,
    ...qualityOf(record),
  }
}

function qualityOf({ media, one_way_audio }: ReportedRecord) {
  const { mos, loss_percent, jitter_ms, round_trip_ms } = mediaQuality(media)
  return {
    quality_calls: mos === null ? 0 : 1,
    mos_sum: Math.round((mos ?? 0) * 10),
    loss_sum: loss_percent ?? 0,
    jitter_sum: jitter_ms ?? 0,
    round_trip_calls: round_trip_ms === null ? 0 : 1,
    round_trip_sum: round_trip_ms ?? 0,
    one_way_calls: one_way_audio === null ? 0 : 1,
  }
}

/** The call as a reseller sold and bought it: without gateways, and so without attempts. */
function sideOf(
  record: ReportedRecord,
  id: number,
  of_call: readonly TrafficCharge[],
): TrafficFigures {
  const own = of_call.find((charge) => charge.account_id === id)
  const child = of_call.find((charge) => charge.parent_id === id)
  const earned = earningsOf(child ? netIncome(child) : NO_MONEY, [own?.net ?? NO_MONEY])
  return {
    ...NO_TRAFFIC,
    ...countsOf(record),
    duration_ms: record.duration_ms,
    billed_seconds: child?.billed_seconds ?? 0,
    buy_billed_seconds: own?.billed_seconds ?? 0,
    revenue: toSum(earned.revenue),
    cost: toSum(earned.cost),
  }
}

const keyOf = (row: TrafficKeys): string =>
  `${row.bucket} ${row.seller_id} ${row.account_id} ${row.reseller_id} ${row.settlement_id} ${
    row.gateway_id
  } ${row.prefix} ${row.sip_code} ${row.refusal} ${row.codec} ${row.country} ${row.destination}`

function merge(rows: readonly TrafficAddition[]): TrafficAddition[] {
  const merged = new Map<string, TrafficAddition>()
  for (const row of rows) {
    const key = keyOf(row)
    const sum = merged.get(key)
    merged.set(key, sum ? { ...row, ...addFigures(sum, row) } : row)
  }
  return [...merged.values()]
}

/** The rows negated: a re-rating adds these, and those of the calls as they are then. */
export const takenBack = (rows: readonly TrafficAddition[]): TrafficAddition[] =>
  rows.map((row) => ({ ...row, ...negateFigures(row) }))
