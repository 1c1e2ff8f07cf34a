// A tariff as routing sees it: what its rates fall back to, and the rates.
import { type Fx, type Money, type Percent, type Rate, rate } from '../money.ts'
import { findRate, type IsWindowOpen, type RateDetails, type RateSheet } from './rate-sheet.ts'
import type { Rounding, Terms } from './terms.ts'

export interface Tariff {
  readonly id: number
  readonly name: string
  readonly kind: 'SELL' | 'BUY' | 'RESELLER_COST'
  readonly status: 'active' | 'blocked'
  readonly currency: string
  /** What a unit of its currency is worth in the system currency. */
  readonly fx: Fx
  readonly first_increment: number
  readonly next_increment: number
  readonly connect_fee: Money
  readonly grace_seconds: number
  readonly free_seconds: number
  readonly min_duration_seconds: number
  readonly surcharge_percent: Percent
  readonly duration_rounding: Rounding
  readonly rounding_mode: Rounding
  readonly rounding_decimals: number
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

/** What a price depends on besides the tariff: who pays. */
export interface PricedParty {
  readonly vat_percent: Percent
  readonly currency: string
  /** What a unit of its currency is worth in the system currency. */
  readonly fx: Fx
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

/** The terms of a rate; fields that it leaves empty come from the tariff. */
export function termsOf(
  tariff: Omit<Tariff, 'sheet'>,
  rate: Rate,
  details: RateDetails,
  party: PricedParty,
): Terms {
  return {
    rate,
    first_rate: details.first_rate ?? rate,
    first_increment: details.first_increment ?? tariff.first_increment,
    next_increment: details.next_increment ?? tariff.next_increment,
    connect_fee: details.connect_fee ?? tariff.connect_fee,
    attempt_fee: details.attempt_fee,
    grace_seconds: details.grace_seconds ?? tariff.grace_seconds,
    additional_seconds: details.additional_seconds,
    free_seconds: details.free_seconds ?? tariff.free_seconds,
    min_duration_seconds: details.min_duration_seconds ?? tariff.min_duration_seconds,
    min_charge: details.min_charge,
    max_charge: details.max_charge,
    steps: details.steps,
    surcharge_percent: details.surcharge_percent ?? tariff.surcharge_percent,
    vat_percent: party.vat_percent,
    duration_rounding: tariff.duration_rounding,
    rounding_mode: tariff.rounding_mode,
    rounding_decimals: tariff.rounding_decimals,
    reverse_billing: details.reverse_billing,
    currency: party.currency,
    tariff_fx: tariff.fx,
    party_fx: party.fx,
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
