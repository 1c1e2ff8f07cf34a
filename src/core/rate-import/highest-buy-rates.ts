// What calls to a prefix cost at most, among the tariffs by which settlement accounts are paid. One
// tariff is compared after the other, so that one of many large ones is in memory at a time.
import { type Fx, type Rate, rate } from '../money.ts'
import { findRate, type RateSheet } from '../tariff/rate-sheet.ts'

export interface BuyRate {
  readonly prefix: string
  readonly tariff_id: number
  /** In the currency of the tariff that sells. */
  readonly rate: Rate
}

/** The rates of a tariff by which settlement accounts are paid. */
interface BuySheet {
  readonly tariff_id: number
  readonly fx: Fx
  readonly sheet: RateSheet
}

const NONE = -1

export class HighestBuyRates {
  readonly #prefixes: readonly string[]
  readonly #at_seconds: number
  readonly #fx: Fx
  readonly #rates: Float64Array
  readonly #tariff_ids: Float64Array

  /** `fx` is that of the currency of the tariff that sells. */
  constructor(prefixes: readonly string[], at_seconds: number, fx: Fx) {
    this.#prefixes = prefixes
    this.#at_seconds = at_seconds
    this.#fx = fx
    this.#rates = new Float64Array(prefixes.length).fill(NONE)
    this.#tariff_ids = new Float64Array(prefixes.length)
  }

  /**
   * The rate of the longest prefix that begins each one and is in effect. Rates with a time window
   * do not count, nor blocked ones, over which no call is sent.
   */
  compare({ tariff_id, fx, sheet }: BuySheet): void {
    for (const [at, prefix] of this.#prefixes.entries()) {
      const found = findRate(sheet, prefix, this.#at_seconds, isNeverOpen)
      if (!found || found.details.blocked) continue
      const converted = Math.round((found.rate * fx) / this.#fx)
      if (converted <= (this.#rates[at] ?? NONE)) continue
      this.#rates[at] = converted
      this.#tariff_ids[at] = tariff_id
    }
  }

  /** Of the prefixes that have one. */
  *[Symbol.iterator](): Generator<BuyRate> {
    for (const [at, prefix] of this.#prefixes.entries()) {
      const highest = this.#rates[at] ?? NONE
      if (highest === NONE) continue
      yield { prefix, tariff_id: this.#tariff_ids[at] ?? 0, rate: rate(highest) }
    }
  }
}

const isNeverOpen = () => false
