import { expect, test } from 'vitest'
import { fieldRightsOf } from './field-rights.ts'

test('the charges of a client are hidden with prices, the income of a carrier with costs', () => {
  const shown = (of: 'WHOLESALE' | 'SETTLEMENT', hiding: object) =>
    fieldRightsOf(of, { hides_prices: false, hides_costs: false, ...hiding })
  expect(shown('WHOLESALE', {})).toContain('own_charges')
  expect(shown('WHOLESALE', { hides_prices: true })).toEqual(['caller_side'])
  expect(shown('SETTLEMENT', { hides_prices: true })).toContain('own_charges')
  expect(shown('SETTLEMENT', { hides_costs: true })).toEqual(['settlement_side'])
})
