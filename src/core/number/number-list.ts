// A list by which numbers are accepted, refused or tagged, or a pool from which one is taken.

export type ListAction = 'ACCEPT' | 'REJECT'

export interface NumberListItem {
  /** Digits only; the empty one begins every number. */
  readonly key: string
  /** The item matches only numbers with this many digits. */
  readonly min_length: number
  readonly max_length: number
  readonly action: ListAction
  /** Empty is none. */
  readonly tag: string
}

export interface NumberListRow {
  readonly id: number
  readonly name: string
  /** A blocked list accepts every number. */
  readonly status: 'active' | 'blocked'
  /** The whole number, its beginning, or a pool. */
  readonly mode: 'STRICT' | 'PREFIX' | 'RANDOM'
  /** For a number that no item fits. */
  readonly default_action: ListAction
}

export interface NumberList extends NumberListRow {
  /** By their key, those of few lengths before those of many. */
  readonly items: ReadonlyMap<string, readonly NumberListItem[]>
  readonly longest_key: number
  /** The numbers that a pool can return. */
  readonly pool: readonly string[]
}

export interface ListAnswer {
  readonly action: ListAction
  readonly tag: string
  /** The item that matched; null for the default. */
  readonly item: NumberListItem | null
}

export function makeNumberList(row: NumberListRow, items: readonly NumberListItem[]): NumberList {
  const byKey = new Map<string, NumberListItem[]>()
  for (const item of items) {
    const others = byKey.get(item.key)
    if (others) others.push(item)
    else byKey.set(item.key, [item])
  }
  for (const same of byKey.values()) same.sort(byBounds)
  const pool = row.mode === 'RANDOM' ? items.filter(isGivenOut).map(({ key }) => key) : []
  const longest_key = items.reduce((longest, { key }) => Math.max(longest, key.length), 0)
  return { ...row, items: byKey, longest_key, pool }
}

/** Narrower bounds say more; a list has no two items of one key with the same bounds. */
const byBounds = (a: NumberListItem, b: NumberListItem): number =>
  a.max_length - a.min_length - (b.max_length - b.min_length) || a.min_length - b.min_length

/** A rejected number stays in its pool, but is not used. */
const isGivenOut = ({ key, action }: NumberListItem): boolean => key !== '' && action === 'ACCEPT'

/**
 * The item with the longest matching key, or the default of the list (docs/domain/numbers.md, N6).
 */
export function matchNumber(list: NumberList, number: string): ListAnswer {
  if (list.status === 'blocked') return { action: 'ACCEPT', tag: '', item: null }
  const digits = number.startsWith('+') ? number.slice(1) : number
  const item = findItem(list, digits)
  return item
    ? { action: item.action, tag: item.tag, item }
    : { action: list.default_action, tag: '', item: null }
}

function findItem(list: NumberList, digits: string): NumberListItem | null {
  const isWhole = list.mode !== 'PREFIX'
  const shortest = isWhole ? digits.length : 0
  for (let at = Math.min(digits.length, list.longest_key); at >= shortest; at -= 1) {
    const same = list.items.get(digits.slice(0, at))
    const fitting = same?.find(
      ({ min_length, max_length }) => min_length <= digits.length && digits.length <= max_length,
    )
    if (fitting) return fitting
  }
  return null
}

/** A number of a pool; `random` is from 0 to below 1. Undefined for an empty or blocked pool. */
export function pickFrom(list: NumberList, random: number): string | undefined {
  if (list.status === 'blocked') return undefined
  return list.pool[Math.floor(random * list.pool.length)]
}
