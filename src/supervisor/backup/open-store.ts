// The store of the backups that the settings of the start name.
import type { Clock } from '#core/time/clock.ts'
import type { Config } from '../config.ts'
import type { BackupStore } from './backup-store.ts'
import { FolderStore } from './folder-store.ts'
import { S3Store } from './s3-store.ts'

/** Undefined if backups are off. */
export function openStore(config: Config, clock: Pick<Clock, 'now_ms'>): BackupStore | undefined {
  if (config.BACKUP_DIR) return new FolderStore(config.BACKUP_DIR, clock)
  const { BACKUP_S3_URL: url, BACKUP_S3_REGION: region } = config
  const { BACKUP_S3_KEY_ID: key_id, BACKUP_S3_SECRET: secret } = config
  if (!url || !region || !key_id || !secret) return undefined
  return new S3Store({ url, region, key_id, secret }, clock)
}

/** For a command, which is of no use without. */
export function requireStore(config: Config, clock: Pick<Clock, 'now_ms'>): BackupStore {
  const store = openStore(config, clock)
  if (!store) throw new Error('BACKUP_DIR or BACKUP_S3_URL must be set: where the backups are')
  return store
}
