import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyPackage, anyTerms, chargeByFractions } from '#test/support/charge-oracle.ts'
import { amount, makeTerms, perMinute, share } from '#test/support/terms.ts'
import { formatMoney } from '../money.ts'
import { chargeCall, chargeSeconds, roundDuration } from './charge-call.ts'
import type { Terms } from './terms.ts'

const sixtyThirty = makeTerms({
  first_increment: 60,
  next_increment: 30,
  rate: perMinute('0.15'),
  connect_fee: amount('0.10'),
  grace_seconds: 3,
})
const thirtySix = makeTerms({ first_increment: 30, next_increment: 6, rate: perMinute('0.006') })
const perSecond = makeTerms({ rate: perMinute('0.6'), connect_fee: amount('0.1') })
const minuteThenSeconds = makeTerms({
  first_increment: 60,
  rate: perMinute('1.2'),
  connect_fee: amount('0.2'),
})

/** The vectors of domain.md §2.7 that concern one party: seconds, billed seconds, amount. */
const VECTORS: readonly [string, Terms, number, number, string][] = [
  ['5 30/6 after 32 s', thirtySix, 32, 36, '0.0036'],
  ['6 30/6 after 57 s', thirtySix, 57, 60, '0.006'],
  ['7 30/6 after 75 s', thirtySix, 75, 78, '0.0078'],
  ['8 per second with a fee', perSecond, 45, 45, '0.55'],
  ['9 a minute at least, with a fee', minuteThenSeconds, 45, 60, '1.4'],
  [
    '11 two rates and a fee',
    makeTerms({
      first_increment: 60,
      first_rate: perMinute('0.2'),
      rate: perMinute('0.1'),
      connect_fee: amount('0.4'),
    }),
    120,
    120,
    '0.7',
  ],
  ['12 fee and grace', sixtyThirty, 43, 60, '0.25'],
  ['14 within grace', sixtyThirty, 2, 0, '0'],
  ['14 at the end of grace', sixtyThirty, 3, 0, '0'],
  ['14 past grace', sixtyThirty, 4, 60, '0.25'],
  [
    '15 a first rate of its own',
    makeTerms({
      first_increment: 15,
      next_increment: 15,
      first_rate: perMinute('0.015'),
      rate: perMinute('0.017'),
    }),
    45,
    45,
    '0.01225',
  ],
  [
    '17 free seconds cover all but the fee',
    makeTerms({
      first_increment: 30,
      next_increment: 6,
      rate: perMinute('0.12'),
      connect_fee: amount('0.01'),
      free_seconds: 60,
    }),
    40,
    0,
    '0.01',
  ],
  [
    '21 an amount of four digits',
    makeTerms({ first_increment: 60, next_increment: 60, rate: perMinute('12.5') }),
    4781,
    4800,
    '1000',
  ],
]

test.each(VECTORS)('vector %s', (_name, terms, seconds, billed_seconds, expected) => {
  const charge = chargeCall(terms, seconds * 1000)
  expect(charge.billed_seconds).toBe(billed_seconds)
  expect(formatMoney(charge.amount)).toBe(expected)
})

// The exact net is 0.00094333…, with VAT 0.0011603: each is rounded once from its exact value,
// never one from the other (0.0010 rounded up and then taxed would be 0.0013). VAT lies between.
test.each([
  ['1 to six decimals', 'HALF_UP', 6, '0.000943', '0.000217', '0.00116'],
  ['2 up to four', 'UP', 4, '0.001', '0.0002', '0.0012'],
  ['3 down to four', 'DOWN', 4, '0.0009', '0.0002', '0.0011'],
] as const)(
  'vector %s: net and amount are each rounded once',
  (_name, rounding_mode, rounding_decimals, net, vat, total) => {
    const terms = makeTerms({
      first_increment: 60,
      next_increment: 11,
      rate: perMinute('0.0001'),
      vat_percent: share('23'),
      rounding_mode,
      rounding_decimals,
    })
    const charge = chargeCall(terms, 560_000)
    expect(charge.billed_seconds).toBe(566)
    expect(formatMoney(charge.net)).toBe(net)
    expect(formatMoney(charge.vat)).toBe(vat)
    expect(formatMoney(charge.amount)).toBe(total)
  },
)

const packaged = makeTerms({
  first_increment: 60,
  next_increment: 60,
  rate: perMinute('0.14'),
  connect_fee: amount('0.05'),
})

test('vector 19: a package of 300 seconds pays its part of a call of 420', () => {
  const charge = chargeCall({ ...packaged, connect_fee: amount('0') }, 420_000, 300)
  expect(charge.billed_seconds).toBe(120)
  expect(formatMoney(charge.amount)).toBe('0.28')
})

test('a package pays the fee only of a call that it pays wholly', () => {
  expect(formatMoney(chargeCall(packaged, 300_000, 300).amount)).toBe('0')
  expect(formatMoney(chargeCall(packaged, 301_000, 300).amount)).toBe('0.19')
})

