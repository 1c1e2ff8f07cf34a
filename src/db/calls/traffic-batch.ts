// The statements that add to the quarter-hour sums.
import type { ResellerTrafficRow, TrafficRow } from '#core/billing/sum-traffic.ts'
import type { TrafficAddition } from '#core/billing/traffic-additions.ts'
import {
  TRAFFIC_FIGURE_NAMES,
  TRAFFIC_FIGURES,
  type TrafficFigures,
} from '#core/billing/traffic-figures.ts'
import { type Columns, forRows } from '../columns.ts'

const TRAFFIC: Columns<TrafficRow> = {
  bucket: 'timestamptz',
  id: 'bigint',
  settlement_id: 'bigint',
  charged: 'bigint',
  charged_net: 'bigint',
  calls: 'integer',
  answered: 'integer',
  short_calls: 'integer',
  duration_ms: 'bigint',
  billed_seconds: 'bigint',
  revenue: 'bigint',
  cost: 'bigint',
  pdd_ms_sum: 'bigint',
  pdd_count: 'integer',
}

export const ADD_CLIENT_TRAFFIC = forRows(
  TRAFFIC,
  ({ rows }) => `insert into traffic_by_client as t (bucket, account_id, calls, answered,
    duration_ms, billed_seconds, revenue, cost, pdd_ms_sum, pdd_count, charged, charged_net)
  select bucket, id, calls, answered, duration_ms, billed_seconds, revenue, cost, pdd_ms_sum,
    pdd_count, charged, charged_net
  from ${rows}
  order by id, bucket
  on conflict (account_id, bucket) do update set calls = t.calls + excluded.calls,
    answered = t.answered + excluded.answered, duration_ms = t.duration_ms + excluded.duration_ms,
    billed_seconds = t.billed_seconds + excluded.billed_seconds,
    revenue = t.revenue + excluded.revenue, cost = t.cost + excluded.cost,
    pdd_ms_sum = t.pdd_ms_sum + excluded.pdd_ms_sum, pdd_count = t.pdd_count + excluded.pdd_count,
    charged = t.charged + excluded.charged, charged_net = t.charged_net + excluded.charged_net`,
)

export const ADD_GATEWAY_TRAFFIC = forRows(
  TRAFFIC,
  ({ rows }) => `insert into traffic_by_gateway as t (bucket, gateway_id, settlement_id,
    attempts, answered, duration_ms, billed_seconds, cost, pdd_ms_sum, pdd_count, charged,
    short_calls)
  select bucket, id, settlement_id, calls, answered, duration_ms, billed_seconds, cost,
    pdd_ms_sum, pdd_count, charged, short_calls
  from ${rows}
  order by id, bucket
  on conflict (gateway_id, bucket) do update set attempts = t.attempts + excluded.attempts,
    answered = t.answered + excluded.answered, duration_ms = t.duration_ms + excluded.duration_ms,
    billed_seconds = t.billed_seconds + excluded.billed_seconds,
    cost = t.cost + excluded.cost,
    pdd_ms_sum = t.pdd_ms_sum + excluded.pdd_ms_sum, pdd_count = t.pdd_count + excluded.pdd_count,
    charged = t.charged + excluded.charged,
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
    revenue: 'bigint',
    cost: 'bigint',
  },
  ({ rows }) => `insert into traffic_by_reseller as t (bucket, account_id, calls, answered,
    duration_ms, billed_seconds, revenue, cost)
  select bucket, id, calls, answered, duration_ms, billed_seconds, revenue, cost
  from ${rows}
  order by id, bucket
  on conflict (account_id, bucket) do update set calls = t.calls + excluded.calls,
    answered = t.answered + excluded.answered, duration_ms = t.duration_ms + excluded.duration_ms,
    billed_seconds = t.billed_seconds + excluded.billed_seconds,
    revenue = t.revenue + excluded.revenue, cost = t.cost + excluded.cost`,
)

const FIGURES = Object.fromEntries(
  TRAFFIC_FIGURE_NAMES.map((figure) => [
    figure,
    TRAFFIC_FIGURES[figure] === 'COUNT' ? 'integer' : 'bigint',
  ]),
) as Columns<TrafficFigures>

/** Not added up here: the sums that reports read are brought up to date apart from the calls. */
export const INSERT_TRAFFIC_ADDITIONS = forRows<TrafficAddition>(
  // biome-ignore format: a table of columns
  {
    bucket: 'timestamptz', seller_id: 'bigint', account_id: 'bigint', reseller_id: 'bigint',
    settlement_id: 'bigint', gateway_id: 'bigint', country: 'text', destination: 'text',
    prefix: 'text', sip_code: 'smallint', refusal: 'text', codec: 'text', ...FIGURES,
  },
  ({ names, values, rows }) => `insert into traffic_addition (${names})
    select ${values} from ${rows}`,
)
