import { type Percent, type Rate, rate } from '../money.ts'

/** 100 % in ten-thousandths of a percent. */
const WHOLE = 1_000_000

/** A rate raised or lowered by a percentage; half a hundred-millionth is rounded up. */
export function raiseRate(price: Rate, by: Percent): Rate {
  const exact = BigInt(price) * BigInt(WHOLE + by)
  return rate(Number((exact + BigInt(WHOLE / 2)) / BigInt(WHOLE)))
}
