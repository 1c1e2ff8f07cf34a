// Each rate of an import beside the rates of the other side: what buys what is sold, and what sells
// what is bought. One tariff is compared after the other, so that one of many large ones is in
// memory at a time.
import { type Fx, type Rate, rate } from '../money.ts'
import { type FoundRate, findRate, prefixesOf, type RateSheet } from '../tariff/rate-sheet.ts'

/** The rates of an import, ordered by prefix. */
export interface ImportedRates {
  readonly prefixes: readonly string[]
  /** In the currency of the tariff of the import. */
  readonly rates: readonly number[]
  /** When each takes effect, in epoch seconds. */
  readonly at_seconds: readonly number[]
}

interface FacingTariff {
  readonly tariff_id: number
  readonly fx: Fx
  readonly sheet: RateSheet
}

/** A rate that sells below what its numbers will cost; both in the currency of its tariff. */
export interface LosingRate {
  readonly rate_id: number
  readonly prefix: string
  readonly rate: Rate
  readonly cost: Rate
  readonly costs_count: number
}

interface FacingOptions {
  /** The value of the currency of the tariff of the import. */
  readonly fx: Fx
  /** The import buys, so that the lowest rate that sells counts; else the highest that buys. */
  readonly buys: boolean
  /** The rates of the tariff that stay where the import has none. */
  readonly kept: RateSheet | null
}

export class FacingRates {
  readonly #imported: ImportedRates
  readonly #options: FacingOptions
  readonly #rates: Float64Array
  readonly #tariff_ids: Float64Array

  constructor(imported: ImportedRates, options: FacingOptions) {
    this.#imported = imported
    this.#options = options
    this.#rates = new Float64Array(imported.prefixes.length).fill(Number.NaN)
    this.#tariff_ids = new Float64Array(imported.prefixes.length)
  }

  /**
   * The rate of the longest prefix that begins each one when it takes effect, and those of longer
   * prefixes whose numbers it is for. Rates with a time window do not count, nor blocked ones, over
   * which no call goes. Answers what sells at a loss, if the import buys.
   */
  compare(tariff: FacingTariff): LosingRate[] {
    const losses = new Map<number, LosingRate>()
    const { prefixes, at_seconds } = this.#imported
    for (const [at, prefix] of prefixes.entries()) {
      const found = openRate(tariff.sheet, prefix, at_seconds[at] ?? 0)
      if (found) this.#face(at, found, tariff, losses)
    }
    for (const [first, prefix] of longerOnes(prefixes, tariff.sheet)) {
      const owner = prefixes[first]
      for (let at = first; prefixes[at] === owner; at++) {
        const found = openRate(tariff.sheet, prefix, at_seconds[at] ?? 0)
        if (found?.prefix !== prefix || this.#isKept(prefix, at)) continue
        this.#face(at, found, tariff, losses)
      }
    }
    return [...losses.values()]
  }

  /** Whether the numbers have a longer prefix in the tariff, which the import leaves as it is. */
  #isKept(prefix: string, at: number): boolean {
    const { kept } = this.#options
    if (!kept) return false
    const { prefixes, at_seconds } = this.#imported
    const found = findRate(kept, prefix, at_seconds[at] ?? 0, isNeverOpen)
    return found !== undefined && found.prefix.length > (prefixes[at] ?? '').length
  }

  #face(at: number, found: FoundRate, of: FacingTariff, losses: Map<number, LosingRate>): void {
    const { fx, buys } = this.#options
    const own = found.details.reverse_billing ? -found.rate : found.rate
    const worth = Math.round((own * of.fx) / fx)
    const before = this.#rates[at] ?? Number.NaN
    if (Number.isNaN(before) || (buys ? worth < before : worth > before)) {
      this.#rates[at] = worth
      this.#tariff_ids[at] = of.tariff_id
    }
    const cost = this.#imported.rates[at] ?? 0
    if (!buys || worth >= cost) return
    const { rate_id, prefix } = found
    const other = losses.get(rate_id)
    const converted = Math.max(Math.ceil((cost * fx) / of.fx), other?.cost ?? 0)
    const costs_count = (other?.costs_count ?? 0) + 1
    losses.set(rate_id, { rate_id, prefix, rate: rate(own), cost: rate(converted), costs_count })
  }

  /** The place of each imported rate that has one on the other side, in the same currency. */
  *[Symbol.iterator](): Generator<{ at: number; rate: Rate; tariff_id: number }> {
    for (const [at, found] of this.#rates.entries()) {
      if (Number.isNaN(found)) continue
      yield { at, rate: rate(found), tariff_id: this.#tariff_ids[at] ?? 0 }
    }
  }
}

const isNeverOpen = () => false

/** Undefined where calls are not sent. */
function openRate(sheet: RateSheet, digits: string, at_seconds: number): FoundRate | undefined {
  const found = findRate(sheet, digits, at_seconds, isNeverOpen)
  return found?.details.blocked ? undefined : found
}

/**
 * Each prefix of the sheet that is longer than an imported one and not imported itself, with the
 * first place of the longest imported prefix that begins it. Both sides are ordered.
 */
function* longerOnes(
  imported: readonly string[],
  sheet: RateSheet,
): Generator<readonly [number, string]> {
  /** Places of imported prefixes that begin one another. */
  const open: number[] = []
  const close = (prefix: string) => {
    while (open.length > 0 && !prefix.startsWith(imported[open.at(-1) ?? 0] ?? '')) open.pop()
  }
  let next = 0
  for (const prefix of prefixesOf(sheet)) {
    for (let one = imported[next]; one !== undefined && one < prefix; one = imported[next]) {
      close(one)
      open.push(next)
      while (imported[next] === one) next++
    }
    close(prefix)
    const owner = open.at(-1)
    if (owner !== undefined && imported[next] !== prefix) yield [owner, prefix]
  }
}
