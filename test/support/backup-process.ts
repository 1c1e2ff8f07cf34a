// Backup and restore in a process of its own, which a test kills in the middle: its argument says
// what to do.

import type { BackupKey } from '#supervisor/backup/backup-key.ts'
import { backUp } from '#supervisor/backup/backups.ts'
import { FolderStore } from '#supervisor/backup/folder-store.ts'
import { startShipping } from '#supervisor/backup/log-archive.ts'
import { restoreDataFolder } from '#supervisor/backup/restore-data-folder.ts'

export interface BackupWork {
  readonly what: 'backup' | 'restore'
  /** The data folder that is saved, or restored into. */
  readonly path: string
  readonly store: string
  readonly key: BackupKey
  /** Its database, of a backup. */
  readonly url: string
  readonly root: string
}

const say = () => {}
const work = JSON.parse(process.argv[2] ?? '') as BackupWork
const { path, key, url, root } = work
const store = new FolderStore(work.store, { now_ms: () => Date.now() })
if (work.what === 'restore') await restoreDataFolder({ path, store, key, until: undefined, say })
else {
  const shipping = { root, store, key, say, onStored: async () => {} }
  const stop = startShipping({ ...shipping, watch: (one) => one() })
  await backUp({ path }, url, { store, key }, new Date()).finally(stop)
}
