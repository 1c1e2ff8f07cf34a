// A tariff as routing sees it: what its rates fall back to, and the rates.
import type { Money, Percent } from '../money.ts'
import { type FoundRate, findRate, type RateSheet } from './rate-sheet.ts'
import type { Rounding, Terms } from './terms.ts'

export interface Tariff {
  readonly id: number
  readonly name: string
  readonly kind: 'SELL' | 'BUY'
  readonly status: 'active' | 'blocked'
  readonly first_increment: number
  readonly next_increment: number
  readonly connect_fee: Money
  readonly grace_seconds: number
  readonly free_seconds: number
  readonly min_duration: number
  readonly surcharge_percent: Percent
  readonly duration_rounding: Rounding
  readonly rounding_mode: Rounding
  readonly rounding_decimals: number
  readonly loss_protection: boolean
  /** Seconds at which costs are compared. */
  readonly average_duration: number
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

/**
 * The price of `number` at `at_seconds` (epoch), for a party with this VAT;
 * undefined without a rate.
 */
export function priceOf(
  tariff: Tariff,
  number: string,
  at_seconds: number,
  vat_percent: Percent,
): Price | undefined {
  if (tariff.status !== 'active') return undefined
  const found = findRate(tariff.sheet, number, at_seconds)
  if (!found) return undefined
  return {
    tariff_id: tariff.id,
    rate_id: found.rate_id,
    prefix: found.prefix,
    destination: found.details.destination,
    blocked: found.details.blocked,
    terms: termsOf(tariff, found, vat_percent),
  }
}

function termsOf(tariff: Tariff, found: FoundRate, vat_percent: Percent): Terms {
  const { rate, details } = found
  return {
    rate,
    first_rate: details.first_rate ?? rate,
    first_increment: details.first_increment ?? tariff.first_increment,
    next_increment: details.next_increment ?? tariff.next_increment,
    connect_fee: details.connect_fee ?? tariff.connect_fee,
    grace_seconds: details.grace_seconds ?? tariff.grace_seconds,
    free_seconds: details.free_seconds ?? tariff.free_seconds,
    min_duration: details.min_duration ?? tariff.min_duration,
    surcharge_percent: details.surcharge_percent ?? tariff.surcharge_percent,
    vat_percent,
    duration_rounding: tariff.duration_rounding,
    rounding_mode: tariff.rounding_mode,
    rounding_decimals: tariff.rounding_decimals,
  }
}
