import { expect, test } from 'vitest'
import { fx, percent, rate, SYSTEM_FX } from '../money.ts'
import { markUpRate } from './mark-up-rate.ts'

const SAME = { from_fx: SYSTEM_FX, to_fx: SYSTEM_FX }
const EURO_IN_RUPIAH = { from_fx: fx(110_000_000), to_fx: fx(6_250) }

test.each([
  ['10 % and a fixed amount', 1_230_000, 100_000, 50_000, SAME, 8, 'HALF_UP', 1_403_000n],
  ['half a unit, rounded up', 1_250_050, 0, 0, SAME, 6, 'HALF_UP', 1_250_100n],
  ['less than half a unit, rounded down', 1_250_049, 0, 0, SAME, 6, 'HALF_UP', 1_250_000n],
  ['the least above a unit, rounded up', 1_250_001, 0, 0, SAME, 6, 'UP', 1_250_100n],
  ['almost a unit, cut off', 1_250_099, 0, 0, SAME, 6, 'DOWN', 1_250_000n],
  ['whole units of a weak currency', 1_000, 0, 0, EURO_IN_RUPIAH, 0, 'UP', 100_000_000n],
  ['one rounding of all together', 1_000, 500_000, 1, EURO_IN_RUPIAH, 8, 'UP', 26_400_001n],
  ['less than nothing', 1_000, 0, -1_150, SAME, 6, 'UP', -100n],
] as const)('%s', (_, price, by, fixed, exchange, decimals, rounding_mode, expected) => {
  const rule = { percent: percent(by), fixed: rate(fixed) }
  expect(markUpRate(rate(price), rule, exchange, { decimals, rounding_mode })).toBe(expected)
})
