// The name of a prefix in the code deck: the name of a rate that is given none.
import { lookupDeckName } from '#contract/console/lookups.ts'
import { send } from '../http/client.ts'
import { useOne } from '../http/use-endpoint.ts'

const isWhole = (prefix: string): boolean => /^\d{1,15}$/.test(prefix)

/** Undefined where the deck has none, and until that is known. */
export function useDeckName(prefix: string) {
  const call = { query: { prefix } }
  return useOne(lookupDeckName, call, { enabled: isWhole(prefix) }).data ?? undefined
}

export async function deckNameOf(prefix: string): Promise<string> {
  if (!isWhole(prefix)) return ''
  return (await send(lookupDeckName, { query: { prefix } }))?.name ?? ''
}
