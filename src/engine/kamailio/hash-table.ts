// Reads a hash table of Kamailio over JSON-RPC.
import { z } from 'zod'
import type { KamailioRpc } from './rpc.ts'

const table = z.array(
  z.object({
    slot: z.array(z.object({ name: z.string(), value: z.union([z.string(), z.number()]) })),
  }),
)

export async function listTable(rpc: KamailioRpc, name: string) {
  const slots = table.parse((await rpc.call('htable.dump', [name])) ?? [])
  return slots.flatMap(({ slot }) => slot)
}
