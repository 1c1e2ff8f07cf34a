import { expect, test } from 'vitest'
import { amount, makeTerms, perMinute, share, worth } from '#test/support/terms.ts'
import { MONEY_MAX } from '../money.ts'
import { affordableSeconds, holdFor } from './affordable-seconds.ts'
import type { Terms } from './terms.ts'

const byMinute = (rate: string): Terms =>
  makeTerms({ first_increment: 60, next_increment: 60, rate: perMinute(rate) })
const bySecond = (rate: string): Terms => makeTerms({ rate: perMinute(rate) })
test('fee, surcharge and VAT are paid before anybody talks', () => {
  const terms = {
    ...byMinute('1'),
    connect_fee: amount('0.5'),
    surcharge_percent: share('10'),
    vat_percent: share('20'),
  }
  expect(affordableSeconds({ terms }, amount('1.979999'), 7200)).toBe(0)
  expect(affordableSeconds({ terms }, amount('1.98'), 7200)).toBe(60)
  expect(affordableSeconds({ terms }, amount('3.3'), 7200)).toBe(120)
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
      expect(affordableSeconds({ terms }, amount(too_little), seconds_max)).toBe(0)
      expect(affordableSeconds({ terms }, amount(enough), seconds_max)).toBe(
        Math.min(seconds_max, seconds),
      )
    }
  },
)

// The first second past grace is billed a minute: no free second is left of the minimum, or
// additional seconds have used them up before.
test.each([
  ['a minimum above the free seconds', { free_seconds: 90, min_duration_seconds: 100 }],
  ['additional seconds', { free_seconds: 90, additional_seconds: 90 }],
])('%s begin to cost at once', (_name, part) => {
  const terms = { ...byMinute('1'), ...part }
  expect(affordableSeconds({ terms }, amount('0.999999'), 7200)).toBe(0)
  expect(affordableSeconds({ terms }, amount('1'), 7200)).toBeGreaterThan(0)
})

test('who owes already cannot talk, not even for nothing', () => {
  expect(affordableSeconds({ terms: bySecond('0') }, amount('-0.000001'), 7200)).toBe(0)
})

test('what an answer will cost is held: fees, minimum and the attempt', () => {
  const terms = {
    ...bySecond('0.6'),
    attempt_fee: amount('0.1'),
    min_charge: amount('0.5'),
    max_charge: amount('1'),
  }
  expect([1, 60, 100, 7200].map((seconds) => holdFor({ terms }, seconds))).toEqual(
    ['0.6', '0.7', '1.1', '1.1'].map(amount),
  )
  expect(affordableSeconds({ terms }, amount('0.599999'), 7200)).toBe(0)
  expect(affordableSeconds({ terms }, amount('0.6'), 7200)).toBe(50)
  expect(affordableSeconds({ terms }, amount('1.1'), 7200)).toBe(7200)
})

test('a dearer step ends the money sooner', () => {
  const steps = [{ after_seconds: 60, rate: perMinute('6'), increment: 1 }]
  expect(affordableSeconds({ terms: { ...bySecond('0.6'), steps } }, amount('1'), 7200)).toBe(64)
})

test('the money of a party is of its own currency', () => {
  const terms = { ...byMinute('1'), tariff_fx: worth('2'), party_fx: worth('0.5') }
  expect(affordableSeconds({ terms }, amount('8'), 7200)).toBe(120)
  expect(affordableSeconds({ terms }, amount('3.999999'), 7200)).toBe(0)
})

test('a call that credits its party holds nothing', () => {
  const terms = { ...bySecond('6'), reverse_billing: true }
  expect(holdFor({ terms }, 60)).toBe(0)
  expect(affordableSeconds({ terms }, amount('0'), 7200)).toBe(7200)
  expect(affordableSeconds({ terms }, amount('-0.000001'), 7200)).toBe(0)
})

test('who credits the party below holds that beside its own price, in its own currency', () => {
  const credited = { ...byMinute('1'), reverse_billing: true, party_fx: worth('2') }
  const cost = {
    terms: { ...bySecond('0.6'), party_fx: worth('1'), tariff_fx: worth('1') },
    credited,
  }
  expect([1, 60, 61].map((seconds) => holdFor(cost, seconds))).toEqual(
    ['1.01', '1.6', '2.61'].map(amount),
  )
  expect(affordableSeconds(cost, amount('1.009999'), 7200)).toBe(0)
  expect(affordableSeconds(cost, amount('2.609999'), 7200)).toBe(60)
  // Credited itself, it has not got the money yet.
  const between = { ...cost, terms: { ...cost.terms, reverse_billing: true } }
  expect(holdFor(between, 61)).toBe(amount('2'))
  const patient = { terms: bySecond('0'), credited: { ...credited, grace_seconds: 90 } }
  expect(affordableSeconds(patient, amount('0.999999'), 30)).toBe(0)
})

test('what is more than an amount can be is not affordable', () => {
  const fx = { tariff_fx: worth('20000'), party_fx: worth('20000') }
  const credited = { ...byMinute('900000'), ...fx, reverse_billing: true }
  const cost = { terms: byMinute('900000'), credited }
  expect(affordableSeconds(cost, MONEY_MAX, 86_400)).toBeLessThan(86_400)
  expect(holdFor(cost, 86_400)).toBe(MONEY_MAX)
})
