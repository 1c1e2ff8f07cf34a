// Removes the partitions whose removal was requested, with their exports. The supervisor does it,
// because it connects as the owner of the tables and writes the files.
import { statfs } from 'node:fs/promises'
import type pg from 'pg'
import type { PartitionedTable } from '#core/call/reason-to-keep.ts'
import { maskedBeforeMs } from '#core/number/masking-days.ts'
import { type Database, openDatabase } from '#db/database.ts'
import { TRAFFIC_SUMS_LOCK } from '#db/locks.ts'
import { areMasked } from '#db/partitions/number-masking.ts'
import {
  detachPartition,
  dropPartition,
  findReasonToKeep,
  listRemovals,
  noteFailure,
  type Removal,
  refuseRemoval,
} from '#db/partitions/partition-removals.ts'
import { readSettings } from '#db/settings.ts'
import { tryToLock } from '#db/with-client.ts'
import { archivePartition } from '../archive/archive-partition.ts'
import { makeFolder } from '../processes/folder.ts'
import { exportPartition } from './export-partition.ts'

/** Days that lists can read from the archive. */
const ARCHIVED: readonly PartitionedTable[] = ['call_record', 'call_charge']
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
  /** For days of calls that lists can still read. */
  readonly archive_folder: string
  /** Before a day goes that is in the archive. */
  readonly onArchived?: () => Promise<void>
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
  { folder, archive_folder, onArchived, now_ms }: Removing,
): Promise<void> {
  const isArchived = ARCHIVED.includes(removal.parent)
  if (removal.state === 'WAITING') {
    const reason = await findReasonToKeep(client, database, removal, now_ms)
    if (reason) return refuseRemoval(client, removal, reason)
    if (removal.wants_export) {
      const whole = await findWholeNumbers(client, database, removal, now_ms)
      if (whole?.isRefused) return refuseRemoval(client, removal, whole.reason)
      if (whole) return noteFailure(client, removal, whole.reason)
      await refuseFullDisk(client, removal, isArchived ? archive_folder : folder)
    }
    await detachPartition(client, removal)
  }
  const [counted = removal] = (await listRemovals(client)).filter(({ id }) => id === removal.id)
  const write = () =>
    isArchived
      ? archivePartition(client, counted, archive_folder)
      : exportPartition(client, counted, folder)
  const exported = removal.wants_export ? await write() : undefined
  if (exported && isArchived) await onArchived?.()
  await dropPartition(client, counted, exported)
}

/** Have whole numbers, and are removed before those of calls are masked. */
const WITH_NUMBERS: readonly PartitionedTable[] = [
  ...(['routing_log', 'sip_message', 'call_recording', 'auth_failure'] as const),
]

/** A file would keep the numbers that are masked in the database. */
async function findWholeNumbers(
  client: pg.Client,
  database: Database,
  { parent, to_at }: Removal,
  now_ms: number,
): Promise<{ isRefused: boolean; reason: string } | undefined> {
  const { mask_numbers_days: days } = await readSettings(database)
  if (days === null) return undefined
  if (WITH_NUMBERS.includes(parent)) {
    const reason = `It has numbers, which are masked after ${days} days: remove it without export.`
    return { isRefused: true, reason }
  }
  if (parent !== 'call_record' || (await areMasked(client, to_at))) return undefined
  if (Date.parse(to_at) <= maskedBeforeMs(now_ms, days)) {
    return { isRefused: false, reason: 'Its numbers are masked first.' }
  }
  const reason = `Its numbers are masked after ${days} days: export it then, or remove it without.`
  return { isRefused: true, reason }
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
