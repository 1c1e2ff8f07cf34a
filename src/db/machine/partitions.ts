// Daily partitions of what calls leave behind. There is no default partition, because that would
// forbid to detach one without stopping the writers; a missing day is made on demand.
import type { SqlConnection } from '../database.ts'

const PARTITIONED = ['call_record', 'call_charge', 'routing_log'] as const
const DAY_MS = 86_400_000
export const DAYS_AHEAD = 8
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
    for (const table of PARTITIONED) {
      await client.query('select make_partition($1, $2)', [table, date])
    }
  }
}
