// A restored copy of the database beside it, for a while: restore tests and trials of upgrades.
import * as fs from 'node:fs/promises'
import { join } from 'node:path'
import { postgresFolder } from '../postgres/database-part.ts'
import { startPostgres, stopPostgres } from '../postgres/postgres.ts'
import { runChild } from '../processes/child.ts'
import type { Backups } from './backup-store.ts'
import type { Restored } from './restore.ts'
import { restoreDataFolder } from './restore-data-folder.ts'

/** The running database keeps its memory. */
const SETTINGS = { shared_buffers: '256MB', max_wal_size: '1GB', min_wal_size: '80MB' }
/** Room on the disk beside the size of the database: for programs, log, and new calls. */
const RESERVE_BYTES = 2_000_000_000
const GB = 1_000_000_000

export interface CopyOptions extends Backups {
  /** The data folder of the running switch. */
  readonly path: string
  /** The size of the running database. */
  readonly database_bytes: number
  readonly stop: AbortSignal
  /** Gets each step, in words. */
  readonly onStep: (step: string) => void
}

/** The folders of copies, beside the database. */
type Copy = 'restore-test' | 'upgrade-test'

/** Ends the server of an interrupted copy, and removes its files. */
async function clearCopy(path: string, copy: Copy): Promise<void> {
  const folder = join(path, copy)
  await stopPostgres(postgresFolder(folder))
  await runChild({ program: 'rm', args: ['-rf', '--', folder] })
}

export async function clearCopies(path: string): Promise<void> {
  await clearCopy(path, 'restore-test')
  await clearCopy(path, 'upgrade-test')
}

/**
 * Restores the last backup, with the log up to now, and gives it to `work` by its address; then it
 * is removed, also when something fails.
 */
export async function withRestoredCopy<T>(
  copy: Copy,
  options: CopyOptions,
  work: (url: string, restored: Restored) => Promise<T>,
): Promise<T> {
  const { path, store, key, stop, onStep } = options
  const folder = join(path, copy)
  const root = postgresFolder(folder)
  const abandon = () => void stopPostgres(root).catch(() => {})
  stop.addEventListener('abort', abandon)
  try {
    await clearCopy(path, copy)
    await refuseFullDisk(path, options.database_bytes)
    const restored = await restoreDataFolder({
      ...{ path: folder, store, key, until: undefined, settings: SETTINGS, stop },
      say: onStep,
    })
    stop.throwIfAborted()
    const postgres = await startPostgres({ folder: root, log: () => {}, settings: SETTINGS })
    return await work(postgres.url, restored).finally(() => postgres.stop())
  } finally {
    stop.removeEventListener('abort', abandon)
    await clearCopy(path, copy)
  }
}

async function refuseFullDisk(path: string, database_bytes: number): Promise<void> {
  const { bavail, bsize } = await fs.statfs(path)
  const free_bytes = bavail * bsize
  const needed_bytes = database_bytes + RESERVE_BYTES
  if (free_bytes >= needed_bytes) return
  const [needed, free] = [needed_bytes, free_bytes].map((bytes) => (bytes / GB).toFixed(1))
  throw new Error(`A restored copy needs ${needed} GB in ${path}, and ${free} GB are free`)
}
