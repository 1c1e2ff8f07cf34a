import { expect, test } from 'vitest'
import { makeChance } from '#test/support/random.ts'
import { type Sum, toSum } from '../money.ts'
import { decimalsOf, mostToPay, printAmount, roundParts, roundSum } from './printed-amounts.ts'

test('a currency has its own decimals', () => {
  expect(['USD', 'EUR', 'JPY', 'KWD', 'XXX'].map(decimalsOf)).toEqual([2, 2, 0, 3, 2])
})

test('an amount is printed in them, with separators of thousands and no negative zero', () => {
  const print = (millionths: number, decimals: number) => printAmount(toSum(millionths), decimals)
  expect(print(323_664_310, 2)).toBe('323.66')
  expect(print(-1_234_567_500_000, 2)).toBe('-1,234,567.50')
  expect(print(999_999_500_000, 0)).toBe('1,000,000')
  expect(print(1_234_500, 3)).toBe('1.235')
  expect(print(-4_999, 2)).toBe('0.00')
  expect(print(-5_000, 2)).toBe('-0.01')
})

test('no more is paid than is owed, in the decimals of the currency', () => {
  const paid = (owed: number, currency: string) => mostToPay(toSum(owed), decimalsOf(currency))
  expect(paid(1_575_249_999, 'USD')).toBe(1_575_240_000n)
  expect(paid(1_575_249_999, 'JPY')).toBe(1_575_000_000n)
  expect(paid(9_999, 'USD')).toBe(0n)
})

test('rounded parts add up to the rounded sum, and each is less than one unit off', () => {
  const chance = makeChance(7)
  for (let run = 0; run < 200; run += 1) {
    const decimals = chance.pick([0, 2, 3])
    const parts = Array.from({ length: chance.whole(1, 30) }, () =>
      toSum(chance.whole(-2_000_000, 9_000_000)),
    )
    const before = toSum(chance.whole(0, 5_000_000))
    const rounded = roundParts(parts, decimals, before)
    const total = (sums: readonly Sum[]) => sums.reduce((sum, each) => (sum + each) as Sum, before)
    const whole = total(rounded) - before
    expect(whole).toBe(roundSum(total(parts), decimals) - roundSum(before, decimals))
    const unit = 10n ** BigInt(6 - decimals)
    rounded.forEach((part, at) => {
      const off = part - (parts[at] ?? 0n)
      expect(off < unit && off > -unit).toBe(true)
    })
    const mirrored = roundParts(
      parts.map((part) => -part as Sum),
      decimals,
      -before as Sum,
    )
    expect(mirrored).toEqual(rounded.map((part) => -part))
  }
})
