// The secrets of the data folder, without which the database opens and its passwords do not. The
// key of the backups is not among them: it would only open itself.
import { makeFolder } from '../processes/folder.ts'
import { type BackupStore, SEALED, SECRETS } from './backup-store.ts'
import { seal, unseal } from './sealed-stream.ts'
import { pack, unpack } from './tar.ts'

const FILES = ['secrets', 'postgres/secret']
const KEPT = 3

/** The oldest of more than three goes. */
export async function storeSecrets(
  data_folder: string,
  store: BackupStore,
  { name, recipient }: { readonly name: string; readonly recipient: string },
): Promise<void> {
  const packing = { folder: data_folder, files: FILES, left_out: ['secrets/backup-key'] }
  const { archive, ended } = pack(packing)
  const sealed = await seal(archive, recipient)
  await Promise.all([store.put(SECRETS, `${name}.tar${SEALED}`, sealed), ended])
  const names = await store.list(SECRETS)
  for (const old of names.slice(0, -KEPT)) await store.remove(SECRETS, old)
}

/** Those of the last backup: they open what older ones have encrypted too. */
export async function restoreSecrets(
  data_folder: string,
  store: BackupStore,
  identity: string,
): Promise<void> {
  const name = (await store.list(SECRETS)).at(-1)
  if (!name) throw new Error('The backups have no secrets.')
  await makeFolder(data_folder, 0o755)
  const plain = await unseal(await store.get(SECRETS, name), identity)
  await unpack(plain, data_folder)
}
