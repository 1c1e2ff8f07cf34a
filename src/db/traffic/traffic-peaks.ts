// The most channels and the most calls per second of a report: no sums of records, so they are
// read from the records themselves, for time ranges with few enough calls.
import { sql } from 'kysely'
import { among, callsOf } from '../calls/call-filters.ts'
import { openCallInScope } from '../calls/traffic.ts'
import type { Database } from '../database.ts'
import type { Scope } from '../scope.ts'
import type { ReportPeriod } from './traffic-period.ts'
import { sumTraffic, type TrafficReport } from './traffic-report.ts'

export interface Peaks {
  readonly peak_channels: number | null
  readonly peak_cps: number | null
}
export const NO_PEAKS: Peaks = { peak_channels: null, peak_cps: null }

/** Read in less time than a report may take. */
const CALLS_MAX = 50_000
/** The longest call, with the time that it rings: an earlier one has ended before the range. */
const LENGTH_MAX = '25 hours'

/** By the time of each row of the report, and '' for the whole range; undefined if not known. */
export async function readPeaks(
  database: Database,
  scope: Scope,
  { side, account_id }: TrafficReport,
  period: ReportPeriod,
  unit: 'hour' | 'day' | 'month',
): Promise<ReadonlyMap<string, Peaks> | undefined> {
  if (side === 'SETTLEMENT') return undefined
  const { rows: ranges } = await sql<{ from_at: string; is_whole: boolean }>`
    select from_at, not exists (select from partition_removal p where p.parent = 'call_record'
      and p.row_count is not null and p.to_at > from_at
      and p.from_at < ${period.to_at}::timestamptz) as is_whole
    from (select ${period.from_at}::timestamptz - ${sql.lit(LENGTH_MAX)}::interval as from_at) range
  `.execute(database)
  const [range] = ranges
  if (!range?.is_whole) return undefined
  const { from_at } = range
  const before = { before_at: from_at, days_before_from_at: from_at, days_before_to_at: from_at }
  const all = { ...period, ...before, from_at }
  const { calls } = await sumTraffic(database, scope, { side, groups: [], account_id }, all)
  if (calls > CALLS_MAX) return undefined
  const isOfClient = (column: string) =>
    account_id ? among(column, 'bigint')(account_id) : sql<boolean>`true`
  const timeOf = sql`date_trunc(${sql.lit(unit)}, at, ${period.zone}) as time`
  const step = sql.lit(`1 ${unit}`)
  const local = (at: string) => sql`(${at}::timestamptz at time zone ${period.zone})`
  const begins =
    unit === 'hour'
      ? sql`generate_series(date_trunc('hour', ${period.from_at}::timestamptz, ${period.zone}),
          ${period.to_at}::timestamptz, ${step}::interval)`
      : sql`(select begin at time zone ${period.zone} as begin from generate_series(
          date_trunc(${sql.lit(unit)}, ${local(period.from_at)}), ${local(period.to_at)},
          ${step}::interval) begin)`
  const { rows } = await sql<Peaks & { readonly time: string | null }>`
    with c as materialized (
      select r.started_at as from_at, r.ended_at as to_at from call_record r
      where r.started_at >= ${from_at}::timestamptz and r.started_at < ${period.to_at}::timestamptz
        and r.ended_at > ${period.from_at}::timestamptz and ${callsOf(scope)}
        and ${isOfClient('r.account_id')}
      union all
      select o.started_at, 'infinity' from open_call o
      where o.started_at < ${period.to_at}::timestamptz and ${openCallInScope(scope, 'o.')}
        and ${isOfClient('o.account_id')}),
    event as (
      select greatest(from_at, ${period.from_at}::timestamptz) as at, 1 as step from c
      union all select to_at, -1 from c where to_at < ${period.to_at}::timestamptz
      union all select begin, 0 from ${begins} begin
      where begin > ${period.from_at}::timestamptz),
    level as (
      select at, sum(step) over (order by at, step rows unbounded preceding) as channels
      from event where at < ${period.to_at}::timestamptz),
    second as (
      select date_trunc('second', from_at) as at, count(*) as calls from c
      where from_at >= ${period.from_at}::timestamptz group by 1),
    peak as (
      select ${timeOf}, channels, 0 as calls from level
      union all select ${timeOf}, 0, calls from second)
    select time, max(channels)::integer as peak_channels, max(calls)::integer as peak_cps
    from peak group by rollup (time)`.execute(database)
  return new Map(rows.map(({ time, ...peaks }) => [time ?? '', peaks]))
}
