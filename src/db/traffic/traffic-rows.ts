// The rows that a report adds up: sums by the day where it has whole ones, finer sums for the rest,
// and the additions that have not moved yet.

import { type RawBuilder, sql } from 'kysely'
import { TRAFFIC_FIGURE_NAMES } from '#core/billing/traffic-figures.ts'
import { dayKindWith, hasKey, kindWith, TRAFFIC_COLUMNS, TRAFFIC_KEYS } from './traffic-kinds.ts'
import type { ReportPeriod } from './traffic-period.ts'

interface TrafficRows {
  /** The columns of an addition. */
  readonly rows: RawBuilder<unknown>
  readonly has_clients: boolean
}

// As in the sums: of the same types all of them are one table for the planner.
const ADDITION = [
  'bucket',
  'seller_id',
  ...TRAFFIC_KEYS.map((key) => (key === 'destination' ? 'destination collate "C"' : key)),
  ...TRAFFIC_FIGURE_NAMES.map((figure) => `${figure}::bigint`),
].join(', ')

/** Those of the range of the report and of the one before it, which have all of these keys. */
export function trafficRows(columns: readonly string[], period: ReportPeriod): TrafficRows {
  const kind = kindWith(columns)
  const day_kind = dayKindWith(columns)
  const { before_at, from_at, to_at, ...days } = period
  const rowsOf = (of: string, from: string, to: string) => sql`
    select ${sql.raw(TRAFFIC_COLUMNS)} from traffic_sum where kind = ${sql.lit(of)}
      and bucket >= ${from}::timestamptz and bucket < ${to}::timestamptz`
  const parts = day_kind
    ? [
        rowsOf(kind, before_at, days.days_before_from_at),
        rowsOf(day_kind, days.days_before_from_at, days.days_before_to_at),
        rowsOf(kind, days.days_before_to_at, days.days_from_at),
        rowsOf(day_kind, days.days_from_at, days.days_to_at),
        rowsOf(kind, days.days_to_at, to_at),
      ]
    : [rowsOf(kind, before_at, to_at)]
  const added = sql`select ${sql.raw(ADDITION)} from traffic_addition
    where bucket >= ${before_at}::timestamptz and bucket < ${to_at}::timestamptz`
  return {
    rows: sql.join([...parts, added], sql` union all `),
    has_clients: hasKey(day_kind ?? kind, 'account_id'),
  }
}
