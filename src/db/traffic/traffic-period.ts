// The time range of a report in whole quarters of an hour, for old traffic in whole hours or days,
// and the one before that it is compared with.
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database.ts'
import { resolvePeriod, type TimeQuery } from '../periods.ts'
import { zoneOf } from '../settings.ts'

export interface ReportPeriod {
  readonly from_at: string
  readonly to_at: string
  /** When that begins which the range is compared with. */
  readonly before_at: string
  /** Zone of its hours, days and months: that of condensed sums where the chosen one cuts these. */
  readonly zone: string
  /** How the sums at its beginning are kept. */
  readonly kept_by: 'quarter' | 'hour' | 'day'
  /** The whole days of the range that sums by the day may be read for; none if both are equal. */
  readonly days_from_at: string
  readonly days_to_at: string
  /** The same of the range before. */
  readonly days_before_from_at: string
  readonly days_before_to_at: string
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
  const period = sql`
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
        ${zone} as asked) range) asked
      cross join traffic_condensed c`
  const { rows } = await sql<ReportPeriod>`
    select p.*, ${daysOf('days', sql`p.from_at`, sql`p.to_at`, 'or this day')},
      ${daysOf('days_before', sql`p.before_at`, sql`p.from_at`)}
    from (${period}) p cross join traffic_condensed c
      cross join lateral (select ${daysSince(unit)} as days_since) d`.execute(database)
  const [found] = rows
  if (!found) throw new Error('The time up to which sums are condensed has one row')
  return found
}

/** Rows of days and months need the same days; condensed sums of another zone are cut by days. */
function daysSince(unit: 'hour' | 'day' | 'month' | undefined): RawBuilder<unknown> {
  const since = sql`case when c.zone = c.day_sums_zone then c.day_sums_from
    else greatest(c.day_sums_from, c.hours_until) end`
  if (unit === undefined) return since
  const isSame = unit === 'hour' ? sql`false` : sql`p.zone = c.day_sums_zone`
  return sql`case when ${isSame} then ${since} else 'infinity' end`
}

/** The whole days within a range, and this day if it ends later than now: all there is of it. */
function daysOf(
  name: string,
  from_at: RawBuilder<unknown>,
  to_at: RawBuilder<unknown>,
  this_day?: 'or this day',
) {
  const endOfDay = (at: RawBuilder<unknown>) => sql`
    (date_trunc('day', (${at} - interval '1 microsecond') at time zone c.day_sums_zone)
      + interval '1 day') at time zone c.day_sums_zone`
  const begin = sql`least(${to_at}, ${endOfDay(sql`greatest(${from_at}, days_since)`)})`
  const whole = sql`date_trunc('day', ${to_at}, c.day_sums_zone)`
  const end = this_day
    ? sql`case when ${to_at} > now() and ${begin} < ${to_at} then ${endOfDay(to_at)}
        else ${whole} end`
    : whole
  return sql`${begin} as ${sql.ref(`${name}_from_at`)},
    greatest(${begin}, ${end}) as ${sql.ref(`${name}_to_at`)}`
}
