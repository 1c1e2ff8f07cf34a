// The debts that the demo shows; each is aged as the report of the product ages it.
import { expect, test } from 'vitest'
import { AGEING_DAYS, addParts, ageDebt } from '#core/account/ageing.ts'
import type { Sum } from '#core/money.ts'
import { CLIENTS, type DemoClient } from '../demo/demo-data.ts'

type Bookings = DemoClient['fees']

const sumOf = (bookings: Bookings): Sum =>
  BigInt(bookings.reduce((sum, { amount }) => sum + amount, 0)) as Sum

function debtOf({ fees, late_payments }: DemoClient): Sum[] {
  const debits = AGEING_DAYS.map((days, at) =>
    sumOf(fees.filter((one) => one.days_ago <= days && one.days_ago > (AGEING_DAYS[at - 1] ?? 0))),
  )
  return ageDebt((sumOf(fees) - sumOf(late_payments)) as Sum, debits)
}

test('the debts of the demo are in all periods of the ageing', () => {
  const parts = CLIENTS.map(debtOf).reduce(addParts)
  expect(parts.map((part) => part > 0n)).toEqual([true, true, true, true])
})
