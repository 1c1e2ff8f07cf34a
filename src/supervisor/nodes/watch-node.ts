// The supervisor's part in the life of a node: it lets other machines join, drains its own switch
// and ends when its node is removed.
import { openDatabase } from '#db/database.ts'
import { readNode } from '#db/machine/nodes.ts'
import { readSecretKeys } from '#db/secrets/secret-keys.ts'
import type { Secrets } from '../data-folder.ts'
import { askKamailio, type RpcAddress } from '../kamailio/kamailio-rpc.ts'
import { admitNodes } from './admit-nodes.ts'

const EVERY_MS = 2000
/** The key in Kamailio's table of what is closing; each entry lasts a minute. */
const DRAINED = ['closing', 'node'] as const

export interface NodeWatchOptions {
  readonly url: string
  readonly node_id: number
  readonly secrets: Secrets
  readonly rpc: RpcAddress
  /** Called once. */
  onRemoved(): void
}

/** Watches until the returned function is called. */
export function watchNode(options: NodeWatchOptions): () => Promise<void> {
  const { url, node_id, secrets, rpc } = options
  const database = openDatabase(url, 'supervisor node', 1)
  const keys = readSecretKeys(secrets.secret_keys)
  let wasDrained = true
  let isGone = false

  async function look(): Promise<void> {
    const node = await readNode(database, node_id)
    if (!node || isGone) return
    if (node.is_removed) {
      isGone = true
      return options.onRemoved()
    }
    if (node.is_drained) await askKamailio(rpc, 'htable.sets', [...DRAINED, '1'])
    else if (wasDrained) await askKamailio(rpc, 'htable.delete', [...DRAINED])
    wasDrained = node.is_drained
    await admitNodes(database, keys, secrets.shared)
  }

  let working: Promise<void> | undefined
  const timer = setInterval(() => {
    // While the database is away nothing changes.
    working ??= look()
      .catch(() => {})
      .finally(() => {
        working = undefined
      })
  }, EVERY_MS)
  return async () => {
    clearInterval(timer)
    await working
    await database.destroy()
  }
}
