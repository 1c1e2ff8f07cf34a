// The quarter-hour sums that a batch adds to, and the statements that add them.
import type { Sum } from '#core/money.ts'
import { type Columns, forRows } from './columns.ts'

export interface TrafficRow {
  readonly bucket: number
  readonly id: number
  readonly settlement_id: number
  readonly own_amount: Sum
  readonly calls: number
  readonly answered: number
  /** Answered, and over within the time that counts as short. */
  readonly short_calls: number
  readonly duration_ms: number
  readonly billed_seconds: number
  readonly sell_amount: Sum
  readonly buy_amount: Sum
  readonly margin: Sum
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
  readonly cost: Sum
  readonly income: Sum
}

const TRAFFIC: Columns<TrafficRow> = {
  bucket: 'timestamptz',
  id: 'bigint',
  settlement_id: 'bigint',
  own_amount: 'bigint',
  calls: 'integer',
  answered: 'integer',
  short_calls: 'integer',
  duration_ms: 'bigint',
  billed_seconds: 'bigint',
  sell_amount: 'bigint',
  buy_amount: 'bigint',
  margin: 'bigint',
  pdd_ms_sum: 'bigint',
  pdd_count: 'integer',
}

export const ADD_CLIENT_TRAFFIC = forRows(
  TRAFFIC,
  ({ rows }) => `insert into traffic_by_client as t (bucket, account_id, calls, answered,
    duration_ms, billed_seconds, sell_amount, buy_amount, margin, pdd_ms_sum, pdd_count,
    own_amount)
  select bucket, id, calls, answered, duration_ms, billed_seconds, sell_amount,
    buy_amount, margin, pdd_ms_sum, pdd_count, own_amount
  from ${rows}
  order by id, bucket
  on conflict (account_id, bucket) do update set calls = t.calls + excluded.calls,
    answered = t.answered + excluded.answered, duration_ms = t.duration_ms + excluded.duration_ms,
    billed_seconds = t.billed_seconds + excluded.billed_seconds,
    sell_amount = t.sell_amount + excluded.sell_amount,
    buy_amount = t.buy_amount + excluded.buy_amount, margin = t.margin + excluded.margin,
    pdd_ms_sum = t.pdd_ms_sum + excluded.pdd_ms_sum, pdd_count = t.pdd_count + excluded.pdd_count,
    own_amount = t.own_amount + excluded.own_amount`,
)

export const ADD_GATEWAY_TRAFFIC = forRows(
  TRAFFIC,
  ({ rows }) => `insert into traffic_by_gateway as t (bucket, gateway_id, settlement_id,
    attempts, answered, duration_ms, billed_seconds, sell_amount, buy_amount, pdd_ms_sum, pdd_count,
    own_amount, short_calls)
  select bucket, id, settlement_id, calls, answered, duration_ms, billed_seconds,
    sell_amount, buy_amount, pdd_ms_sum, pdd_count, own_amount, short_calls
  from ${rows}
  order by id, bucket
  on conflict (gateway_id, bucket) do update set attempts = t.attempts + excluded.attempts,
    answered = t.answered + excluded.answered, duration_ms = t.duration_ms + excluded.duration_ms,
    billed_seconds = t.billed_seconds + excluded.billed_seconds,
    sell_amount = t.sell_amount + excluded.sell_amount,
    buy_amount = t.buy_amount + excluded.buy_amount,
    pdd_ms_sum = t.pdd_ms_sum + excluded.pdd_ms_sum, pdd_count = t.pdd_count + excluded.pdd_count,
    own_amount = t.own_amount + excluded.own_amount,
    short_calls = t.short_calls + excluded.short_calls`,
)

export const ADD_RESELLER_TRAFFIC = forRows<ResellerTrafficRow>(
  {
    bucket: 'timestamptz',
    id: 'bigint',
    calls: 'integer',
    answered: 'integer',
    duration_ms: 'bigint',
    billed_seconds: 'bigint',
    cost: 'bigint',
    income: 'bigint',
  },
  ({ rows }) => `insert into traffic_by_reseller as t (bucket, account_id, calls, answered,
    duration_ms, billed_seconds, cost, income)
  select bucket, id, calls, answered, duration_ms, billed_seconds, cost, income
  from ${rows}
  order by id, bucket
  on conflict (account_id, bucket) do update set calls = t.calls + excluded.calls,
    answered = t.answered + excluded.answered, duration_ms = t.duration_ms + excluded.duration_ms,
    billed_seconds = t.billed_seconds + excluded.billed_seconds, cost = t.cost + excluded.cost,
    income = t.income + excluded.income`,
)
