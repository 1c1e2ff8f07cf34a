// Rows that a job prepares: until then `prepared_at` is null, `failure` says why the last try
// failed, `failures` how often that was, and `retry_at` when the next try is.
import { type RawBuilder, sql } from 'kysely'
import type { Database } from './database.ts'

/** Each table, and the condition of rows of which a failure still counts. */
const COUNTS = {
  invoice: 'issued_at is null',
  price_notification: 'prepared_at is null',
} as const
type PreparedTable = keyof typeof COUNTS

export interface WaitingRow {
  readonly id: number
  /** Its tries so far. */
  readonly failures: number
}

/** Whether the row is prepared, or could not be; false while that is awaited. */
export async function isPrepared(
  database: Database,
  table: PreparedTable,
  id: number,
): Promise<boolean> {
  const { rows } = await sql<{ is_awaited: boolean }>`
    select prepared_at is null and failures = 0 as is_awaited
    from ${sql.table(table)} where id = ${id}`.execute(database)
  return rows[0]?.is_awaited !== true
}

const instant = (now_ms: number): RawBuilder<unknown> =>
  sql`${new Date(now_ms).toISOString()}::timestamptz`

/** Whether the next try is due, and not one of those that this run has tried. */
export const isDue = (now_ms: number, tried: readonly number[]): RawBuilder<boolean> =>
  sql<boolean>`coalesce(retry_at, '-infinity') <= ${instant(now_ms)}
    and id <> all (${[...tried]}::bigint[])`

/**
 * The next try is later each time: after 5 minutes, 10, 20 and so on, at most a day. Of two
 * processes that tried at once one counts.
 */
export async function noteFailedTry(
  database: Database,
  table: PreparedTable,
  { id, failures }: WaitingRow,
  failure: string,
  now_ms: number,
): Promise<void> {
  await sql`update ${sql.table(table)} set failure = ${failure}, failures = failures + 1,
      retry_at = ${instant(now_ms)}
        + least(interval '5 minutes' * power(2, least(failures, 10)), interval '1 day')
    where id = ${id} and failures = ${failures} and ${sql.raw(COUNTS[table])}`.execute(database)
}
