// A database of its own with the schema, whose log goes into a store of backups in a folder.
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { migrate } from '#db/migrate.ts'
import { withClient } from '#db/with-client.ts'
import { type BackupKey, makeBackupKey } from '#supervisor/backup/backup-key.ts'
import type { BackupStore } from '#supervisor/backup/backup-store.ts'
import { backUp } from '#supervisor/backup/backups.ts'
import { FolderStore } from '#supervisor/backup/folder-store.ts'
import {
  archiveFolder,
  archiveSettings,
  shipLog,
  startShipping,
} from '#supervisor/backup/log-archive.ts'
import type { Manifest } from '#supervisor/backup/manifest.ts'
import { type Postgres, startPostgres } from '#supervisor/postgres/postgres.ts'
import { waitUntil } from '#supervisor/processes/process-table.ts'
import { makeTestFolder } from './postgres-for-tests.ts'

export const SMALL = { shared_buffers: '32MB', min_wal_size: '32MB' }
const log = () => {}

export const query = (url: string, sql: string): Promise<Record<string, unknown>[]> =>
  withClient(url, 'test', async (client) => (await client.query(sql)).rows)

export interface BackedUp {
  readonly base: string
  /** The data folder, in `base`. */
  readonly data: string
  readonly store: BackupStore
  readonly key: BackupKey
  readonly server: Postgres
  /** The moments until which the log was in the store. */
  readonly stored: readonly Date[]
  backUp(): Promise<Manifest>
  /** All of the log up to now. */
  shipAll(): Promise<void>
  close(): Promise<void>
}

/** By default into a folder in `base`. */
export async function startBackedUp(other?: BackupStore): Promise<BackedUp> {
  const base = await makeTestFolder()
  const data = join(base, 'data')
  const root = join(data, 'postgres')
  const store = other ?? new FolderStore(join(base, 'backups'), { now_ms: () => Date.now() })
  const key = await makeBackupKey()
  const settings = { ...SMALL, ...(await archiveSettings(root)) }
  const server = await startPostgres({ folder: root, log, settings })
  await migrate(server.url)
  await mkdir(join(data, 'secrets'))
  const stored: Date[] = []
  return {
    ...{ base, data, store, key, server, stored },
    async backUp() {
      const stopShipping = startShipping({
        ...{ root, store, key, say: log },
        onStored: async (until) => void stored.push(until),
        watch: (work) => work(),
      })
      try {
        return await backUp({ path: data }, server.url, { store, key }, new Date())
      } finally {
        await stopShipping()
      }
    },
    async shipAll() {
      const [row] = await query(server.url, 'select pg_walfile_name(pg_switch_wal()) as name')
      await query(server.url, 'checkpoint')
      const isStored = async () => {
        await shipLog(archiveFolder(root), { store, key })
        return (await store.list('log')).includes(`${row?.name}.zst.age`)
      }
      if (!(await waitUntil(isStored, 20_000))) throw new Error('The log was not archived')
    },
    async close() {
      await server.stop()
      await rm(base, { recursive: true, force: true })
    },
  }
}
