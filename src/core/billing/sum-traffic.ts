// The quarter-hour sums that a batch of records adds to, so that reports never read records.
import type { CallRecord } from '../call/call-record.ts'
import { earningsOf, netIncome, shareOf } from '../call/earnings.ts'
import { SHORT_CALL_SECONDS } from '../gateway/gateway-quality.ts'
import { addSums, type Money, NO_MONEY, NO_SUM, type Sum, toSystemCurrency } from '../money.ts'

const QUARTER_SECONDS = 900

export interface TrafficRow {
  readonly bucket: number
  readonly id: number
  readonly settlement_id: number
  /** In the currency of the account: with VAT, and without. */
  readonly charged: Sum
  readonly charged_net: Sum
  readonly calls: number
  readonly answered: number
  /** Answered, and over within the time that counts as short. */
  readonly short_calls: number
  readonly duration_ms: number
  readonly billed_seconds: number
  /** In the system currency, without VAT. */
  readonly revenue: Sum
  readonly cost: Sum
  readonly pdd_ms_sum: number
  readonly pdd_count: number
}

export interface ResellerTrafficRow {
  readonly bucket: number
  readonly id: number
  readonly calls: number
  readonly answered: number
  readonly duration_ms: number
  readonly billed_seconds: number
  /** In the currency of the reseller, without VAT. */
  readonly revenue: Sum
  readonly cost: Sum
}

/** The fields of a record that are summed. */
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
  | 'buy_amount'
  | 'buy_fx'
  | 'revenue'
  | 'cost'
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

export interface TrafficSums {
  readonly clients: TrafficRow[]
  readonly gateways: TrafficRow[]
  readonly resellers: ResellerTrafficRow[]
}

/**
 * Calls per client and reseller, by their last record; attempts per gateway, by every record of one
 * that was sent: an attempt that was not sent is not the gateway's fault. A client waits for all
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
    const { is_last, gateway_id, attempt_end } = record
    const of_call = charges_of.get(record.call_id) ?? []
    if (is_last) add(clients, record.account_id, record, clientFigures(record, of_call))
    if (gateway_id !== null && attempt_end !== 'NOT_SENT') {
      add(gateways, gateway_id, record, gatewayFigures(record, of_call))
    }
    if (!is_last) continue
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

interface Figures {
  readonly charged: Money
  readonly charged_net: Money
  readonly revenue: Money
  readonly cost: Money
  readonly pdd_ms: number | null
}

const chargeOf = (charges: readonly TrafficCharge[], id: number | null) =>
  charges.find((charge) => charge.account_id === id)

function clientFigures(record: TrafficRecord, of_call: readonly TrafficCharge[]): Figures {
  const { sell_amount, revenue, cost, call_pdd_ms } = record
  const charged_net = chargeOf(of_call, record.account_id)?.net ?? NO_MONEY
  return { charged: sell_amount, charged_net, revenue, cost, pdd_ms: call_pdd_ms }
}

/** A settlement account has one charge for all its attempts: each has its part of the net. */
function gatewayFigures(record: TrafficRecord, of_call: readonly TrafficCharge[]): Figures {
  const { buy_amount, buy_fx, pdd_ms } = record
  const { net, amount } = chargeOf(of_call, record.settlement_id) ?? NOTHING
  const charged_net = shareOf(buy_amount, net, amount)
  const bought = toSystemCurrency(charged_net, buy_fx)
  return { charged: buy_amount, charged_net, ...earningsOf(NO_MONEY, [bought]), pdd_ms }
}

const NOTHING = { net: NO_MONEY, amount: NO_MONEY }

/** The charges are in the currency of the account, the rest is not. */
function add(
  sums: Map<string, TrafficRow>,
  id: number,
  record: TrafficRecord,
  { charged, charged_net, revenue, cost, pdd_ms }: Figures,
): void {
  const bucket = bucketOf(record)
  const key = `${id} ${bucket}`
  const sum = sums.get(key) ?? emptyRow(id, bucket, record.settlement_id ?? 0)
  sums.set(key, {
    ...sum,
    charged: addSums(sum.charged, charged),
    charged_net: addSums(sum.charged_net, charged_net),
    calls: sum.calls + 1,
    answered: sum.answered + (record.status === 'ANSWERED' ? 1 : 0),
    short_calls: sum.short_calls + (isShort(record) ? 1 : 0),
    duration_ms: sum.duration_ms + record.duration_ms,
    billed_seconds: sum.billed_seconds + record.billed_seconds,
    revenue: addSums(sum.revenue, revenue),
    cost: addSums(sum.cost, cost),
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
  const own = chargeOf(of_call, id)
  const child = of_call.find((charge) => charge.parent_id === id)
  const earned = earningsOf(child ? netIncome(child) : NO_MONEY, [own?.net ?? NO_MONEY])
  const sum = sums.get(key)
  sums.set(key, {
    bucket,
    id,
    calls: (sum?.calls ?? 0) + 1,
    answered: (sum?.answered ?? 0) + (record.status === 'ANSWERED' ? 1 : 0),
    duration_ms: (sum?.duration_ms ?? 0) + record.duration_ms,
    billed_seconds: (sum?.billed_seconds ?? 0) + (own?.billed_seconds ?? 0),
    revenue: addSums(sum?.revenue ?? NO_SUM, earned.revenue),
    cost: addSums(sum?.cost ?? NO_SUM, earned.cost),
  })
}

function emptyRow(id: number, bucket: number, settlement_id: number): TrafficRow {
  return {
    bucket,
    id,
    settlement_id,
    charged: NO_SUM,
    charged_net: NO_SUM,
    calls: 0,
    answered: 0,
    short_calls: 0,
    duration_ms: 0,
    billed_seconds: 0,
    revenue: NO_SUM,
    cost: NO_SUM,
    pdd_ms_sum: 0,
    pdd_count: 0,
  }
}

/** The difference between two sums of the same calls: columns that count calls are 0 then. */
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

/** The difference of two counts or two sums. */
const difference = (after: number | bigint, before: unknown): number | bigint =>
  typeof after === 'bigint' ? after - (before as bigint) : after - (before as number)
