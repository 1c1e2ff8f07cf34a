// All rates of a tariff in sorted typed arrays: 36 bytes a rate, immutable once built. A prefix is
// a number in base 11 (digit + 1, 0 for "ends here") with 15 places, so that numeric order is the
// order of the prefixes, and every prefix of a number is found by walking to its parents.
import { assert } from '../assert.ts'
import type { Rate } from '../money.ts'
import type { RateDetails, Step } from './terms.ts'

export const PREFIX_DIGITS_MAX = 15
const PLACES: readonly number[] = Array.from(
  { length: PREFIX_DIGITS_MAX },
  (_, place) => 11 ** (PREFIX_DIGITS_MAX - 1 - place),
)
/** The number of keys that begin with a prefix of this length, its own included. */
const SPANS: readonly number[] = [11 ** PREFIX_DIGITS_MAX, ...PLACES]
const FOREVER = 0xffffffff
const NO_PARENT = 0xffffffff

/** The newest entry of the longest prefix that is shorter and fits, or NO_PARENT. */
const PARENT = 0
/** Epoch seconds; an entry holds from its start until before its end. */
const STARTS = 1
const ENDS = 2
const RATE_ID = 3
/** The index of its details, and in the lowest four bits the length of its prefix. */
const DETAILS_AND_LENGTH = 4
const LENGTH_BITS = 4
const LENGTH_MASK = 15
const ROW = 5

/** Whether a time window is open at the instant of the query. */
export type IsWindowOpen = (window_id: number) => boolean

export interface FoundRate {
  readonly rate_id: number
  readonly prefix: string
  /** Per minute. */
  readonly rate: Rate
  readonly details: RateDetails
}

export interface RateSheet {
  readonly size: number
  readonly keys: Float64Array
  readonly rates: Float64Array
  /** The other fields of an entry, side by side, so that the processor fetches them together. */
  readonly rows: Uint32Array
  readonly details: readonly RateDetails[]
  /** Whether any rate has a time window; most sheets have none and are searched quicker. */
  readonly has_windows: boolean
}

/** The first `length` digits of a number as a key; digits past the fifteenth do not count. */
function keyOf(digits: string): number {
  let key = 0
  const length = Math.min(digits.length, PREFIX_DIGITS_MAX)
  for (let place = 0; place < length; place++) {
    key += (digits.charCodeAt(place) - 47) * (PLACES[place] as number)
  }
  return key
}

/**
 * The rate with the longest prefix of `digits` that is in effect at `at_seconds`; undefined without
 * one. Within a prefix a rate whose time window is open goes before one without a window; a rate
 * whose window is closed is passed over.
 */
export function findRate(
  sheet: RateSheet,
  digits: string,
  at_seconds: number,
  isWindowOpen: IsWindowOpen,
): FoundRate | undefined {
  const { keys, rows } = sheet
  const key = keyOf(digits)
  let at = lastNotAbove(keys, key)
  while (at !== NO_PARENT) {
    const entry_key = keys[at] as number
    const length = lengthAt(rows, at)
    if (key < entry_key + (SPANS[length] as number)) {
      const version = findVersion(sheet, at, at_seconds, isWindowOpen)
      if (version !== NO_PARENT) return rateAt(sheet, version, digits.slice(0, length))
    }
    at = rows[at * ROW + PARENT] as number
  }
  return undefined
}

/** Each prefix of the sheet once, in their order. */
export function* prefixesOf({ size, keys, rows }: RateSheet): Generator<string> {
  for (let at = 0; at < size; at++) {
    const key = keys[at] as number
    if (at > 0 && key === keys[at - 1]) continue
    yield digitsOf(key, lengthAt(rows, at))
  }
}

function digitsOf(key: number, length: number): string {
  let rest = key
  let digits = ''
  for (let place = 0; place < length; place++) {
    const size = PLACES[place] as number
    const digit = Math.floor(rest / size)
    rest -= digit * size
    digits += String.fromCharCode(digit + 47)
  }
  return digits
}

/** Among the entries of one prefix, of which `newest` is the last, the one that counts. */
function findVersion(
  { keys, rows, details, has_windows }: RateSheet,
  newest: number,
  at_seconds: number,
  isWindowOpen: IsWindowOpen,
): number {
  const key = keys[newest] as number
  let without_window = NO_PARENT
  // Entries of one prefix are adjacent, the newest last: the first in effect counts.
  for (let version = newest; version >= 0 && keys[version] === key; version--) {
    const row = version * ROW
    const is_in_effect =
      at_seconds >= (rows[row + STARTS] as number) && at_seconds < (rows[row + ENDS] as number)
    if (!is_in_effect) continue
    if (!has_windows) return version
    const { window_id } = details[detailsAt(rows, version)] as RateDetails
    if (window_id === null) {
      if (without_window === NO_PARENT) without_window = version
    } else if (isWindowOpen(window_id)) return version
  }
  return without_window
}

/** How many digits the prefix of an entry has. */
function lengthAt(rows: Uint32Array, at: number): number {
  return (rows[at * ROW + DETAILS_AND_LENGTH] as number) & LENGTH_MASK
}

/** Where in the list the details of an entry are. */
function detailsAt(rows: Uint32Array, at: number): number {
  return (rows[at * ROW + DETAILS_AND_LENGTH] as number) >>> LENGTH_BITS
}

