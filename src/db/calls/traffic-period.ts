// The time range of a report in whole quarters of an hour, for old traffic in whole hours or days,
// and the one before that it is compared with.
import { sql } from 'kysely'
import type { Database } from '../database.ts'
import { resolvePeriod, type TimeQuery } from '../periods.ts'
import { zoneOf } from '../settings.ts'

export interface ReportPeriod {
  readonly from_at: string
  readonly to_at: string
  /** When that begins which the range is compared with. */
  readonly before_at: string
  /** Of its hours, days and months: that of condensed sums where the chosen one cuts these. */
  readonly zone: string
  /** How the sums at its beginning are kept. */
  readonly kept_by: 'quarter' | 'hour' | 'day'
  /** It is longer than a report may be. */
  readonly is_too_long: boolean
}

/** Bounds each report, and the rows that it reads. */
const LENGTH_MAX = '13 months'

/**
 * `unit` is the unit of time that the report has rows of: each is compared with the one before.
 * Without one the range is compared with the same length of time before it.
 */
export async function resolveReportPeriod(
  database: Database,
  query: TimeQuery & { readonly zone?: string | undefined },
  unit: 'hour' | 'day' | 'month' | undefined,
): Promise<ReportPeriod> {
  const zone = zoneOf(query.zone ?? query.user_zone)
  const { from_at, to_at } = await resolvePeriod(database, query, zone)
  const before = unit
    ? sql`(from_at at time zone asked - ${sql.lit(`1 ${unit}`)}::interval) at time zone asked`
    : sql`from_at - (to_at - from_at)`
  const minute = sql`extract(minute from before_at at time zone`
  const cuts = unit
    ? sql`(before_at < c.days_until or (before_at < c.hours_until
        and ${minute} asked) <> ${minute} c.zone)))`
    : sql`false`
  const { rows } = await sql<ReportPeriod>`
    select condensed_bucket(from_at, c) as from_at,
      case when condensed_bucket(to_at, c) = to_at then to_at
        else condensed_end(to_at, c) end as to_at,
      greatest(condensed_bucket(before_at, c), ${unit === 'hour' ? sql`c.days_until` : sql`null`})
        as before_at,
      case when ${cuts} then c.zone else asked end as zone,
      case when from_at < c.days_until then 'day' when from_at < c.hours_until then 'hour'
        else 'quarter' end as kept_by,
      to_at > from_at + ${sql.lit(LENGTH_MAX)}::interval + interval '1 day' as is_too_long
    from (select *, least(${before}, from_at) as before_at
      from (select date_bin('15 minutes', ${from_at}::timestamptz, '2000-01-01Z') as from_at,
        date_bin('15 minutes', ${to_at}::timestamptz + interval '899.999999 seconds',
          '2000-01-01Z') as to_at,
        ${zone} as asked) range) period
      cross join traffic_condensed c`.execute(database)
  const [period] = rows
  if (!period) throw new Error('The time up to which sums are condensed has one row')
  return period
}
