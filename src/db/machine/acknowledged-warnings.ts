// Warnings of running processes that an operator has acknowledged.
import { sql } from 'kysely'
import type { Tx } from '../database.ts'

const DAYS = 7

interface Acknowledgement {
  readonly process: string
  readonly reason: string
  readonly username: string
  /** ISO 8601. */
  readonly at: string
}

/** Answers the warning, or nothing if the process reports none. */
export async function acknowledgeWarning(
  tx: Tx,
  { process, reason, username, at }: Acknowledgement,
): Promise<string | undefined> {
  const { rows } = await sql<{ warning: string }>`
    insert into acknowledged_warning as a (process, warning, reason, username, until)
    select name, detail, ${reason}, ${username}, ${at}::timestamptz + make_interval(days => ${DAYS})
    from process_state where name = ${process} and state = 'running' and detail <> ''
    order by node_id limit 1
    on conflict (process) do update set warning = excluded.warning, reason = excluded.reason,
      username = excluded.username, until = excluded.until
    returning warning`.execute(tx)
  return rows[0]?.warning
}

/** Answers the reason that was given, or nothing if there was no acknowledgement. */
export async function removeAcknowledgement(tx: Tx, process: string): Promise<string | undefined> {
  const { rows } = await sql<{ reason: string }>`
    delete from acknowledged_warning where process = ${process} returning reason`.execute(tx)
  return rows[0]?.reason
}
