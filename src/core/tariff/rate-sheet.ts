// All rates of a tariff in sorted typed arrays: 36 bytes a rate, immutable once built (data.md §4).
// A prefix is a number in base 11 (digit + 1, 0 for "ends here") with 15 places, so that numeric order
// is the order of the prefixes, and every prefix of a number is found by walking to its parents.
import { assert } from '../assert.ts'
import type { Money, Percent, Rate } from '../money.ts'

export const PREFIX_DIGITS_MAX = 15
const PLACES: readonly number[] = Array.from(
  { length: PREFIX_DIGITS_MAX },
  (_, place) => 11 ** (PREFIX_DIGITS_MAX - 1 - place),
)
const FOREVER = 0xffffffff
const NO_PARENT = -1

/** What a rate has besides its price. Most rates of a tariff share the same, so it is stored once. */
export interface RateDetails {
  readonly destination: string
  readonly blocked: boolean
  readonly first_rate: Rate | null
  readonly first_increment: number | null
  readonly next_increment: number | null
  readonly connect_fee: Money | null
  readonly grace_seconds: number | null
  readonly free_seconds: number | null
  readonly min_duration: number | null
  readonly surcharge_percent: Percent | null
}

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
  /** The newest entry of the longest prefix that is shorter and fits; -1 without one. */
  readonly parents: Int32Array
  /** Epoch seconds; an entry holds from `starts` until before `ends`. */
  readonly starts: Uint32Array
  readonly ends: Uint32Array
  readonly rates: Float64Array
  readonly rate_ids: Uint32Array
  readonly details_at: Uint32Array
  readonly details: readonly RateDetails[]
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

/** How many digits the prefix of a key has: the places after it are zero. */
function lengthOf(key: number): number {
  let rest = key
  let length = 0
  for (const place of PLACES) {
    if (rest === 0) break
    rest %= place
    length++
  }
  return length
}

function prefixOf(key: number): string {
  let rest = key
  let digits = ''
  for (const place of PLACES) {
    if (rest === 0) break
    digits += Math.floor(rest / place) - 1
    rest %= place
  }
  return digits
}

/** True when the prefix of `key` begins the number of `number_key`. */
function covers(key: number, number_key: number): boolean {
  const length = lengthOf(key)
  const span = length === 0 ? 11 ** PREFIX_DIGITS_MAX : (PLACES[length - 1] as number)
  return number_key >= key && number_key < key + span
}

/** The rate with the longest prefix of `digits` that is in effect at `at_seconds`; undefined without one. */
export function findRate(
  sheet: RateSheet,
  digits: string,
  at_seconds: number,
): FoundRate | undefined {
  const key = keyOf(digits)
  let at = lastNotAbove(sheet.keys, key)
  while (at !== NO_PARENT) {
    const entry_key = sheet.keys[at] as number
    if (!covers(entry_key, key)) {
      at = sheet.parents[at] as number
      continue
    }
    // Entries of one prefix stand together, the newest last: the first in effect is the one.
    for (let version = at; version >= 0 && sheet.keys[version] === entry_key; version--) {
      const is_in_effect =
        at_seconds >= (sheet.starts[version] as number) &&
        at_seconds < (sheet.ends[version] as number)
      if (is_in_effect) return rateAt(sheet, version)
    }
    at = sheet.parents[at] as number
  }
  return undefined
}

function rateAt(sheet: RateSheet, at: number): FoundRate {
  return {
    rate_id: sheet.rate_ids[at] as number,
    prefix: prefixOf(sheet.keys[at] as number),
    rate: sheet.rates[at] as Rate,
    details: sheet.details[sheet.details_at[at] as number] as RateDetails,
  }
}

