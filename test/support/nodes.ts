// A second machine for tests: the database that both reach, and the code to join.
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '#db/database.ts'
import { addNode, addNodeJoin } from '#db/machine/nodes.ts'
import { readSecretKeys } from '#db/secrets/secret-keys.ts'
import { startPostgres } from '#supervisor/postgres/postgres.ts'
import { makeTestFolder, SETTINGS } from './postgres-for-tests.ts'
import type { Product } from './product.ts'

const CODE = '5eed'.repeat(8)

/** A new node and its code, encrypted with the key of the first machine. */
export async function addNodeCode(
  database: Database,
  first: Pick<Product, 'folder'>,
  name: string,
): Promise<{ node_id: number; join_code: string }> {
  const keys = readSecretKeys(await readFile(join(first.folder, 'secrets/secret-keys'), 'utf8'))
  return database.transaction().execute(async (tx) => {
    const node_id = (await addNode(tx, name)) ?? 0
    const code = keys.encrypt('node_join.code', CODE)
    const id = await addNodeJoin(tx, { node_id, code, minutes: 60 })
    return { node_id, join_code: `${id}-${CODE}` }
  })
}

export interface SharedPostgres {
  readonly url: string
  close(): Promise<void>
}

/** A PostgreSQL that is reached over TCP, as by machines that share it. */
export async function startSharedPostgres(address: string): Promise<SharedPostgres> {
  const folder = await makeTestFolder()
  const settings = { ...SETTINGS, listen_addresses: address }
  const postgres = await startPostgres({ folder, log: () => {}, settings })
  const url = new URL(postgres.url)
  url.hostname = address
  return {
    url: url.href,
    async close() {
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
