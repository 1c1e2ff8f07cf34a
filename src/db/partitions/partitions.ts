// Partitions by day of what calls leave behind and of failed logins, and by month of the activity
// log and the ledger. There is no default partition, because that would forbid to detach one
// without stopping the writers; a missing day of calls is made on demand.
import type { SqlConnection } from '../database.ts'

const DAILY = [
  ...['call_record', 'call_charge', 'routing_log', 'auth_failure'],
  ...['sip_message', 'call_recording'],
]
const MONTHLY = ['activity_log', 'ledger_entry'] as const
const DAY_MS = 86_400_000
const DAYS_AHEAD = 8
const MONTHS_AHEAD = 3
/** PostgreSQL's error code for a row without a partition. */
const NO_PARTITION = '23514'

export function isPartitionMissing(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    error.code === NO_PARTITION &&
    error.message.startsWith('no partition')
  )
}

/** Makes what is missing for `days` days, the first of which holds `from_ms` (epoch), in UTC. */
export async function makePartitions(
  client: SqlConnection,
  from_ms: number,
  days: number,
): Promise<void> {
  for (let day = 0; day < days; day++) {
    const date = new Date(from_ms + day * DAY_MS).toISOString().slice(0, 10)
    for (const table of DAILY) {
      await client.query('select make_partition($1, $2)', [table, date])
    }
  }
}

/** Makes what will be written to next, from yesterday on: a call may have begun then. */
export async function makePartitionsAhead(client: SqlConnection, now_ms: number): Promise<void> {
  await makePartitions(client, now_ms - DAY_MS, DAYS_AHEAD + 2)
  const now = new Date(now_ms)
  for (let month = 0; month <= MONTHS_AHEAD; month++) {
    const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + month, 1))
    const date = first.toISOString().slice(0, 10)
    for (const table of MONTHLY) {
      await client.query('select make_partition($1, $2)', [table, date])
    }
  }
}
