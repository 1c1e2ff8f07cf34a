// The jobs that run by themselves, a row each: when it ran, when it runs again, why it failed.
import { sql } from 'kysely'
import type { Database, SqlConnection } from '../database.ts'

const ERROR_LENGTH = 300

export interface JobRun {
  readonly name: string
  /** A run that has begun and has not ended. */
  readonly is_running: boolean
  readonly started_at: string
  /** The duration of the last run that has ended. */
  readonly duration_ms: number | null
  readonly next_at: string | null
  readonly failures_in_a_row: number
  /** The failure of the last run; empty if it succeeded. */
  readonly error: string
}

export async function listJobs(database: Database): Promise<JobRun[]> {
  const { rows } = await sql<JobRun>`
    select name, is_running, started_at, duration_ms, next_at, failures_in_a_row, error
    from job order by name`.execute(database)
  return rows
}

/** Jobs that an earlier version had in this process; and those of one that has died run no more. */
export async function forgetOtherJobs(
  connection: SqlConnection,
  process: string,
  names: readonly string[],
): Promise<void> {
  await connection.query('delete from job where process = $1 and name <> all ($2)', [
    process,
    names,
  ])
  await connection.query('update job set is_running = false where process = $1', [process])
}

export async function noteJobBegun(
  connection: SqlConnection,
  process: string,
  name: string,
): Promise<void> {
  await connection.query(
    `insert into job (process, name, is_running, started_at) values ($1, $2, true, now())
      on conflict (name) do update
        set process = $1, is_running = true, started_at = now(), next_at = null`,
    [process, name],
  )
}

export async function noteJobEnded(
  connection: SqlConnection,
  name: string,
  run: {
    readonly error: string | undefined
    readonly failures_in_a_row: number
    readonly pause_ms: number
  },
): Promise<void> {
  await connection.query(
    `update job set is_running = false, error = $2, failures_in_a_row = $3,
      duration_ms = greatest(0, extract(epoch from now() - started_at) * 1000)::bigint,
      next_at = now() + make_interval(secs => $4::double precision / 1000)
    where name = $1`,
    [name, run.error?.slice(0, ERROR_LENGTH) ?? '', run.failures_in_a_row, run.pause_ms],
  )
}
