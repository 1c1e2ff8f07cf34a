// Lists the operations that wait to be written or added up.
import { sql } from 'kysely'
import type { Database } from '../database.ts'

const ADDITIONS_COUNTED = 100_000

interface Queues {
  readonly traffic_additions: number
  readonly record_lag_seconds: number
}

export async function readQueues(database: Database): Promise<Queues> {
  const { rows } = await sql<Queues>`
    select
      (select count(*) from (
        select from traffic_addition limit ${ADDITIONS_COUNTED}) counted) as traffic_additions,
      (select coalesce(extract(epoch from now() - min(close_failed_at)), 0)::float8
        from open_call where close_failed_at is not null) as record_lag_seconds`.execute(database)
  return rows[0] ?? { traffic_additions: 0, record_lag_seconds: 0 }
}
