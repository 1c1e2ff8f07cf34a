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

export interface Terms {
  /** Per minute, after the first increment. */
  readonly rate: Rate
  /** Per minute, within the first increment. */
  readonly first_rate: Rate
  readonly first_increment: number
  readonly next_increment: number
  readonly connect_fee: Money
  /** For a call that was tried, answered or not; no surcharge is taken on it. */
  readonly attempt_fee: Money
  /** A call no longer than this is free, its connect fee too. */
  readonly grace_seconds: number
  /** Added to the talk before anything is taken off. */
  readonly additional_seconds: number
  /** Taken off what is billed. */
  readonly free_seconds: number
  /** Billed at least, in seconds. */
  readonly min_duration_seconds: number
  /** The talk of a call that is not free costs at least and at most this, without VAT. */
  readonly min_charge: Money | null
  readonly max_charge: Money | null
  /** At most four, each beginning later than the one before. */
  readonly steps: readonly Step[]
  readonly surcharge_percent: Percent
  readonly vat_percent: Percent
  readonly duration_rounding: Rounding
  readonly rounding_mode: Rounding
  readonly rounding_decimals: number
  /** The party is credited what it would pay otherwise. */
  readonly reverse_billing: boolean
  /** The party's; all amounts above are in the currency of the tariff. */
  readonly currency: string
  /** What a unit of either is worth in the system currency. */
  readonly tariff_fx: Fx
  readonly party_fx: Fx
}
