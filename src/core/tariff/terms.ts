// The terms under which one party pays for one call, frozen when the call is routed.
import type { Fx, Money, Percent, Rate } from '../money.ts'

export type Rounding = 'UP' | 'DOWN' | 'HALF_UP'

/** From this billed second on, talk costs this rate and is billed in these increments. */
export interface Step {
  readonly after_seconds: number
  readonly rate: Rate
  readonly increment: number
}

export const STEPS_MAX = 4

/** The terms that a rate sets, or leaves to its tariff. */
interface Defaulted {
  readonly first_increment: number
  readonly next_increment: number
  readonly connect_fee: Money
  /** A call no longer than this is free, its connect fee too. */
  readonly grace_seconds: number
  /** Taken off what is billed. */
  readonly free_seconds: number
  /** Billed at least, in seconds. */
  readonly min_duration_seconds: number
  readonly surcharge_percent: Percent
}

/** The terms that only a rate sets. */
interface OfRate {
  /** For a call that was tried, answered or not; no surcharge is taken on it. */
  readonly attempt_fee: Money
  /** Added to the talk before anything is taken off. */
  readonly additional_seconds: number
  /** The talk of a call that is not free costs at least and at most this, without VAT. */
  readonly min_charge: Money | null
  readonly max_charge: Money | null
  /** At most four, each beginning later than the one before. */
  readonly steps: readonly Step[]
  /** The party is credited what it would pay otherwise. */
  readonly reverse_billing: boolean
}

/** The terms that only a tariff sets. */
interface OfTariff {
  readonly duration_rounding: Rounding
  readonly rounding_mode: Rounding
  readonly rounding_decimals: number
}

/**
 * The fields of a rate besides its price; null takes the value of its tariff. Most rates of a
 * tariff share the same, so it is stored once.
 */
export interface RateDetails extends OfRate, Readonly<Nullable<Defaulted>> {
  readonly destination: string
  readonly blocked: boolean
  /** Null is the same as the rate. */
  readonly first_rate: Rate | null
  /** The hours in which the rate counts; null is always. */
  readonly window_id: number | null
}
type Nullable<Fields> = { [Name in keyof Fields]: Fields[Name] | null }

/** The part of a tariff that its rates fall back to. */
export interface TariffTerms extends Defaulted, OfTariff {
  /** The value of a unit of its currency in the system currency. */
  readonly fx: Fx
}

/** The payer, on whom a price depends besides the tariff. */
export interface PricedParty {
  readonly vat_percent: Percent
  readonly currency: string
  /** The value of a unit of its currency in the system currency. */
  readonly fx: Fx
}

/** All amounts are in the currency of the tariff. */
export interface Terms extends Defaulted, OfRate, OfTariff {
  /** Per minute, after the first increment. */
  readonly rate: Rate
  /** Per minute, within the first increment. */
  readonly first_rate: Rate
  readonly vat_percent: Percent
  /** The party's. */
  readonly currency: string
  /** The value of a unit of either currency in the system currency. */
  readonly tariff_fx: Fx
  readonly party_fx: Fx
}

/** The terms of a rate; fields that it leaves empty come from the tariff. */
export function termsOf(
  tariff: TariffTerms,
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
