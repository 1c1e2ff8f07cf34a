// The quarter-hour sums that a batch of records adds to, so that reports never read records.
import type { CallRecord } from '#core/call/call-record.ts'
import { addSums, type Money, NO_MONEY, NO_SUM, toSystemCurrency } from '#core/money.ts'
import { SHORT_CALL_SECONDS } from '#core/routing/gateway-quality.ts'
import type { ResellerTrafficRow, TrafficRow } from './traffic-batch.ts'

const QUARTER_SECONDS = 900

/** What of a record is summed. */
export type TrafficRecord = Pick<
  CallRecord,
  | 'call_id'
  | 'started_at'
  | 'account_id'
  | 'gateway_id'
  | 'settlement_id'
  | 'reseller_ids'
  | 'is_last'
  | 'attempt_end'
  | 'status'
  | 'duration_ms'
  | 'pdd_ms'
  | 'call_pdd_ms'
  | 'billed_seconds'
  | 'sell_amount'
  | 'sell_fx'
  | 'buy_amount'
  | 'buy_fx'
  | 'margin'
>
export interface TrafficCharge {
  readonly call_id: string
  readonly account_id: number
  readonly parent_id: number
  readonly billed_seconds: number
  readonly amount: Money
  readonly income: Money
}

export interface TrafficSums {
  readonly clients: TrafficRow[]
  readonly gateways: TrafficRow[]
  readonly resellers: ResellerTrafficRow[]
}

/**
 * Calls per client and reseller, by their last record; attempts per gateway, by every record of one
 * that was sent: a call that we could not send says nothing of the gateway. A client waits for all
 * gateways, a gateway answers for itself. `charges` are those of the same calls.
 */
export function sumTraffic(
  records: readonly TrafficRecord[],
  charges: readonly TrafficCharge[],
): TrafficSums {
  const clients = new Map<string, TrafficRow>()
  const gateways = new Map<string, TrafficRow>()
  const resellers = new Map<string, ResellerTrafficRow>()
  const charges_of = Map.groupBy(charges, (charge) => charge.call_id)
  for (const record of records) {
    const { is_last, gateway_id, attempt_end, sell_amount, buy_amount } = record
    if (is_last) {
      const figures = { own_amount: sell_amount, pdd_ms: record.call_pdd_ms }
      add(clients, record.account_id, record, figures)
    }
    if (gateway_id !== null && attempt_end !== 'NOT_SENT') {
      add(gateways, gateway_id, record, { own_amount: buy_amount, pdd_ms: record.pdd_ms })
    }
    if (!is_last) continue
    const of_call = charges_of.get(record.call_id) ?? []
    for (const id of record.reseller_ids) addReseller(resellers, id, record, of_call)
  }
  return {
    clients: [...clients.values()],
    gateways: [...gateways.values()],
    resellers: [...resellers.values()],
  }
}

const bucketOf = (record: TrafficRecord) =>
  Math.floor(record.started_at / QUARTER_SECONDS) * QUARTER_SECONDS

const isShort = ({ status, duration_ms }: TrafficRecord) =>
  status === 'ANSWERED' && duration_ms <= SHORT_CALL_SECONDS * 1000

/** `own_amount` is in the currency of the client or of the settlement account, the rest is not. */
function add(
  sums: Map<string, TrafficRow>,
  id: number,
  record: TrafficRecord,
  { own_amount, pdd_ms }: { own_amount: Money; pdd_ms: number | null },
): void {
  const bucket = bucketOf(record)
  const key = `${id} ${bucket}`
  const sum = sums.get(key) ?? emptyRow(id, bucket, record.settlement_id ?? 0)
  const { sell_amount, sell_fx, buy_amount, buy_fx } = record
  sums.set(key, {
    ...sum,
    own_amount: addSums(sum.own_amount, own_amount),
    calls: sum.calls + 1,
    answered: sum.answered + (record.status === 'ANSWERED' ? 1 : 0),
    short_calls: sum.short_calls + (isShort(record) ? 1 : 0),
    duration_ms: sum.duration_ms + record.duration_ms,
    billed_seconds: sum.billed_seconds + record.billed_seconds,
    sell_amount: addSums(sum.sell_amount, toSystemCurrency(sell_amount, sell_fx)),
    buy_amount: addSums(sum.buy_amount, toSystemCurrency(buy_amount, buy_fx)),
    margin: addSums(sum.margin, record.margin),
    pdd_ms_sum: sum.pdd_ms_sum + (pdd_ms ?? 0),
    pdd_count: sum.pdd_count + (pdd_ms === null ? 0 : 1),
  })
}

function addReseller(
  sums: Map<string, ResellerTrafficRow>,
  id: number,
  record: TrafficRecord,
  of_call: readonly TrafficCharge[],
): void {
  const bucket = bucketOf(record)
  const key = `${id} ${bucket}`
  const own = of_call.find((charge) => charge.account_id === id)
  const child = of_call.find((charge) => charge.parent_id === id)
  const sum = sums.get(key)
  sums.set(key, {
    bucket,
    id,
    calls: (sum?.calls ?? 0) + 1,
    answered: (sum?.answered ?? 0) + (record.status === 'ANSWERED' ? 1 : 0),
    duration_ms: (sum?.duration_ms ?? 0) + record.duration_ms,
    billed_seconds: (sum?.billed_seconds ?? 0) + (own?.billed_seconds ?? 0),
    cost: addSums(sum?.cost ?? NO_SUM, own?.amount ?? NO_MONEY),
    income: addSums(sum?.income ?? NO_SUM, child?.income ?? NO_MONEY),
  })
}

function emptyRow(id: number, bucket: number, settlement_id: number): TrafficRow {
  return {
    bucket,
    id,
    settlement_id,
    own_amount: NO_SUM,
    calls: 0,
    answered: 0,
    short_calls: 0,
    duration_ms: 0,
    billed_seconds: 0,
    sell_amount: NO_SUM,
    buy_amount: NO_SUM,
    margin: NO_SUM,
    pdd_ms_sum: 0,
    pdd_count: 0,
  }
}

/**
 * What the sums of the same calls differ by: columns that say how many calls there were are 0 then.
 */
export function subtractTraffic(after: TrafficSums, before: TrafficSums): TrafficSums {
  return {
    clients: subtractRows(after.clients, before.clients),
    gateways: subtractRows(after.gateways, before.gateways),
    resellers: subtractRows(after.resellers, before.resellers),
  }
}

const KEYS: ReadonlySet<string> = new Set(['bucket', 'id', 'settlement_id'])

function subtractRows<Row extends TrafficRow | ResellerTrafficRow>(
  after: readonly Row[],
  before: readonly Row[],
): Row[] {
  return after.map((row) => {
    const was = before.find(({ id, bucket }) => id === row.id && bucket === row.bucket)
    const columns = Object.entries(row).map(([name, value]) => [
      name,
      KEYS.has(name) ? value : difference(value, was?.[name as keyof Row]),
    ])
    return Object.fromEntries(columns) as unknown as Row
  })
}

/** Of two counts or two sums. */
const difference = (after: number | bigint, before: unknown): number | bigint =>
  typeof after === 'bigint' ? after - (before as bigint) : after - (before as number)
