// Moves additions to the sums that reports read (ADR-0020).
import { sql } from 'kysely'
import { asSqlConnection, type Database } from '../database.ts'
import { TRAFFIC_SUMS_LOCK } from '../locks.ts'
import {
  GROUPED,
  IS_KIND_OF_SELLER,
  ON_CONFLICT_ADD,
  quoted,
  SUMMED,
  TRAFFIC_COLUMNS,
  TRAFFIC_DAY_KINDS,
  TRAFFIC_KINDS,
} from './traffic-kinds.ts'

const IS_DAY = `kind in (${quoted(TRAFFIC_DAY_KINDS)})`

// Additions to an old quarter go into its hour or day.
const MOVE = `
  with moved as (
    delete from traffic_addition where ctid = any (array(
      select ctid from traffic_addition limit $1)) returning ${TRAFFIC_COLUMNS}),
  added as (
    insert into traffic_sum as s (kind, ${TRAFFIC_COLUMNS})
    select kind, case when ${IS_DAY} then date_trunc('day', bucket, c.day_sums_zone)
        else condensed_bucket(bucket, c) end, ${SUMMED}
    from moved cross join traffic_condensed c
      cross join unnest(array[${quoted([...TRAFFIC_KINDS, ...TRAFFIC_DAY_KINDS])}]) kind
    where ${IS_KIND_OF_SELLER} and (not ${IS_DAY} or bucket >= c.day_sums_from)
    group by ${GROUPED} order by ${GROUPED}
    ${ON_CONFLICT_ADD})
  select count(*)::integer as count from moved`

/** Moves that many of the additions at most; returns whether there may be more. */
export async function moveTrafficAdditions(database: Database, rows_max: number): Promise<boolean> {
  return database.transaction().execute(async (tx) => {
    const { rows } = await sql<{ is_free: boolean }>`
      select pg_try_advisory_xact_lock(${sql.lit(TRAFFIC_SUMS_LOCK)}) as is_free`.execute(tx)
    if (!rows[0]?.is_free) return false
    const moved = await asSqlConnection(tx).query<{ count: number }>(MOVE, [rows_max])
    return moved.rows[0]?.count === rows_max
  })
}
