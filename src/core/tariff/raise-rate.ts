import { type Percent, type Rate, rate, SYSTEM_FX } from '../money.ts'
import { markUpRate } from './mark-up-rate.ts'

const SAME_CURRENCY = { from_fx: SYSTEM_FX, to_fx: SYSTEM_FX }
const NOT_FIXED = rate(0)
const ALL_DECIMALS = { decimals: 8, rounding_mode: 'HALF_UP' } as const

/** A rate raised or lowered by a percentage; half a hundred-millionth is rounded up. */
export function raiseRate(price: Rate, percent: Percent): Rate {
  const raised = markUpRate(price, { percent, fixed: NOT_FIXED }, SAME_CURRENCY, ALL_DECIMALS)
  return rate(Number(raised))
}
