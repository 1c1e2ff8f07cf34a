import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyTerms } from '#test/support/charge-oracle.ts'
import { amount, makeTerms, perMinute, share } from '#test/support/terms.ts'
import { type Money, money } from '../money.ts'
import { affordableSeconds } from './affordable-seconds.ts'
import { chargeSeconds } from './charge-call.ts'
import type { Terms } from './terms.ts'

const byMinute = (rate: string): Terms =>
  makeTerms({ first_increment: 60, next_increment: 60, rate: perMinute(rate) })
const bySecond = (rate: string): Terms => makeTerms({ rate: perMinute(rate) })
const bySixSeconds = makeTerms({
  first_increment: 6,
  next_increment: 6,
  rate: perMinute('0.05'),
})

test.each([
  ['24 sixty at three a minute', bySecond('3'), '60', 1200],
  ['24 a price of nothing lasts to the border', bySecond('0'), '60', 7200],
  ['25 less than the first second', bySecond('3'), '0.00001', 0],
  ['25 half a minute where minutes are sold', byMinute('1'), '0.5', 0],
  ['25 a cent where a minute costs four', byMinute('0.04'), '0.01', 0],
  ['27 a balance of 1 with a credit of 5', byMinute('0.6'), '6', 600],
  ['29 the client of the chain', bySecond('0.06'), '10', 7200],
  ['29 its reseller', bySixSeconds, '2', 2400],
  ['29 the reseller above', byMinute('0.045'), '0.5', 660],
])('vector %s', (_name, terms, available, seconds) => {
  expect(affordableSeconds(terms, amount(available), 7200)).toBe(seconds)
})

test('vector 29: the client alone could talk for 10,000 seconds', () => {
  expect(affordableSeconds(bySecond('0.06'), amount('10'), 86_400)).toBe(10_000)
})

test('fee, surcharge and VAT are paid before anybody talks', () => {
  const terms = {
    ...byMinute('1'),
    connect_fee: amount('0.5'),
    surcharge_percent: share('10'),
    vat_percent: share('20'),
  }
  expect(affordableSeconds(terms, amount('1.979999'), 7200)).toBe(0)
  expect(affordableSeconds(terms, amount('1.98'), 7200)).toBe(60)
  expect(affordableSeconds(terms, amount('3.3'), 7200)).toBe(120)
})

// Past grace the whole call is billed, so its first second costs two minutes; free seconds are
// taken off.
test.each([
  ['grace', { grace_seconds: 90 }, '1.999999', '2', 120],
  ['free seconds', { free_seconds: 90 }, '0.999999', '1', 150],
])(
  'nobody lives on %s alone, however short the slice',
  (_name, part, too_little, enough, seconds) => {
    const terms = { ...byMinute('1'), ...part }
    for (const seconds_max of [30, 90, 91, 7200]) {
      expect(affordableSeconds(terms, amount(too_little), seconds_max)).toBe(0)
      expect(affordableSeconds(terms, amount(enough), seconds_max)).toBe(
        Math.min(seconds_max, seconds),
      )
    }
  },
)

test('who owes already cannot talk, not even for nothing', () => {
  expect(affordableSeconds(bySecond('0'), amount('-0.000001'), 7200)).toBe(0)
})

/** Money near the charge of some second finds the borders. */
const anyAvailable = (terms: Terms): fc.Arbitrary<Money> =>
  fc
    .tuple(fc.integer({ min: 0, max: 86_400 }), fc.integer({ min: -1, max: 1 }))
    .map(([seconds, beside]) => money(chargeSeconds(terms, seconds).amount + beside))

test('the money pays for what is granted, and not for a second more', () => {
  const anyCase = anyTerms.chain((terms) =>
    fc.tuple(fc.constant(terms), anyAvailable(terms), fc.integer({ min: 1, max: 86_400 })),
  )
  fc.assert(
    fc.property(anyCase, ([terms, available, seconds_max]) => {
      const seconds = affordableSeconds(terms, available, seconds_max)
      const costs = (duration: number) => chargeSeconds(terms, duration).amount
      const first_billed = Math.max(terms.grace_seconds, terms.free_seconds) + 1
      if (seconds === 0) return costs(first_billed) > available
      if (costs(seconds) > available || costs(first_billed) > available) return false
      return seconds === seconds_max || (seconds < seconds_max && costs(seconds + 1) > available)
    }),
    { numRuns: 20_000 },
  )
})