function rateAt(sheet: RateSheet, at: number, prefix: string): FoundRate {
  return {
    rate_id: sheet.rows[at * ROW + RATE_ID] as number,
    prefix,
    rate: sheet.rates[at] as Rate,
    details: sheet.details[detailsAt(sheet.rows, at)] as RateDetails,
  }
}

/** The last position whose key is not above `key`; NO_PARENT if all are. */
function lastNotAbove(keys: Float64Array, key: number): number {
  let low = 0
  let high = keys.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((keys[middle] as number) <= key) low = middle + 1
    else high = middle
  }
  return low === 0 ? NO_PARENT : low - 1
}

/**
 * Seconds that fit 32 bits: an end in the year 9999 is none that we live to see, and must not wrap.
 */
function toEpoch(seconds: number): number {
  return Math.min(Math.max(0, seconds), FOREVER)
}

/**
 * Details that rates share, each stored once: tariffs name the same destinations, so that
 * a pool for all of them makes names cost nothing. Details that no rate uses any more stay; those
 * are kilobytes in a year.
 */
export class DetailsPool {
  readonly list: RateDetails[] = []
  readonly #known = new Map<string, number>()

  /** Where in the list the details of this key are; equal ones must have equal keys. */
  place(key: string, read: () => RateDetails): number {
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const details = copyOf(read())
    this.list.push(
      Object.freeze(details.steps.length === 0 ? { ...details, steps: NO_STEPS } : details),
    )
    this.#known.set(copyOf(key), this.list.length - 1)
    return this.list.length - 1
  }
}

/** One for all of the many that have none. */
const NO_STEPS: readonly Step[] = Object.freeze([])

/** Text that was cut out of a longer one keeps all of that in memory; a copy does not. */
const copyOf = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T

/**
 * Collects the rates of one tariff, ordered by prefix and then by start, and
 * freezes them into a sheet.
 */
export class RateSheetBuilder {
  #size = 0
  #keys = new Float64Array(64)
  #rates = new Float64Array(64)
  #rows = new Uint32Array(64 * ROW)
  #has_windows = false
  /** The entries whose prefixes enclose the last one, shortest first, itself at the end. */
  readonly #open: number[] = []
  readonly #pool: DetailsPool

  constructor(pool: DetailsPool) {
    this.#pool = pool
  }

  /**
   * `ends_seconds` null holds forever; `details_at` is a place in the pool. Rates that come out of
   * order are a bug of the caller.
   */
  add(
    rate_id: number,
    prefix: string,
    starts_seconds: number,
    ends_seconds: number | null,
    rate: Rate,
    details_at: number,
  ): void {
    const at = this.#size
    const key = keyOf(prefix)
    if (!/^\d{0,15}$/.test(prefix)) assert(false, `${prefix} is a prefix`)
    assert(rate_id <= FOREVER, 'ids of rates fit 32 bits')
    assert(details_at in this.#pool.list, 'details are in the pool before the rate')
    const starts = toEpoch(starts_seconds)
    const before = at === 0 ? -1 : (this.#keys[at - 1] as number)
    const is_later =
      key > before || (key === before && starts >= (this.#rows[(at - 1) * ROW + STARTS] as number))
    assert(is_later, 'rates come ordered by prefix and then by start')
    if (at === this.#keys.length) this.#grow()
    this.#keys[at] = key
    this.#rates[at] = rate
    const ends = ends_seconds === null ? FOREVER : toEpoch(ends_seconds)
    const row = at * ROW
    this.#rows[row + PARENT] = NO_PARENT
    this.#rows[row + STARTS] = starts
    this.#rows[row + ENDS] = ends
    this.#rows[row + RATE_ID] = rate_id
    this.#rows[row + DETAILS_AND_LENGTH] = details_at * 2 ** LENGTH_BITS + prefix.length
    if (this.#pool.list[details_at]?.window_id !== null) this.#has_windows = true
    this.#setParent(at)
    this.#size++
  }

  build(): RateSheet {
    const size = this.#size
    const keys = this.#keys.slice(0, size)
    const rows = this.#rows.slice(0, size * ROW)
    const rates = this.#rates.slice(0, size)
    const has_windows = this.#has_windows
    return Object.freeze({ size, keys, rates, rows, details: this.#pool.list, has_windows })
  }

  /** The last entry of the prefix that encloses it; at once, because build() must be quick. */
  #setParent(at: number): void {
    const keys = this.#keys
    const rows = this.#rows
    const open = this.#open
    const key = keys[at] as number
    const endOf = (one: number) => (keys[one] as number) + (SPANS[lengthAt(rows, one)] as number)
    while (open.length > 0 && key >= endOf(open.at(-1) as number)) open.pop()
    const top = open.at(-1)
    if (top !== undefined && keys[top] === key) {
      // A newer entry of the same prefix represents all of them, under the same parent.
      rows[at * ROW + PARENT] = rows[top * ROW + PARENT] as number
      open[open.length - 1] = at
    } else {
      rows[at * ROW + PARENT] = top ?? NO_PARENT
      open.push(at)
    }
  }

  #grow(): void {
    const bigger = <T extends Float64Array | Uint32Array>(old: T, next: T): T => {
      next.set(old)
      return next
    }
    const size = this.#keys.length * 2
    this.#keys = bigger(this.#keys, new Float64Array(size))
    this.#rates = bigger(this.#rates, new Float64Array(size))
    this.#rows = bigger(this.#rows, new Uint32Array(size * ROW))
  }
}
