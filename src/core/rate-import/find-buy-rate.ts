// What calls to a prefix cost at most, among the rates of settlement accounts.
import { type Fx, type Rate, rate } from '../money.ts'
import { findRate, type RateSheet } from '../tariff/rate-sheet.ts'

/** The rates of a tariff by which settlement accounts are paid. */
export interface BuySheet {
  readonly tariff_id: number
  readonly fx: Fx
  readonly sheet: RateSheet
}

export interface BuyRate {
  readonly tariff_id: number
  /** In the currency of the tariff that sells. */
  readonly rate: Rate
}

/**
 * The highest rate, each of the longest prefix that begins the given one and is in effect. Rates
 * with a time window do not count, nor blocked ones, over which no call is sent.
 */
export function findBuyRate(
  sheets: readonly BuySheet[],
  prefix: string,
  at_seconds: number,
  fx: Fx,
): BuyRate | undefined {
  let highest: BuyRate | undefined
  for (const { tariff_id, sheet, fx: fx_of_buy } of sheets) {
    const found = findRate(sheet, prefix, at_seconds, () => false)
    if (!found || found.details.blocked) continue
    const converted = rate(Math.round((found.rate * fx_of_buy) / fx))
    if (!highest || converted > highest.rate) highest = { tariff_id, rate: converted }
  }
  return highest
}
