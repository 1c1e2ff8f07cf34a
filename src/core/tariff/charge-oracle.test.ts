// A million random calls, and what they would be granted, held against a calculation with
// fractions (test/support/charge-oracle.ts). A failure names its seed, by which it comes again.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyPackage, anyTerms, chargeByFractions } from '#test/support/charge-oracle.ts'
import { type Money, money, NO_MONEY } from '../money.ts'
import { affordableSeconds } from './affordable-seconds.ts'
import { attemptCharge, chargeCall } from './charge-call.ts'
import type { Terms } from './terms.ts'

const CALLS_OF_TERMS = 25

const anyDuration = fc.oneof(
  fc.integer({ min: 0, max: 10_000 }),
  fc.integer({ min: 0, max: 1_000_000 }),
  { weight: 2, arbitrary: fc.integer({ min: 0, max: 400 }).map((seconds) => seconds * 1000) },
  fc.integer({ min: 0, max: 86_400_000 }),
)
const anyCall = fc.record({
  duration_ms: anyDuration,
  package_seconds: fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, anyPackage),
  attempts: fc.integer({ min: 0, max: 3 }),
})
type AnyCall = { duration_ms: number; package_seconds: number; attempts: number }

function costsTheSame(terms: Terms, call: AnyCall): boolean {
  const { duration_ms, package_seconds, attempts } = call
  const charge = chargeCall(terms, duration_ms, package_seconds, attempts)
  const exact = chargeByFractions(terms, duration_ms, package_seconds, attempts)
  return (
    BigInt(charge.billed_seconds) === exact.billed_seconds &&
    BigInt(charge.net) === exact.net &&
    BigInt(charge.amount) === exact.amount &&
    charge.vat === charge.amount - charge.net
  )
}

test('a million random calls cost exactly what a calculation with fractions says', () => {
  const calls = fc.array(anyCall, { minLength: CALLS_OF_TERMS, maxLength: CALLS_OF_TERMS })
  fc.assert(
    fc.property(anyTerms, calls, (terms, drawn) => {
      expect(drawn.filter((call) => !costsTheSame(terms, call))).toEqual([])
    }),
    { numRuns: 1_000_000 / CALLS_OF_TERMS },
  )
}, 120_000)

test('attempts that nobody answered cost exactly their fees', () => {
  fc.assert(
    fc.property(anyTerms, fc.integer({ min: 0, max: 10 }), (terms, attempts) => {
      const charge = attemptCharge(terms, attempts)
      // Within grace, whatever the terms are, nothing but the attempts is paid.
      const exact = chargeByFractions(
        { ...terms, grace_seconds: 1, duration_rounding: 'DOWN' },
        0,
        0,
        attempts,
      )
      return BigInt(charge.net) === exact.net && BigInt(charge.amount) === exact.amount
    }),
    { numRuns: 20_000 },
  )
})

/** What is held for a call of so many whole seconds. */
function holdByFractions(terms: Terms, seconds: number): Money {
  if (terms.reverse_billing) return NO_MONEY
  return money(Number(chargeByFractions(terms, seconds * 1000, 0, 1).amount))
}

/** The least duration that is billed seconds, by trying one after the other. */
function firstBilledSecond(terms: Terms): number {
  const from = terms.grace_seconds + 1
  const left = (seconds: number) =>
    Math.max(seconds + terms.additional_seconds, terms.min_duration) - terms.free_seconds
  let seconds = from
  while (left(seconds) <= 0) seconds++
  return seconds
}

/** Money near the hold of some second finds the borders. */
const anyAvailable = (terms: Terms, seconds_max: number): fc.Arbitrary<Money> =>
  fc
    .tuple(fc.integer({ min: 0, max: seconds_max }), fc.integer({ min: -1, max: 1 }))
    .map(([seconds, beside]) => money(holdByFractions(terms, seconds) + beside))

const anyGrant = fc
  .tuple(anyTerms, fc.oneof(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 86_400 })))
  .chain(([terms, seconds_max]) =>
    fc.record({
      terms: fc.constant(terms),
      seconds_max: fc.constant(seconds_max),
      available: anyAvailable(terms, seconds_max),
    }),
  )

test('the money pays for what is granted, and not for a second more', () => {
  fc.assert(
    fc.property(anyGrant, ({ terms, available, seconds_max }) => {
      const seconds = affordableSeconds(terms, available, seconds_max)
      const hold = (duration: number) => holdByFractions(terms, duration)
      const first_hold = hold(firstBilledSecond(terms))
      if (first_hold > available) return seconds === 0
      if (hold(seconds) > available) return false
      return seconds === seconds_max || (seconds < seconds_max && hold(seconds + 1) > available)
    }),
    { numRuns: 60_000 },
  )
}, 60_000)

test('whatever is granted pays for every end of the call before it', () => {
  const anyShort = anyGrant.filter(({ seconds_max }) => seconds_max <= 200)
  fc.assert(
    fc.property(anyShort, ({ terms, available, seconds_max }) => {
      const granted = affordableSeconds(terms, available, seconds_max)
      for (let seconds = 0; seconds <= granted && granted > 0; seconds++) {
        if (holdByFractions(terms, seconds) > available) return false
      }
      return true
    }),
    { numRuns: 2000 },
  )
}, 60_000)
