// The key of backups: an identity of age, so that the program `age` can read them without us.
import * as fs from 'node:fs/promises'
import { join } from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import type { DataFolder } from '../data-folder.ts'
import { makeFolder } from '../processes/folder.ts'

export interface BackupKey {
  /** Decrypts; kept in the secrets for the nightly proof, and by the operator elsewhere. */
  readonly identity: string
  /** Encrypts. */
  readonly recipient: string
}

const IDENTITY = /^AGE-SECRET-KEY-1[0-9A-Z]+$/

const keyFile = ({ path }: Pick<DataFolder, 'path'>): string => join(path, 'secrets', 'backup-key')

/** Reads a key as text; says what is wrong with one that is none. */
export async function toBackupKey(text: string): Promise<BackupKey> {
  const identity = text.trim()
  if (!IDENTITY.test(identity)) throw new Error('The key of a backup begins with AGE-SECRET-KEY-1.')
  return { identity, recipient: await identityToRecipient(identity) }
}

/** Undefined in a data folder without one. */
export async function readBackupKey(
  folder: Pick<DataFolder, 'path'>,
): Promise<BackupKey | undefined> {
  const text = await fs.readFile(keyFile(folder), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  return text === undefined ? undefined : await toBackupKey(text)
}

export async function writeBackupKey(
  folder: Pick<DataFolder, 'path'>,
  { identity }: BackupKey,
): Promise<void> {
  await makeFolder(join(folder.path, 'secrets'), 0o700)
  await fs.writeFile(keyFile(folder), `${identity}\n`, { mode: 0o600, flag: 'wx' })
}

export async function makeBackupKey(): Promise<BackupKey> {
  return await toBackupKey(await generateX25519Identity())
}
