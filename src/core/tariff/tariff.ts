// A tariff as routing sees it: what its rates fall back to, and the rates.
import { type Percent, type Rate, rate } from '../money.ts'
import { findRate, type IsWindowOpen, type RateSheet } from './rate-sheet.ts'
import { type PricedParty, type TariffTerms, type Terms, termsOf } from './terms.ts'

export interface Tariff extends TariffTerms {
  readonly id: number
  readonly name: string
  readonly kind: 'SELL' | 'BUY' | 'RESELLER_COST'
  readonly status: 'active' | 'blocked'
  readonly currency: string
  readonly loss_protection: boolean
  /** The loss that the protection tolerates, in percent of the revenue. */
  readonly max_loss_percent: Percent
  /** Seconds at which costs are compared. */
  readonly average_duration_seconds: number
  readonly sheet: RateSheet
}

/** The price of a number for one party: which rate it is and the terms that it means. */
export interface Price {
  readonly tariff_id: number
  readonly rate_id: number
  readonly prefix: string
  readonly destination: string
  readonly blocked: boolean
  readonly terms: Terms
}

/** The price of `number` for `party` at `at_seconds` (epoch); undefined without a rate. */
export function priceOf(
  tariff: Tariff,
  number: string,
  at_seconds: number,
  party: PricedParty,
  isWindowOpen: IsWindowOpen,
): Price | undefined {
  if (tariff.status !== 'active') return undefined
  const found = findRate(tariff.sheet, number, at_seconds, isWindowOpen)
  if (!found) return undefined
  return {
    tariff_id: tariff.id,
    rate_id: found.rate_id,
    prefix: found.prefix,
    destination: found.details.destination,
    blocked: found.details.blocked,
    terms: termsOf(tariff, found.rate, found.details, party),
  }
}

/** The highest rate of these terms in the currency of the party; 0 if it is credited. */
export function highestRate(terms: Terms): Rate {
  if (terms.reverse_billing) return rate(0)
  const rates = terms.steps.map((step) => step.rate)
  const highest = Math.max(terms.rate, terms.first_rate, ...rates)
  if (terms.tariff_fx === terms.party_fx) return rate(highest)
  const party_fx = BigInt(terms.party_fx)
  return rate(Number((BigInt(highest) * BigInt(terms.tariff_fx) + party_fx - 1n) / party_fx))
}
