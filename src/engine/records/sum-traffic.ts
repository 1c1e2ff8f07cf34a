// The quarter-hour sums that a batch of records adds to, so that reports never read records.
import type { CallRecord } from '#core/call/call-record.ts'
import { addMoney, type Money } from '#core/money.ts'
import type { TrafficRow } from '#db/call-batch.ts'

const QUARTER_SECONDS = 900

/** Calls per client, by their last record; attempts per gateway, by every record that has one. */
export function sumTraffic(records: readonly CallRecord[]): {
  clients: TrafficRow[]
  gateways: TrafficRow[]
} {
  const clients = new Map<string, TrafficRow>()
  const gateways = new Map<string, TrafficRow>()
  for (const record of records) {
    if (record.is_last) add(clients, record.account_id, record)
    if (record.gateway_id !== null) add(gateways, record.gateway_id, record)
  }
  return { clients: [...clients.values()], gateways: [...gateways.values()] }
}

function add(sums: Map<string, TrafficRow>, id: number, record: CallRecord): void {
  const bucket = Math.floor(record.started_at / QUARTER_SECONDS) * QUARTER_SECONDS
  const key = `${id} ${bucket}`
  const sum = sums.get(key) ?? emptyRow(id, bucket, record.settlement_id ?? 0)
  sums.set(key, {
    ...sum,
    calls: sum.calls + 1,
    answered: sum.answered + (record.status === 'ANSWERED' ? 1 : 0),
    duration_ms: sum.duration_ms + record.duration_ms,
    billed_seconds: sum.billed_seconds + record.billed_seconds,
    sell_amount: addMoney(sum.sell_amount, record.sell_amount),
    buy_amount: addMoney(sum.buy_amount, record.buy_amount),
    margin: addMoney(sum.margin, record.margin),
    pdd_ms_sum: sum.pdd_ms_sum + (record.pdd_ms ?? 0),
    pdd_count: sum.pdd_count + (record.pdd_ms === null ? 0 : 1),
  })
}

function emptyRow(id: number, bucket: number, settlement_id: number): TrafficRow {
  return {
    bucket,
    id,
    settlement_id,
    calls: 0,
    answered: 0,
    duration_ms: 0,
    billed_seconds: 0,
    sell_amount: 0 as Money,
    buy_amount: 0 as Money,
    margin: 0 as Money,
    pdd_ms_sum: 0,
    pdd_count: 0,
  }
}
