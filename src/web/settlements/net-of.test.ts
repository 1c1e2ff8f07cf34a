import { expect, test } from 'vitest'
import { toSum } from '#core/money.ts'
import { netOf } from './net-of.ts'

const parts = (balance: number, client_balance: number | null, client_currency = 'USD') => ({
  balance: toSum(balance),
  currency: 'USD',
  client_balance: client_balance === null ? null : toSum(client_balance),
  client_currency,
})

test.each([
  ['both owe', 30, -100, 70],
  ['we owe more', 100, -30, -70],
  ['it has paid us ahead', 30, 20, -50],
  ['we have paid it ahead', -40, -10, 50],
  ['nobody owes', 0, 0, 0],
])('%s', (_, balance, client_balance, net) => {
  expect(netOf(parts(balance, client_balance))).toBe(toSum(net))
})

test('without a client, or in two currencies, nothing is set against', () => {
  expect(netOf(parts(30, null))).toBeNull()
  expect(netOf(parts(30, -100, 'EUR'))).toBe('other currency')
})
