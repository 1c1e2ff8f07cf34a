// The files of the archive beside the backups, sealed as they are: a restore brings them back.
import { createReadStream, createWriteStream } from 'node:fs'
import { readdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type BackupStore, type Backups, SEALED } from '../backup/backup-store.ts'
import { seal, unseal } from '../backup/sealed-stream.ts'
import { makeFolder } from '../processes/folder.ts'

const ARCHIVE = 'archive'
const FINISHED = /\.(parquet|json)$/

export const callArchiveFolder = (data_folder: string): string => join(data_folder, 'archive')

/** Stores those that are not there yet: a file changes by masking and erasures alone. */
export async function storeArchive(folder: string, { store, key }: Backups): Promise<void> {
  const names = await readdir(folder).catch((): string[] => [])
  const stored = new Set(names.length > 0 ? await store.list(ARCHIVE) : [])
  for (const name of names) {
    if (!FINISHED.test(name) || stored.has(`${name}${SEALED}`)) continue
    await storeFile(name, join(folder, name), { store, key })
  }
}

/** Stores the file as `name`, in place of one of that name. */
export async function storeFile(
  name: string,
  path: string,
  { store, key }: Backups,
): Promise<void> {
  const sealed = await seal(createReadStream(path), key.recipient)
  await store.put(ARCHIVE, `${name}${SEALED}`, sealed)
}

/** Brings back a file that the folder has lost; false if the store has none of that name. */
export async function fetchArchived(
  folder: string,
  name: string,
  { store, key }: Backups,
): Promise<boolean> {
  const stored = await store.list(ARCHIVE)
  if (!stored.includes(`${name}${SEALED}`)) return false
  await unsealInto(folder, name, store, key.identity)
  return true
}

async function unsealInto(
  folder: string,
  name: string,
  store: BackupStore,
  identity: string,
): Promise<void> {
  const path = join(folder, name)
  const plain = await unseal(await store.get(ARCHIVE, `${name}${SEALED}`), identity)
  await pipeline(plain, createWriteStream(`${path}.part`, { mode: 0o600, flush: true }))
  await rename(`${path}.part`, path)
}

/** All files, also those of days that were removed after the time that is restored. */
export async function restoreArchive(
  folder: string,
  store: BackupStore,
  identity: string,
): Promise<void> {
  const names = await store.list(ARCHIVE)
  if (names.length > 0) await makeFolder(folder, 0o700)
  for (const name of names) {
    await unsealInto(folder, name.slice(0, -SEALED.length), store, identity)
  }
}
