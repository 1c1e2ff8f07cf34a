// Removes the partitions whose removal was requested, with their exports. The supervisor does it,
// because it connects as the owner of the tables and writes the files.
import { statfs } from 'node:fs/promises'
import type pg from 'pg'
import { type Database, openDatabase } from '#db/database.ts'
import { TRAFFIC_SUMS_LOCK } from '#db/locks.ts'
import {
  detachPartition,
  dropPartition,
  findReasonToKeep,
  listRemovals,
  noteFailure,
  type Removal,
  refuseRemoval,
} from '#db/partitions/partition-removals.ts'
import { tryToLock } from '#db/with-client.ts'
import { makeFolder } from '../processes/folder.ts'
import { exportPartition } from './export-partition.ts'

/** The share of the size of a table that must be free on the disk before it is exported. */
const FREE_SHARE = 0.5

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

async function withDatabase<T>(url: string, work: (database: Database) => Promise<T>): Promise<T> {
  const database = openDatabase(url, 'supervisor partitions', 1)
  try {
    return await work(database)
  } finally {
    await database.destroy()
  }
}

interface Removing {
  readonly url: string
  /** For exported files. */
  readonly folder: string
  readonly now_ms: number
}

/** Does all that is requested, one after the other; the first failure is thrown at the end. */
export async function removePartitions(client: pg.Client, removing: Removing): Promise<void> {
  const removals = await listRemovals(client)
  if (removals.length === 0) return
  // By one supervisor of those that share a database, and not while sums of reports are written
  // again: those of a day that is detached meanwhile would be lost.
  if (!(await tryToLock(client, TRAFFIC_SUMS_LOCK))) return
  const failures: unknown[] = []
  try {
    for (const removal of removals) {
      try {
        await withDatabase(removing.url, (database) =>
          removePartition(client, database, removal, removing),
        )
      } catch (error) {
        failures.push(error)
        await noteFailure(client, removal, messageOf(error))
      }
    }
  } finally {
    await client.query('select pg_advisory_unlock($1)', [TRAFFIC_SUMS_LOCK])
  }
  if (failures.length > 0) throw failures[0]
}

async function removePartition(
  client: pg.Client,
  database: Database,
  removal: Removal,
  { folder, now_ms }: Removing,
): Promise<void> {
  if (removal.state === 'WAITING') {
    const reason = await findReasonToKeep(client, database, removal, now_ms)
    if (reason) return refuseRemoval(client, removal, reason)
    if (removal.wants_export) await refuseFullDisk(client, removal, folder)
    await detachPartition(client, removal)
  }
  const [counted = removal] = (await listRemovals(client)).filter(({ id }) => id === removal.id)
  const exported = removal.wants_export ? await exportPartition(client, counted, folder) : undefined
  await dropPartition(client, counted, exported)
}

/** Before it is detached: its rows would be in no list until there is room. */
async function refuseFullDisk(client: pg.Client, { name }: Removal, folder: string): Promise<void> {
  await makeFolder(folder, 0o700)
  const { bavail, bsize } = await statfs(folder)
  const { rows } = await client.query<{ bytes: number }>(
    'select pg_table_size(to_regclass($1)) as bytes',
    [name],
  )
  if (bavail * bsize < (rows[0]?.bytes ?? 0) * FREE_SHARE) {
    throw new Error('The disk has too little room for its export.')
  }
}
