// The jobs that the supervisor runs, because it connects as the owner of the tables and writes
// files: partitions ahead of time, the retention, and the removal of partitions.
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Clock } from '#core/time/clock.ts'
import { openDatabase, readDatabaseMs } from '#db/database.ts'
import { makePartitionsAhead } from '#db/partitions/partitions.ts'
import { withClient } from '#db/with-client.ts'
import type { Job, JobContext } from '#jobs/job.ts'
import { runJobs } from '#jobs/run-jobs.ts'
import { removePartitions } from './remove-partitions.ts'
import { runRetention } from './retention.ts'

const CONNECTIONS = 2
const STOP_TIMEOUT_MS = 3000
const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS

/** By the time of the database, which other machines share. */
const partitionJobs = (folder: string): readonly Job[] => [
  {
    name: 'making partitions',
    every_ms: 10 * MINUTE_MS,
    work: (context) =>
      overClient(context, async (client) =>
        makePartitionsAhead(client, await readDatabaseMs(client)),
      ),
  },
  {
    name: 'retention',
    every_ms: 60 * MINUTE_MS,
    work: (context) =>
      overClient(context, async (client) =>
        runRetention(context.database, folder, await readDatabaseMs(client)),
      ),
  },
  {
    name: 'removing partitions',
    every_ms: 30 * SECOND_MS,
    isWokenBy: ({ changed }) => changed === 'partition_removal',
    work: (context) =>
      overClient(context, async (client) =>
        removePartitions(client, {
          url: context.url,
          folder,
          now_ms: await readDatabaseMs(client),
        }),
      ),
  },
]

/** A stop ends the client, and what it does. */
const overClient = ({ url, stop }: JobContext, work: (client: pg.Client) => Promise<void>) =>
  withClient(url, 'supervisor partitions', work, stop)

interface PartitionWork {
  readonly url: string
  /** For exported files. */
  readonly folder: string
  readonly clock: Clock
  readonly say: (line: string) => void
}

/** Answers a function that stops them. */
export async function startPartitionJobs({
  url,
  folder,
  clock,
  say,
}: PartitionWork): Promise<() => Promise<void>> {
  const database = openDatabase(url, 'supervisor jobs', CONNECTIONS)
  const write = (fields: object, message: string) =>
    say(`${message}: ${Object.values(fields).join(': ')}`)
  const log = { warn: write, error: write }
  const base = { process: 'supervisor', url, database, clock, log }
  const stop = await runJobs(partitionJobs(folder), base)
  return async () => {
    const stopped = stop().then(() => database.destroy())
    // The next start completes the work under way.
    await Promise.race([stopped, sleep(STOP_TIMEOUT_MS, undefined, { ref: false })])
  }
}