test.each([
  ['HALF_UP', 0, 0],
  ['HALF_UP', 499, 0],
  ['HALF_UP', 500, 1],
  ['HALF_UP', 1400, 1],
  ['HALF_UP', 1499, 1],
  ['HALF_UP', 1500, 2],
  ['HALF_UP', 2500, 3],
  ['UP', 0, 1],
  ['UP', 1, 1],
  ['UP', 1000, 1],
  ['UP', 1001, 2],
  ['UP', 1100, 2],
  ['DOWN', 999, 0],
  ['DOWN', 1000, 1],
  ['DOWN', 1999, 1],
] as const)('vector 32: %s makes of %i ms %i s', (rounding, duration_ms, seconds) => {
  expect(roundDuration(duration_ms, rounding)).toBe(seconds)
})

test('an answered call of no length costs nothing, unless its second is rounded up', () => {
  expect(chargeCall(perSecond, 0)).toEqual({
    duration_seconds: 0,
    billed_seconds: 0,
    net: 0,
    vat: 0,
    amount: 0,
  })
  const charge = chargeCall({ ...perSecond, duration_rounding: 'UP' }, 0)
  expect([charge.billed_seconds, formatMoney(charge.amount)]).toEqual([1, '0.11'])
})

test('a call cannot last less than nothing', () => {
  expect(() => chargeCall(perSecond, -1)).toThrow('a call does not last less than nothing')
})

test.each([
  ['the last millisecond of grace', 3499, 0],
  ['the first past grace', 3500, 60],
  ['the last of the first increment', 60_499, 60],
  ['the first of the next increment', 60_500, 90],
  ['the last of the next increment', 90_499, 90],
  ['the first of the one after it', 90_500, 120],
])('a millisecond decides: %s', (_name, duration_ms, billed_seconds) => {
  expect(chargeCall(sixtyThirty, duration_ms).billed_seconds).toBe(billed_seconds)
})

test('a short call is billed the minimum, rounded to increments, unless grace frees it', () => {
  const terms = { ...sixtyThirty, min_duration: 70 }
  expect(chargeCall(terms, 3000).billed_seconds).toBe(0)
  expect(chargeCall(terms, 4000).billed_seconds).toBe(90)
  expect(chargeCall(terms, 91_000).billed_seconds).toBe(120)
})

test('a surcharge raises price and fee, and VAT is taken on both', () => {
  const charge = chargeCall(
    { ...sixtyThirty, surcharge_percent: share('10'), vat_percent: share('20') },
    43_000,
  )
  expect(formatMoney(charge.net)).toBe('0.275')
  expect(formatMoney(charge.amount)).toBe('0.33')
})

test('the dearest day of talk that the forms allow is exact', () => {
  const terms = makeTerms({
    rate: perMinute('1000'),
    surcharge_percent: share('1000'),
    vat_percent: share('100'),
    connect_fee: amount('0.000001'),
  })
  const charge = chargeCall(terms, 86_400_000)
  expect(formatMoney(charge.net)).toBe('15840000.000011')
  expect(formatMoney(charge.amount)).toBe('31680000.000022')
})

test('half a unit is rounded up only where that is the rule', () => {
  const half = makeTerms({ rate: perMinute('0.00003'), rounding_decimals: 6 })
  const charged = (rounding_mode: Terms['rounding_mode'], seconds: number) =>
    chargeSeconds({ ...half, rounding_mode }, seconds).amount
  expect([charged('HALF_UP', 1), charged('DOWN', 1), charged('UP', 1)]).toEqual([1, 0, 1])
  expect([charged('HALF_UP', 2), charged('DOWN', 2), charged('UP', 2)]).toEqual([1, 1, 1])
})

const anyDuration = fc.oneof(
  fc.integer({ min: 0, max: 10_000 }),
  fc.integer({ min: 0, max: 86_400_000 }),
)

test('200,000 random calls cost exactly what a calculation with fractions says', () => {
  fc.assert(
    fc.property(anyTerms, anyDuration, anyPackage, (terms, duration_ms, package_seconds) => {
      const charge = chargeCall(terms, duration_ms, package_seconds)
      const exact = chargeByFractions(terms, duration_ms, package_seconds)
      return (
        BigInt(charge.billed_seconds) === exact.billed_seconds &&
        BigInt(charge.net) === exact.net &&
        BigInt(charge.amount) === exact.amount &&
        charge.vat === charge.amount - charge.net
      )
    }),
    { numRuns: 200_000 },
  )
})

test('a call never gets cheaper by lasting longer', () => {
  const later = fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 100_000 }))
  fc.assert(
    fc.property(
      anyTerms,
      anyDuration,
      later,
      anyPackage,
      (terms, duration_ms, more, package_seconds) => {
        const short = chargeCall(terms, duration_ms, package_seconds)
        const long = chargeCall(terms, duration_ms + more, package_seconds)
        return (
          long.amount >= short.amount &&
          long.net >= short.net &&
          long.billed_seconds >= short.billed_seconds
        )
      },
    ),
    { numRuns: 20_000 },
  )
})
