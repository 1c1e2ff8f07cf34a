import { expect, test } from 'vitest'
import { fx, money, SYSTEM_FX, toSum } from '#core/money.ts'
import { leftAfter, mostToSetOff } from './left-after.ts'

const debts = { owed_to_them: toSum(60_000_000), owed_to_us: toSum(99_000_000) }

test('what is set off lowers both debts, each in its currency', () => {
  expect(leftAfter(debts, money(60_000_000), fx(110_000_000))).toEqual({
    owed_to_them: 0n,
    owed_to_us: 33_000_000n,
  })
})

test('no more is set off than the side that owes less owes', () => {
  expect(mostToSetOff(debts, SYSTEM_FX)).toBe(60_000_000n)
  expect(mostToSetOff(debts, fx(200_000_000))).toBe(49_500_000n)
  expect(mostToSetOff({ ...debts, owed_to_us: toSum(-5) }, SYSTEM_FX)).toBe(0n)
})
