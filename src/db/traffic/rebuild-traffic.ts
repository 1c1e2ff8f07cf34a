// Writes the sums of reports again, from call records.
import type pg from 'pg'
import { TRAFFIC_SUMS_LOCK } from '../locks.ts'
import { quoted, TRAFFIC_COLUMNS, TRAFFIC_KINDS } from './traffic-kinds.ts'

/**
 * When the days begin that may have call records, in the time zone of condensed sums. Those of
 * which records were removed keep their sums.
 */
export async function daysOfRecords(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ day: string }>(
    `select day at time zone c.zone as day
    from (select min(started_at) as first, max(started_at) as last from call_record) records
      cross join traffic_condensed c
      cross join lateral generate_series(date_trunc('day', first at time zone c.zone),
        last at time zone c.zone, '1 day') day
    where not exists (select from partition_removal p
      where p.parent = 'call_record' and p.row_count is not null
        and p.from_at < (day + interval '1 day') at time zone c.zone
        and p.to_at > day at time zone c.zone)
    order by day`,
  )
  return rows.map(({ day }) => day)
}

const inDay = (column: string) =>
  `${column} >= $1::timestamptz and ${column} < (
    select (($1::timestamptz at time zone zone) + interval '1 day') at time zone zone
    from traffic_condensed)`

/**
 * Calls may end meanwhile: the snapshot has their records and additions, or neither. The lock comes
 * before the snapshot, so that no additions move within it.
 */
export async function rebuildTrafficOfDay(client: pg.Client, day: string): Promise<void> {
  await client.query('select pg_advisory_lock($1)', [TRAFFIC_SUMS_LOCK])
  try {
    await client.query('begin isolation level repeatable read')
    await client.query(
      `delete from traffic_sum where kind in (${quoted(TRAFFIC_KINDS)}) and ${inDay('bucket')}`,
      [day],
    )
    // A job makes those by the day of these.
    await client.query(`update traffic_condensed set day_sums_from = 'infinity'`)
    await client.query(`delete from traffic_addition where ${inDay('bucket')}`, [day])
    await client.query(
      `insert into traffic_addition (${TRAFFIC_COLUMNS})
        select ${TRAFFIC_COLUMNS} from traffic_of_records where ${inDay('started_at')}`,
      [day],
    )
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    await client.query('select pg_advisory_unlock($1)', [TRAFFIC_SUMS_LOCK])
  }
}

/** All days, each in a transaction of its own; answers their number. */
export async function rebuildTraffic(
  client: pg.Client,
  onDay: (day: string, at: number, of: number) => void = () => {},
): Promise<number> {
  const days = await daysOfRecords(client)
  for (const [at, day] of days.entries()) {
    await rebuildTrafficOfDay(client, day)
    onDay(day, at + 1, days.length)
  }
  return days.length
}
