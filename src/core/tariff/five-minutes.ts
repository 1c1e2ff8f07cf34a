import { type Money, type Percent, type Rate, SYSTEM_FX } from '../money.ts'
import { chargeSeconds } from './charge-call.ts'
import { type RateDetails, type TariffTerms, termsOf } from './terms.ts'

/** A usual call, as an example of what a rate means. */
const EXAMPLE_SECONDS = 300

interface PricedRate extends RateDetails {
  readonly tariff: Omit<TariffTerms, 'fx'>
  readonly currency: string
  readonly rate: Rate
}

/** The cost of such a call, without VAT, in the currency of the tariff. */
export function fiveMinutes({ tariff, currency, rate, ...details }: PricedRate): Money {
  const party = { vat_percent: 0 as Percent, currency, fx: SYSTEM_FX }
  const terms = termsOf({ ...tariff, fx: SYSTEM_FX }, rate, details, party)
  return chargeSeconds(terms, EXAMPLE_SECONDS).net
}
