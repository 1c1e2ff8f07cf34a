// The jobs that the supervisor runs, because it connects as the owner of the tables and reads and
// writes files: partitions ahead of time, the retention, masked numbers, the removal of
// partitions, the archive, erasures, and backups.
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Clock } from '#core/time/clock.ts'
import { removeOldRecalls } from '#db/archive/recalls.ts'
import { asSqlConnection, type Database, openDatabase, readDatabaseMs } from '#db/database.ts'
import { noteLogStored } from '#db/machine/backups.ts'
import { watchWork } from '#db/machine/failing-work.ts'
import { makePartitionsAhead } from '#db/partitions/partitions.ts'
import { withClient } from '#db/with-client.ts'
import type { Job, JobContext } from '#jobs/job.ts'
import { runJobs } from '#jobs/run-jobs.ts'
import { readArchive } from './archive/read-archive.ts'
import { callArchiveFolder, storeArchive } from './archive/stored-archive.ts'
import { backupJobs } from './backup/backup-jobs.ts'
import type { Backups } from './backup/backup-store.ts'
import type { NightlyBackups } from './backup/backups.ts'
import { startShipping } from './backup/log-archive.ts'
import { eraseAccounts } from './erasures/erase-accounts.ts'
import { postgresFolder } from './postgres/database-part.ts'
import { maskArchive } from './retention/mask-archive.ts'
import { maskNumbers } from './retention/mask-numbers.ts'
import { removePartitions } from './retention/remove-partitions.ts'
import { runRetention } from './retention/retention.ts'

const CONNECTIONS = 2
const STOP_TIMEOUT_MS = 3000
const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS

/** By the time of the database, which other machines share. */
const partitionJobs = (
  folder: string,
  archive_folder: string,
  backups: Backups | undefined,
): readonly Job[] => [
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
    name: 'masking numbers',
    every_ms: 60 * MINUTE_MS,
    isWokenBy: ({ changed }) => changed === 'setting',
    work: (context) =>
      overClient(context, async (client) => {
        await maskNumbers(client, context.database, await readDatabaseMs(client))
        await maskArchive(client, { folder: archive_folder, backups })
      }),
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
          archive_folder,
          onArchived: async () => backups && storeArchive(archive_folder, backups),
          now_ms: await readDatabaseMs(client),
        }),
      ),
  },
  {
    name: 'reading the archive',
    every_ms: 30 * SECOND_MS,
    isWokenBy: ({ changed }) => changed === 'recall',
    work: (context) =>
      overClient(context, async (client) => {
        await removeOldRecalls(context.database)
        await readArchive(client, { folder: archive_folder, backups })
      }),
  },
  {
    name: 'erasing accounts',
    every_ms: 10 * MINUTE_MS,
    isWokenBy: ({ changed }) => changed === 'erasure',
    work: (context) =>
      overClient(context, (client) =>
        eraseAccounts(client, context.database, { archive_folder, backups }),
      ),
  },
]

/** A stop ends the client, and what it does. */
const overClient = ({ url, stop }: JobContext, work: (client: pg.Client) => Promise<void>) =>
  withClient(url, 'supervisor partitions', work, stop)

interface SupervisorWork {
  readonly url: string
  readonly data_folder: string
  /** Undefined where none are made. */
  readonly backups: NightlyBackups | undefined
  readonly clock: Clock
  readonly say: (line: string) => void
}

/** Answers a function that stops them. */
export async function startSupervisorJobs({
  url,
  data_folder,
  backups,
  clock,
  say,
}: SupervisorWork): Promise<() => Promise<void>> {
  const database = openDatabase(url, 'supervisor jobs', CONNECTIONS)
  const write = (fields: object, message: string) =>
    say(`${message}: ${Object.values(fields).join(': ')}`)
  const log = { warn: write, error: write }
  const base = { process: 'supervisor', url, database, clock, log }
  const jobs = partitionJobs(join(data_folder, 'exports'), callArchiveFolder(data_folder), backups)
  const all = backups ? [...jobs, ...backupJobs({ path: data_folder, ...backups })] : jobs
  const stop = await runJobs(all, base)
  const stopShipping = backups && (await ship({ database, data_folder, backups, say }))
  return async () => {
    const stopped = Promise.all([stop(), stopShipping?.()]).then(() => database.destroy())
    // The next start completes the work under way.
    await Promise.race([stopped, sleep(STOP_TIMEOUT_MS, undefined, { ref: false })])
  }
}

/** The log of the database, all the time; what fails is shown as failing work is. */
async function ship({
  database,
  data_folder,
  backups,
  say,
}: Pick<SupervisorWork, 'data_folder' | 'say'> & { database: Database; backups: Backups }) {
  const connection = asSqlConnection(database)
  const { run } = await watchWork(connection, 'log archive')
  return startShipping({
    ...{ root: postgresFolder(data_folder), ...backups, say },
    onStored: (until) => noteLogStored(connection, until),
    watch: (work) => run('sending the log', work),
  })
}
