// The time range of a report in whole quarters of an hour, and the one before that it is compared
// with.
import { sql } from 'kysely'
import type { Database } from '../database.ts'
import { resolvePeriod, type TimeQuery } from '../periods.ts'
import { SERVER_ZONE } from '../settings.ts'

export interface ReportPeriod {
  readonly from_at: string
  readonly to_at: string
  /** When that begins which the range is compared with. */
  readonly before_at: string
  readonly zone: string
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
  const zone = query.zone === undefined ? SERVER_ZONE : sql<string>`${query.zone}::text`
  const { from_at, to_at } = await resolvePeriod(database, query, zone)
  const before = unit
    ? sql`(from_at at time zone zone - ${sql.lit(`1 ${unit}`)}::interval) at time zone zone`
    : sql`from_at - (to_at - from_at)`
  const { rows } = await sql<ReportPeriod>`
    select from_at, to_at, least(${before}, from_at) as before_at, zone,
      to_at > from_at + ${sql.lit(LENGTH_MAX)}::interval + interval '1 day' as is_too_long
    from (select date_bin('15 minutes', ${from_at}::timestamptz, '2000-01-01Z') as from_at,
      date_bin('15 minutes', ${to_at}::timestamptz + interval '899.999999 seconds',
        '2000-01-01Z') as to_at,
      ${zone} as zone) period`.execute(database)
  const [period] = rows
  if (!period) throw new Error('A query without a table has one row')
  return period
}
