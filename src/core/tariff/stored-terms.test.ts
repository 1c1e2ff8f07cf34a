import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyTerms } from '#test/support/charge-oracle.ts'
import { makeTerms, perMinute, share } from '#test/support/terms.ts'
import { decodeTerms, encodeTerms } from './stored-terms.ts'

const stored = <T>(value: T): T => JSON.parse(JSON.stringify(value))

test('any terms come out of the store as they went in', () => {
  fc.assert(
    fc.property(anyTerms, (terms) => {
      expect(decodeTerms(stored(encodeTerms(terms)))).toEqual(terms)
    }),
  )
})

test('only what is not plain is stored', () => {
  const rate = perMinute('0.03')
  expect(encodeTerms(makeTerms({ rate }))).toEqual({ rate, currency: 'USD' })
  const vat_percent = share('19')
  const terms = makeTerms({ rate, first_rate: perMinute('0.05'), vat_percent })
  expect(encodeTerms(terms)).toEqual({
    rate,
    currency: 'USD',
    first_rate: perMinute('0.05'),
    vat_percent,
  })
})

test('terms that were stored whole are read likewise', () => {
  const terms = makeTerms({ rate: perMinute('0.03'), next_increment: 60 })
  expect(decodeTerms(stored(terms))).toEqual(terms)
})
