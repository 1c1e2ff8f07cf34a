import { expect, test } from 'vitest'
import { amount, makeTerms, perMinute, share, worth } from '#test/support/terms.ts'
import { expectedAmounts } from './expected-amounts.ts'

test('buyer and seller are compared in the system currency, without VAT', () => {
  const terms = makeTerms({
    rate: perMinute('0.6'),
    attempt_fee: amount('0.01'),
    vat_percent: share('20'),
    tariff_fx: worth('1.5'),
    party_fx: worth('0.0000625'),
  })
  expect(expectedAmounts(terms, 200, 60)).toEqual({
    first_increment: amount('0.915'),
    short: amount('0.465'),
    average: amount('3.015'),
  })
})

test('what is credited counts against the one who pays it', () => {
  const terms = makeTerms({ rate: perMinute('0.6'), reverse_billing: true, party_fx: worth('2') })
  expect(expectedAmounts({ ...terms, tariff_fx: worth('2') }, 60, 1).average).toBe(amount('-1.2'))
})
