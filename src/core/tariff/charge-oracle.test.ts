// Random calls, and what they would be granted, held against a calculation with fractions
// (test/support/charge-oracle.ts). A failure names its seed, by which it comes again.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyPackage, anyTerms, chargeByFractions } from '#test/support/charge-oracle.ts'
import { scaled } from '#test/support/sample.ts'
import { boundedMoney, convertMoney, type Money, money, NO_MONEY } from '../money.ts'
import { affordableSeconds, type Cost } from './affordable-seconds.ts'
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

test('random calls cost exactly what a calculation with fractions says', () => {
  const calls = fc.array(anyCall, { minLength: CALLS_OF_TERMS, maxLength: CALLS_OF_TERMS })
  fc.assert(
    fc.property(anyTerms, calls, (terms, drawn) => {
      expect(drawn.filter((call) => !costsTheSame(terms, call))).toEqual([])
    }),
    { numRuns: scaled(300_000 / CALLS_OF_TERMS) },
  )
})

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
    { numRuns: scaled(20_000) },
  )
})

/** The hold for a call of these whole seconds. */
function holdByFractions({ terms, credited }: Cost, seconds: number): bigint {
  const priceOf = (one: Terms) => chargeByFractions(one, seconds * 1000, 0, 1).amount
  const own = terms.reverse_billing ? 0n : priceOf(terms)
  if (!credited) return own
  const worth = convertMoney(money(Number(-priceOf(credited))), credited.party_fx, terms.party_fx)
  return own + BigInt(worth)
}

/** The least duration that is billed seconds, by trying one after the other. */
function firstBilledSecond(terms: Terms): number {
  const from = terms.grace_seconds + 1
  const left = (seconds: number) =>
    Math.max(seconds + terms.additional_seconds, terms.min_duration_seconds) - terms.free_seconds
  let seconds = from
  while (left(seconds) <= 0) seconds++
  return seconds
}

/** Grace alone pays for no call, neither that of the payer nor that of the credited party. */
function firstHold(cost: Cost): bigint {
  const { terms, credited } = cost
  const begins = [...(terms.reverse_billing ? [] : [terms]), ...(credited ? [credited] : [])]
  return holdByFractions(cost, Math.max(0, ...begins.map(firstBilledSecond)))
}

/** Money near the hold of some second finds the borders. */
const anyAvailable = (cost: Cost, seconds_max: number): fc.Arbitrary<Money> =>
  fc
    .tuple(fc.integer({ min: 0, max: seconds_max }), fc.integer({ min: -1, max: 1 }))
    .map(([seconds, beside]) => boundedMoney(holdByFractions(cost, seconds) + BigInt(beside)))

const anyCredited = anyTerms.map((terms) => ({
  ...terms,
  reverse_billing: true,
  attempt_fee: NO_MONEY,
}))

const anyGrant = fc
  .tuple(
    fc.record({
      terms: anyTerms,
      credited: fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, anyCredited),
    }),
    fc.oneof(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 86_400 })),
  )
  .chain(([cost, seconds_max]) =>
    fc.record({
      cost: fc.constant(cost),
      seconds_max: fc.constant(seconds_max),
      available: anyAvailable(cost, seconds_max),
    }),
  )

test('the money pays for what is granted, and not for a second more', () => {
  fc.assert(
    fc.property(anyGrant, ({ cost, available, seconds_max }) => {
      const seconds = affordableSeconds(cost, available, seconds_max)
      const hold = (duration: number) => holdByFractions(cost, duration)
      if (firstHold(cost) > available) return seconds === 0
      if (hold(seconds) > available) return false
      return seconds === seconds_max || (seconds < seconds_max && hold(seconds + 1) > available)
    }),
    { numRuns: scaled(60_000) },
  )
})

test('whatever is granted pays for every end of the call before it', () => {
  const anyShort = anyGrant.filter(({ seconds_max }) => seconds_max <= 200)
  fc.assert(
    fc.property(anyShort, ({ cost, available, seconds_max }) => {
      const granted = affordableSeconds(cost, available, seconds_max)
      for (let seconds = 0; seconds <= granted && granted > 0; seconds++) {
        if (holdByFractions(cost, seconds) > available) return false
      }
      return true
    }),
    { numRuns: scaled(2000) },
  )
})
