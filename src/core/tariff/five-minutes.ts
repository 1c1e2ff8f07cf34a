import { type Money, type Percent, type Rate, SYSTEM_FX } from '../money.ts'
import { type Charge, chargeSeconds } from './charge-call.ts'
import { type RateDetails, type TariffTerms, termsOf } from './terms.ts'

/** A usual call, as an example of what a rate means. */
export const EXAMPLE_SECONDS = 300

interface PricedRate extends RateDetails {
  readonly tariff: Omit<TariffTerms, 'fx'>
  readonly currency: string
  readonly rate: Rate
}

/** The charge of an answered call of some seconds, in the currency of the tariff. */
export function costOfCall(
  { tariff, currency, rate, ...details }: PricedRate,
  seconds: number,
  vat_percent: Percent,
): Charge {
  const party = { vat_percent, currency, fx: SYSTEM_FX }
  const terms = termsOf({ ...tariff, fx: SYSTEM_FX }, rate, details, party)
  return chargeSeconds(terms, seconds)
}

/** The cost of such a call, without VAT, in the currency of the tariff. */
export const fiveMinutes = (rate: PricedRate): Money =>
  costOfCall(rate, EXAMPLE_SECONDS, 0 as Percent).net
