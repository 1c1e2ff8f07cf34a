// Days of calls that leave the database for the archive, and are read from it.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, makeClient } from '#db/database.ts'
import { findPartitionsToRemove, requestRemoval } from '#db/partitions/partition-list.ts'
import { EVERYTHING } from '#db/scope.ts'
import { readArchive } from '#supervisor/archive/read-archive.ts'
import { removePartitions } from '#supervisor/retention/remove-partitions.ts'
import type { TestApi } from './api.ts'

const LOOK_EVERY_MS = 300

export interface TestArchive {
  readonly folder: string
  /** Does what the supervisor does for those who wait. */
  read(): Promise<void>
  /** The same again and again from now on. */
  keepReading(): void
  close(): Promise<void>
}

/** Has these partitions archived at the next run of the supervisor, as a user does by force. */
export async function requestArchiving(
  database: Database,
  names: readonly string[],
): Promise<void> {
  const found = await findPartitionsToRemove(database, EVERYTHING, names)
  const request = { wants_export: true, is_forced: true, requested_by: null }
  await database.transaction().execute((tx) => requestRemoval(tx, found, request))
}

/** Archives the UTC day of this time, as a user or the retention has it removed. */
export async function archiveDay(
  { database, url }: Pick<TestApi, 'database' | 'url'>,
  at_ms: number,
): Promise<TestArchive> {
  const folder = await mkdtemp(join(tmpdir(), 'archive-'))
  const client = makeClient(url, 'test archive')
  await client.connect()
  const day = new Date(at_ms).toISOString().slice(0, 10).replaceAll('-', '')
  await requestArchiving(database, [`call_record_${day}`, `call_charge_${day}`])
  const folders = { folder, archive_folder: folder }
  await removePartitions(client, { url, ...folders, now_ms: Date.now() })
  let looking: NodeJS.Timeout | undefined
  let reading: Promise<void> = Promise.resolve()
  const read = () => readArchive(client, { folder })
  return {
    folder,
    read,
    keepReading() {
      looking = setInterval(() => {
        reading = reading.then(read)
      }, LOOK_EVERY_MS)
    },
    async close() {
      clearInterval(looking)
      await reading
      await client.end()
      await rm(folder, { recursive: true })
    },
  }
}
