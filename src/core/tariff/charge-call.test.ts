import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyPackage, anyTerms } from '#test/support/charge-oracle.ts'
import { amount, makeTerms, perMinute, share, worth } from '#test/support/terms.ts'
import { formatMoney } from '../money.ts'
import { attemptCharge, chargeCall, chargeSeconds } from './charge-call.ts'
import type { Terms } from './terms.ts'

const sixtyThirty = makeTerms({
  first_increment: 60,
  next_increment: 30,
  rate: perMinute('0.15'),
  connect_fee: amount('0.10'),
  grace_seconds: 3,
})
const perSecond = makeTerms({ rate: perMinute('0.6'), connect_fee: amount('0.1') })

const packaged = makeTerms({
  first_increment: 60,
  next_increment: 60,
  rate: perMinute('0.14'),
  connect_fee: amount('0.05'),
})

test('a package pays the fee only of a call that it pays wholly', () => {
  expect(formatMoney(chargeCall(packaged, 300_000, 300).amount)).toBe('0')
  expect(formatMoney(chargeCall(packaged, 301_000, 300).amount)).toBe('0.19')
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
  const terms = { ...sixtyThirty, min_duration_seconds: 70 }
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

test('a dear day of talk is exact, and the dearest is as dear as a number can hold', () => {
  const terms = makeTerms({
    rate: perMinute('1000'),
    surcharge_percent: share('1000'),
    vat_percent: share('100'),
    connect_fee: amount('0.000001'),
  })
  const charge = chargeCall(terms, 86_400_000)
  expect(formatMoney(charge.net)).toBe('15840000.000011')
  expect(formatMoney(charge.amount)).toBe('31680000.000022')
  const highest = chargeCall({ ...terms, rate: perMinute('1000000') }, 86_400_000)
  expect(formatMoney(highest.amount)).toBe('1000000000')
})

test('half a unit is rounded up only where that is the rule', () => {
  const half = makeTerms({ rate: perMinute('0.00003'), rounding_decimals: 6 })
  const charged = (rounding_mode: Terms['rounding_mode'], seconds: number) =>
    chargeSeconds({ ...half, rounding_mode }, seconds).amount
  expect([charged('HALF_UP', 1), charged('DOWN', 1), charged('UP', 1)]).toEqual([1, 0, 1])
  expect([charged('HALF_UP', 2), charged('DOWN', 2), charged('UP', 2)]).toEqual([1, 1, 1])
})

const stepped = makeTerms({
  first_increment: 30,
  next_increment: 20,
  rate: perMinute('0.6'),
  steps: [
    { after_seconds: 60, rate: perMinute('0.3'), increment: 10 },
    { after_seconds: 65, rate: perMinute('0.06'), increment: 60 },
  ],
})

// 30 s and two increments of 20 s at 0.01 a second; what began before 60 s is billed whole. That is
// 70 s, past both steps, and from there on it is minutes at 0.001 a second.
test.each([
  ['the first increment', 30, 30, '0.3'],
  ['before the first step', 50, 50, '0.5'],
  ['an increment over the border of steps', 51, 70, '0.7'],
  ['the step after the one that was jumped over', 71, 130, '0.76'],
  ['its increments', 131, 190, '0.82'],
])('steps: %s', (_name, seconds, billed_seconds, expected) => {
  const charge = chargeSeconds(stepped, seconds)
  expect([charge.billed_seconds, formatMoney(charge.amount)]).toEqual([billed_seconds, expected])
})

test('a step counts billed seconds, so that free seconds put it off', () => {
  const free = chargeSeconds({ ...stepped, free_seconds: 30 }, 101)
  const { duration_seconds, ...charge } = chargeSeconds(stepped, 71)
  expect(duration_seconds).toBe(71)
  expect(free).toMatchObject(charge)
})

test('additional seconds are talk, but do not end grace', () => {
  const terms = { ...sixtyThirty, additional_seconds: 20 }
  expect(chargeSeconds(terms, 3).billed_seconds).toBe(0)
  expect(chargeSeconds(terms, 40).billed_seconds).toBe(60)
  expect(chargeSeconds(terms, 41).billed_seconds).toBe(90)
})

test.each([
  ['nothing within grace', 3, '0'],
  ['at least the minimum', 4, '0.48'],
  ['its own price between them', 61, '0.5175'],
  ['at most the maximum', 600, '0.6'],
])(
  'with minimum and maximum, surcharge but no VAT in them, a call costs %s',
  (_n, seconds, net) => {
    const terms = {
      ...sixtyThirty,
      connect_fee: amount('0.12'),
      min_charge: amount('0.48'),
      max_charge: amount('0.6'),
      surcharge_percent: share('50'),
      vat_percent: share('10'),
    }
    const charge = chargeSeconds(terms, seconds)
    expect(formatMoney(charge.net)).toBe(net)
    expect(charge.amount).toBe(Math.round(charge.net * 1.1))
  },
)

test('attempts are paid within grace too, over the maximum, and without surcharge', () => {
  const terms = {
    ...sixtyThirty,
    attempt_fee: amount('0.02'),
    max_charge: amount('0.1'),
    surcharge_percent: share('50'),
  }
  expect(formatMoney(chargeCall(terms, 3000, 0, 2).amount)).toBe('0.04')
  expect(formatMoney(chargeCall(terms, 60_000, 0, 2).amount)).toBe('0.14')
})

// 0.15 + 0.1 euros at 1.08 are 0.27 dollars; at 0.0000625 a dollar is 16,000 rupiah.
test.each([
  ['dollars', '1.08', '1', '0.27'],
  ['rupiah', '1', '0.0000625', '4000'],
  ['rupiah for euros', '1.08', '0.0000625', '4320'],
  ['euros for euros', '1.08', '1.08', '0.25'],
])('a party pays in its own currency: %s', (_name, tariff_fx, party_fx, expected) => {
  const terms = { ...sixtyThirty, tariff_fx: worth(tariff_fx), party_fx: worth(party_fx) }
  expect(formatMoney(chargeSeconds(terms, 60).amount)).toBe(expected)
})

test('an amount in another currency is rounded once, from its exact value', () => {
  const terms = makeTerms({
    rate: perMinute('0.01'),
    vat_percent: share('10'),
    tariff_fx: worth('1'),
    party_fx: worth('3'),
  })
  // 0.0001666… a second: a third of it is 0.0000555…, with VAT 0.0000611…
  const charge = chargeSeconds(terms, 1)
  expect([charge.net, charge.amount]).toEqual([56, 61])
})

test('a credit is as much as the charge would be, and nothing is never less than nothing', () => {
  const terms = { ...sixtyThirty, vat_percent: share('20'), reverse_billing: true }
  const { net, vat, amount: credit } = chargeSeconds(terms, 60)
  expect([net, vat, credit].map(formatMoney)).toEqual(['-0.25', '-0.05', '-0.3'])
  expect(chargeSeconds(terms, 2).amount).toBe(0)
})

test('nobody pays for attempts that were not made', () => {
  expect(attemptCharge(sixtyThirty, 3)).toMatchObject({ net: 0, vat: 0, amount: 0 })
})

const anyDuration = fc.oneof(
  fc.integer({ min: 0, max: 10_000 }),
  fc.integer({ min: 0, max: 86_400_000 }),
)

test('a call never gets cheaper by lasting longer, and a credit never less', () => {
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
        const way = terms.reverse_billing ? -1 : 1
        return (
          way * long.amount >= way * short.amount &&
          way * long.net >= way * short.net &&
          long.billed_seconds >= short.billed_seconds
        )
      },
    ),
    { numRuns: 20_000 },
  )
})
