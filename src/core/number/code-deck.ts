// The code deck: what a prefix is called, its country and its type of network.

export const NETWORK_TYPES = [
  'FIXED',
  'MOBILE',
  'PREMIUM',
  'TOLL_FREE',
  'SATELLITE',
  'OTHER',
] as const
export type NetworkType = (typeof NETWORK_TYPES)[number]

export const DECK_SOURCES = ['BUILT_IN', 'IMPORT', 'MANUAL'] as const
export type DeckSource = (typeof DECK_SOURCES)[number]

/** Words in the names of destinations, as carriers write them. */
const WORDS: readonly (readonly [NetworkType, RegExp])[] = [
  ['SATELLITE', /\b(satellite|inmarsat|iridium|thuraya|globalstar)\b/i],
  ['TOLL_FREE', /\b(toll[ -]?free|freephone)\b/i],
  ['PREMIUM', /\bpremium\b/i],
  ['MOBILE', /\b(mobiles?|mob|cellular|gsm|pcs)\b/i],
  ['OTHER', /\b(special|services?|shared cost|personal|voip|paging|pager)\b/i],
]

/** The network type that the name of a destination contains; without a known word it is fixed. */
export const networkTypeOf = (destination: string): NetworkType =>
  WORDS.find(([, word]) => word.test(destination))?.[0] ?? 'FIXED'
