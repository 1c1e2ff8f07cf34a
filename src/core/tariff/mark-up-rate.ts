// How the rates of one tariff become those of another: changed by percent, converted, and with a
// fixed amount on top. db/tariffs/markup-work.ts has the same arithmetic in SQL.
import type { Fx, Percent, Rate } from '../money.ts'
import type { Rounding } from './terms.ts'

/** 100 % in ten-thousandths of a percent. */
const WHOLE = 1_000_000n
const RATE_DECIMALS = 8

/** The markup on rates whose prefix begins with this one; the longest prefix counts. */
export interface MarkupRule {
  readonly prefix: string
  readonly percent: Percent
  /** Per minute, in the currency of the new rate. */
  readonly fixed: Rate
}

export const MARKUP_RULES_MAX = 100

/** The values of a unit of the old currency and of the new one in the system currency. */
export interface Exchange {
  readonly from_fx: Fx
  readonly to_fx: Fx
}

/** Rounding of rates per minute; 8 decimals at most. */
export interface RateRounding {
  readonly decimals: number
  readonly rounding_mode: Rounding
}

/** The smallest unit of a rounded rate, in hundred-millionths. */
export const rateUnit = (decimals: number): number => 10 ** (RATE_DECIMALS - decimals)

/** Rounded once, at the end. It may be no rate: below 0, or above the highest one. */
export function markUpRate(
  price: Rate,
  { percent, fixed }: Pick<MarkupRule, 'percent' | 'fixed'>,
  { from_fx, to_fx }: Exchange,
  { decimals, rounding_mode }: RateRounding,
): bigint {
  const unit = BigInt(rateUnit(decimals))
  const to = BigInt(to_fx) * WHOLE
  const exact = BigInt(price) * BigInt(from_fx) * (WHOLE + BigInt(percent)) + BigInt(fixed) * to
  const divisor = to * unit
  const up = { UP: divisor - 1n, DOWN: 0n, HALF_UP: divisor / 2n }[rounding_mode]
  const rounded = exact + up
  const is_below = rounded < 0n && rounded % divisor !== 0n
  return (rounded / divisor - (is_below ? 1n : 0n)) * unit
}
