// The removal of archived days, and erasures, in a process of its own, which a test kills in the
// middle: its argument says what to do.
import { setTimeout as sleep } from 'node:timers/promises'
import { makeClient, openDatabase } from '#db/database.ts'
import { eraseAccounts } from '#supervisor/erasures/erase-accounts.ts'
import { removePartitions } from '#supervisor/retention/remove-partitions.ts'

export interface ArchiveWork {
  readonly what: 'archive' | 'erasure'
  readonly url: string
  readonly folder: string
}

/** Longer than a test takes to kill it. */
const HELD_MS = 60_000

const { what, url, folder } = JSON.parse(process.argv[2] ?? '') as ArchiveWork
const client = makeClient(url, 'killed')
await client.connect()
if (what === 'archive') {
  const folders = { folder, archive_folder: folder }
  // Between the finished file and the end of its partition.
  const onArchived = () => sleep(HELD_MS)
  await removePartitions(client, { url, ...folders, onArchived, now_ms: Date.now() })
} else {
  const database = openDatabase(url, 'killed', 1)
  await eraseAccounts(client, database, {
    ...{ archive_folder: folder, backups: undefined, rows_max: 100 },
  })
}
