// The terms under which one party pays for one call, frozen when the call is routed.
import type { Money, Percent, Rate } from '../money.ts'

export type Rounding = 'UP' | 'DOWN' | 'HALF_UP'

export interface Terms {
  /** Per minute, after the first increment. */
  readonly rate: Rate
  /** Per minute, within the first increment. */
  readonly first_rate: Rate
  readonly first_increment: number
  readonly next_increment: number
  readonly connect_fee: Money
  /** A call no longer than this is free, its fee too. */
  readonly grace_seconds: number
  /** Taken off what is billed. */
  readonly free_seconds: number
  /** Billed at least, in seconds. */
  readonly min_duration: number
  readonly surcharge_percent: Percent
  readonly vat_percent: Percent
  readonly duration_rounding: Rounding
  readonly rounding_mode: Rounding
  readonly rounding_decimals: number
}
