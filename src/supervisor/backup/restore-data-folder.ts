// Restores a data folder: secrets, archive and database; the switch is drained until someone lets
// calls in.
import { existsSync } from 'node:fs'
import * as fs from 'node:fs/promises'
import { join } from 'node:path'
import { openDatabase } from '#db/database.ts'
import { writeDraining } from '#db/settings.ts'
import { callArchiveFolder, restoreArchive } from '../archive/stored-archive.ts'
import { postgresFolder } from '../postgres/database-part.ts'
import { startPostgres, stopPostgres } from '../postgres/postgres.ts'
import { runChild } from '../processes/child.ts'
import { makeFolder } from '../processes/folder.ts'
import { writeBackupKey } from './backup-key.ts'
import type { Backups } from './backup-store.ts'
import { type Restored, type RestoreOptions, restoreDatabase } from './restore.ts'
import { restoreSecrets } from './secrets-bundle.ts'

interface Options extends Backups, Pick<RestoreOptions, 'until' | 'say' | 'settings' | 'stop'> {
  /** The data folder, without a database. */
  readonly path: string
}

const markerOf = (path: string): string => join(path, 'restore-unfinished')

/** A switch must not start on it. */
export function refuseUnfinishedRestore(path: string): void {
  if (existsSync(markerOf(path))) {
    throw new Error(`A restore into ${path} was interrupted: run npm run restore again`)
  }
}

/** After an interruption it removes what is there, and begins again. */
export async function restoreDataFolder(options: Options): Promise<Restored> {
  const { path, store, key, say, settings = {} } = options
  const root = postgresFolder(path)
  const taken = [join(root, 'pg18'), join(path, 'secrets')]
  if (existsSync(markerOf(path))) {
    await stopPostgres(root)
    await runChild({ program: 'rm', args: ['-rf', '--', root, ...taken] })
  }
  const there = taken.find((one) => existsSync(one))
  if (there) throw new Error(`${there} is there: restore into an empty folder, by another DATA_DIR`)
  await makeFolder(path, 0o755)
  await fs.writeFile(markerOf(path), '')
  await restoreSecrets(path, store, key.identity)
  await restoreArchive(callArchiveFolder(path), store, key.identity)
  await writeBackupKey({ path }, key)
  const restored = await restoreDatabase({ ...options, root, identity: key.identity })
  const postgres = await startPostgres({ folder: root, log: say, settings })
  await drain(postgres.url).finally(() => postgres.stop())
  await fs.rm(markerOf(path))
  return restored
}

/** New calls are refused: gateways and clients may be at work elsewhere, or wait for a look. */
async function drain(url: string): Promise<void> {
  const database = openDatabase(url, 'restore', 1)
  try {
    await writeDraining(database, true)
  } finally {
    await database.destroy()
  }
}
