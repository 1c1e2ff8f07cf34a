// The backups of a data folder: where they go, with which key, and one of them.
import { join } from 'node:path'
import { KEEP_RULE } from '#core/backup/kept-backups.ts'
import type { Clock } from '#core/time/clock.ts'
import type { SqlConnection } from '#db/database.ts'
import { noteBackupStore, noteBaseBackups } from '#db/machine/backups.ts'
import { readSecretKeys } from '#db/secrets/secret-keys.ts'
import { withClient } from '#db/with-client.ts'
import { callArchiveFolder, storeArchive } from '../archive/stored-archive.ts'
import type { Config } from '../config.ts'
import type { DataFolder } from '../data-folder.ts'
import { postgresFolder } from '../postgres/database-part.ts'
import { databaseUser } from '../processes/system-user.ts'
import { makeBackupKey, readBackupKey, writeBackupKey } from './backup-key.ts'
import type { BackupStore, Backups } from './backup-store.ts'
import { makeBaseBackup } from './base-backup.ts'
import { listManifests, type Manifest } from './manifest.ts'
import { openStore } from './open-store.ts'
import { removeOldBackups } from './remove-old-backups.ts'
import { clearCopies } from './restored-copy.ts'
import { storeSecrets } from './secrets-bundle.ts'

export interface NightlyBackups extends Backups {
  /** In UTC. */
  readonly hour: number
}

/** With the key of the data folder, which gets one if it has none. */
export async function openBackups(
  folder: Pick<DataFolder, 'path'>,
  store: BackupStore,
): Promise<Backups> {
  const found = await readBackupKey(folder)
  const key = found ?? (await makeBackupKey())
  if (!found) await writeBackupKey(folder, key)
  return { store, key }
}

interface Start {
  readonly folder: Pick<DataFolder, 'path'>
  readonly secret_keys: string
  readonly clock: Pick<Clock, 'now_ms'>
}

/** Opens the backups, if there are to be any, and notes for the console where they go. */
export async function startBackups(
  url: string,
  config: Config,
  { folder, secret_keys, clock }: Start,
): Promise<NightlyBackups | undefined> {
  await clearCopies(folder.path)
  const { BACKUP_DIR, BACKUP_S3_URL, BACKUP_HOUR: hour, DATABASE_URL } = config
  const store = openStore(config, clock)
  const backups = store && (await openBackups(folder, store))
  const keys = readSecretKeys(secret_keys)
  await withClient(url, 'supervisor', (client) =>
    noteBackupStore(client, {
      kind: DATABASE_URL ? 'EXTERNAL' : backups ? 'OWN' : 'OFF',
      address: BACKUP_DIR ?? BACKUP_S3_URL ?? '',
      key: backups && {
        recipient: backups.key.recipient,
        sealed: keys.encrypt('backup_store.sealed_key', backups.key.identity),
      },
    }),
  )
  return backups && { ...backups, hour }
}

/** The archive, a base backup and the secrets; then backups that the rule leaves out go. */
export async function backUp(
  folder: Pick<DataFolder, 'path'>,
  url: string,
  { store, key }: Backups,
  now: Date,
): Promise<Manifest> {
  const { recipient } = key
  await storeArchive(callArchiveFolder(folder.path), { store, key })
  const pgdata = join(postgresFolder(folder.path), 'pg18')
  const source = { url, pgdata, user: databaseUser(pgdata) }
  const manifest = await makeBaseBackup(source, { store, recipient }, now)
  await storeSecrets(folder.path, store, { name: manifest.name, recipient })
  await removeOldBackups(store, KEEP_RULE)
  await withClient(url, 'backup', (client) => noteBackups(client, store))
  return manifest
}

/** Writes what is in the store into the database, for the console. */
export async function noteBackups(connection: SqlConnection, store: BackupStore): Promise<void> {
  await noteBaseBackups(connection, await listManifests(store))
}
