// Periodic work that fails: kept for the console from the first failure until it succeeds.
import { sql } from 'kysely'
import { FIRST_NODE } from '#core/call/engine-name.ts'
import type { Database, SqlConnection } from '../database.ts'

const MESSAGE_LENGTH = 300
/** The names of work are in the code; this is for a process that names too many. */
const SHOWN_MAX = 50

export interface FailingWork {
  readonly process: string
  readonly work: string
  readonly failures: number
  readonly message: string
  readonly since: string
  readonly failed_at: string
}

/** When the last delivery failed is not kept: it was before the next one, or before now. */
const FAILING_CONSUMERS = sql`
  select 'jobs', 'record feed: ' || c.name, d.failures_in_a_row,
    left(d.error, ${sql.lit(MESSAGE_LENGTH)}), d.failing_since,
    coalesce(least(d.next_try_at, now()), d.failing_since)
  from record_consumer c join record_delivery d on d.consumer_id = c.id
  where c.status = 'active' and d.failing_since is not null`

/**
 * The work that fails again and again, the oldest first: three times, or for a minute. Work of a
 * process that is gone is left out after two hours, in which the rarest work is done again. A
 * consumer of the record feed that gets nothing counts as work of its own.
 */
export async function listFailingWork(database: Database): Promise<FailingWork[]> {
  const { rows } = await sql<FailingWork>`
    select * from (
      select process, work, failures, message, since, failed_at from failing_work
        where failed_at > now() - interval '2 hours'
      union all ${FAILING_CONSUMERS}) failing
    where failures >= 3 or since < now() - interval '1 minute'
    order by since, process, work limit ${SHOWN_MAX}`.execute(database)
  return rows
}

export interface WorkWatch {
  /** Runs work, and keeps whether it fails. The failure is thrown again. */
  run<T>(work: string, run: () => Promise<T>): Promise<T>
}

/** The name of a process that each node has: `meter`, and `meter of node 2`. */
export const nameOnNode = (process: string, node_id: number): string =>
  node_id === FIRST_NODE ? process : `${process} of node ${node_id}`

/** Watches a process that has just started, which has not failed at anything yet. */
export async function watchWork(database: SqlConnection, process: string): Promise<WorkWatch> {
  const failing = new Set<string>()
  await database.query('delete from failing_work where process = $1', [process])
  const note = (work: string, message: string) =>
    database.query(
      `insert into failing_work as f (process, work, message) values ($1, $2, $3)
        on conflict (process, work) do update
          set failures = f.failures + 1, message = excluded.message, failed_at = now()`,
      [process, work, message.slice(0, MESSAGE_LENGTH)],
    )
  return {
    async run(work, run) {
      try {
        const done = await run()
        if (failing.has(work)) {
          await database.query('delete from failing_work where process = $1 and work = $2', [
            process,
            work,
          ])
          failing.delete(work)
        }
        return done
      } catch (error) {
        failing.add(work)
        // While the database is away nothing is kept; the console shows that it is away.
        await note(work, error instanceof Error ? error.message : String(error)).catch(() => {})
        throw error
      }
    },
  }
}
