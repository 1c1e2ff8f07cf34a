import { expect, test } from 'vitest'
import { amount, makeTerms, perMinute, share, worth } from '#test/support/terms.ts'
import { expectedAmount } from './expected-amounts.ts'

test('buyer and seller are compared in the system currency, without VAT', () => {
  const terms = makeTerms({
    rate: perMinute('0.6'),
    attempt_fee: amount('0.01'),
    vat_percent: share('20'),
    tariff_fx: worth('1.5'),
    party_fx: worth('0.0000625'),
  })
  expect([60, 30, 200].map((seconds) => expectedAmount(terms, seconds))).toEqual(
    ['0.915', '0.465', '3.015'].map(amount),
  )
})

test('what is credited counts against the one who pays it', () => {
  const terms = makeTerms({ rate: perMinute('0.6'), reverse_billing: true, party_fx: worth('2') })
  expect(expectedAmount({ ...terms, tariff_fx: worth('2') }, 60)).toBe(amount('-1.2'))
})
