import { expect, test } from 'vitest'
import { percent, rate } from '../money.ts'
import { raiseRate } from './raise-rate.ts'

test.each([
  ['2 % more', 1_000_000, 20_000, 1_020_000],
  ['a quarter less', 1_000_000, -250_000, 750_000],
  ['all of it less', 1_230_000, -1_000_000, 0],
  ['half a unit more, rounded up', 5, 100_000, 6],
  ['nothing more', 7, 0, 7],
])('a rate with %s', (_, price, by, raised) => {
  expect(raiseRate(rate(price), percent(by))).toBe(raised)
})
