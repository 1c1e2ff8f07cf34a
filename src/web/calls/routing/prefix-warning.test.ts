import { expect, test } from 'vitest'
import { money } from '#core/money.ts'
import { prefixWarning } from './prefix-warning.ts'

const route = (gateway_name: string, prefix: string, margin: number) => ({
  gateway_name,
  margin: money(margin),
  buy: { prefix },
})

test('a gateway that wins by a shorter prefix is pointed out', () => {
  const routes = [
    route('Borealis', '44', 900),
    route('Atlas', '4477', 100),
    route('Ceres', '447', 50),
  ]
  expect(prefixWarning(routes)).toBe(
    'Borealis comes first by its price for the shorter prefix 44. ' +
      'A longer prefix sets the price of Atlas (4477), Ceres (447). ' +
      'Check that the shorter one is meant for this number.',
  )
})

test('nothing is said of the same prefix, or of a first gateway that is not cheaper', () => {
  expect(prefixWarning([route('A', '44', 9), route('B', '44', 1)])).toBeUndefined()
  expect(prefixWarning([route('A', '44', 1), route('B', '447', 9)])).toBeUndefined()
  expect(prefixWarning([])).toBeUndefined()
})
