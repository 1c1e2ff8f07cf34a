import { expect, test } from 'vitest'
import { toSum } from '../money.ts'
import { daysLeft } from './days-left.ts'

test.each([
  // available, spent, days, left
  [70, 70, 7, 7],
  [70, 70, 1, 1],
  [79, 70, 7, 7],
  [9, 70, 7, 0],
  [0, 70, 7, 0],
  [-5, 70, 7, 0],
])('%i, of which %i were spent in %i days, lasts %i days', (available, spent, days, left) => {
  expect(daysLeft(toSum(available), { spent: toSum(spent), days })).toBe(left)
})

test('without a charge there is no pace, also where more was given back than charged', () => {
  expect(daysLeft(toSum(100), { spent: toSum(0), days: 7 })).toBeNull()
  expect(daysLeft(toSum(-100), { spent: toSum(-1), days: 7 })).toBeNull()
})

test('amounts beyond the exact numbers of the machine are divided exactly', () => {
  const huge = toSum(10n ** 30n)
  expect(daysLeft(huge, { spent: huge, days: 7 })).toBe(7)
})
