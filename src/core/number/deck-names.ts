// Names of destinations, or countries, by prefix, as in the code deck.

export type DeckNames = ReadonlyMap<string, string>

/** Prefixes of the code deck are not longer. */
const PREFIX_MAX = 15

/** By the longest prefix; empty where none fits. */
export function byLongestPrefix(values: ReadonlyMap<string, string>, number: string): string {
  for (let length = Math.min(number.length, PREFIX_MAX); length > 0; length--) {
    const value = values.get(number.slice(0, length))
    if (value !== undefined) return value
  }
  return ''
}
