// Names of destinations by prefix, as in the code deck: what a call is shown under that no rate
// names.

export type DeckNames = ReadonlyMap<string, string>

/** Prefixes of the code deck are not longer. */
const PREFIX_MAX = 15

/** By the longest prefix; empty where none fits. */
export function destinationOf(names: DeckNames, number: string): string {
  for (let length = Math.min(number.length, PREFIX_MAX); length > 0; length--) {
    const name = names.get(number.slice(0, length))
    if (name !== undefined) return name
  }
  return ''
}