/** The last position whose key is not above `key`; -1 if all are. */
function lastNotAbove(keys: Float64Array, key: number): number {
  let low = 0
  let high = keys.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((keys[middle] as number) <= key) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** Seconds that fit 32 bits: an end in the year 9999 is none that we live to see, and must not wrap. */
function toEpoch(seconds: number): number {
  return Math.min(Math.max(0, seconds), FOREVER)
}

/** Collects the rates of one tariff, ordered by prefix and then by start, and freezes them into a sheet. */
export class RateSheetBuilder {
  #size = 0
  #keys = new Float64Array(64)
  #starts = new Uint32Array(64)
  #ends = new Uint32Array(64)
  #rates = new Float64Array(64)
  #rate_ids = new Uint32Array(64)
  #details_at = new Uint32Array(64)
  readonly #details: RateDetails[] = []
  readonly #details_known = new Map<string, number>()

  /** `ends_seconds` null holds forever. Rates that come out of order are a bug of the caller. */
  add(
    rate_id: number,
    prefix: string,
    starts_seconds: number,
    ends_seconds: number | null,
    rate: Rate,
    details: RateDetails,
  ): void {
    const at = this.#size
    const key = keyOf(prefix)
    assert(/^\d{0,15}$/.test(prefix), `${prefix} is a prefix`)
    assert(rate_id <= FOREVER, 'ids of rates fit 32 bits')
    const starts = toEpoch(starts_seconds)
    const before = at === 0 ? -1 : (this.#keys[at - 1] as number)
    const is_later = key > before || (key === before && starts >= (this.#starts[at - 1] as number))
    assert(is_later, 'rates come ordered by prefix and then by start')
    if (at === this.#keys.length) this.#grow()
    this.#keys[at] = key
    this.#starts[at] = starts
    this.#ends[at] = ends_seconds === null ? FOREVER : toEpoch(ends_seconds)
    this.#rates[at] = rate
    this.#rate_ids[at] = rate_id
    this.#details_at[at] = this.#intern(details)
    this.#size++
  }

  build(): RateSheet {
    const size = this.#size
    const keys = this.#keys.slice(0, size)
    return Object.freeze({
      size,
      keys,
      parents: parentsOf(keys),
      starts: this.#starts.slice(0, size),
      ends: this.#ends.slice(0, size),
      rates: this.#rates.slice(0, size),
      rate_ids: this.#rate_ids.slice(0, size),
      details_at: this.#details_at.slice(0, size),
      details: this.#details,
    })
  }

  #grow(): void {
    const bigger = <T extends Float64Array | Uint32Array>(old: T, next: T): T => {
      next.set(old)
      return next
    }
    const size = this.#keys.length * 2
    this.#keys = bigger(this.#keys, new Float64Array(size))
    this.#starts = bigger(this.#starts, new Uint32Array(size))
    this.#ends = bigger(this.#ends, new Uint32Array(size))
    this.#rates = bigger(this.#rates, new Float64Array(size))
    this.#rate_ids = bigger(this.#rate_ids, new Uint32Array(size))
    this.#details_at = bigger(this.#details_at, new Uint32Array(size))
  }

  #intern(details: RateDetails): number {
    const text = JSON.stringify(details)
    const known = this.#details_known.get(text)
    if (known !== undefined) return known
    this.#details.push(Object.freeze(details))
    this.#details_known.set(text, this.#details.length - 1)
    return this.#details.length - 1
  }
}

/** For each entry the last entry of the prefix that encloses it; one pass with a stack of open prefixes. */
function parentsOf(keys: Float64Array): Int32Array {
  const parents = new Int32Array(keys.length)
  const open: number[] = []
  for (let at = 0; at < keys.length; at++) {
    const key = keys[at] as number
    while (open.length > 0 && !covers(keys[open.at(-1) as number] as number, key)) open.pop()
    const top = open.at(-1)
    if (top !== undefined && keys[top] === key) {
      // A newer entry of the same prefix stands for all of them, under the same parent.
      parents[at] = parents[top] as number
      open[open.length - 1] = at
    } else {
      parents[at] = top ?? NO_PARENT
      open.push(at)
    }
  }
  return parents
}
