// Packages and money together: what they pay for, held against every end that the call could have.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyPackage, anyTerms } from '#test/support/charge-oracle.ts'
import { scaled } from '#test/support/sample.ts'
import { amount, makeTerms, perMinute } from '#test/support/terms.ts'
import { type Money, money, NO_MONEY } from '../money.ts'
import { affordableSeconds, holdFor } from '../tariff/affordable-seconds.ts'
import { chargeSeconds, packageUse } from '../tariff/charge-call.ts'
import type { Terms } from '../tariff/terms.ts'
import { grantSeconds, type Payer } from './payer.ts'

function makePayer(terms: Terms, subscription_ids: readonly number[] = [1]): Payer {
  const price = { tariff_id: 1, rate_id: 1, prefix: '', destination: '', blocked: false, terms }
  const payer = { account_id: 10, depth: 0, parent_id: 1, cost_limit: null, has_limit: true }
  return { ...payer, price, subscription_ids }
}

const byMinute = makeTerms({
  rate: perMinute('0.14'),
  first_increment: 60,
  next_increment: 60,
  connect_fee: amount('0.05'),
})

/** `left` are seconds by subscription. */
function grantOf(payer: Payer, available: string, wanted: number, left: Record<number, number>) {
  const funds = { amount: amount(available), reason: 'BALANCE_LOW' } as const
  const grant = grantSeconds(
    [payer],
    () => funds,
    wanted,
    (id) => left[id] ?? 0,
  )
  if (grant.kind === 'refused') return grant.refusal
  const { seconds, holds, package_hold } = grant
  return { seconds, held: holds.get(10), package_hold }
}

describe('a call with a package', () => {
  test('needs no money, not even for its connect fee, as far as the package goes', () => {
    expect(grantOf(makePayer(byMinute), '0', 7200, { 1: 300 })).toEqual({
      seconds: 300,
      held: NO_MONEY,
      package_hold: { subscription_id: 1, seconds: 300 },
    })
  })

  test('lasts as long as package and money together pay for', () => {
    // Case 19 of docs/domain/billing.md: the package pays 300 of 420 seconds, money pays the other
    // two minutes and the fee.
    expect(grantOf(makePayer(byMinute), '0.33', 7200, { 1: 300 })).toEqual({
      seconds: 420,
      held: amount('0.33'),
      package_hold: { subscription_id: 1, seconds: 300 },
    })
    expect(grantOf(makePayer(byMinute), '0.329999', 7200, { 1: 300 })).toMatchObject({
      seconds: 360,
      held: amount('0.19'),
    })
  })

  test('takes of the package in the increments of the rate, as far as they are there', () => {
    expect([1, 60, 61, 119, 120, 121, 300].map((s) => packageUse(byMinute, s, 150))).toEqual([
      60, 60, 120, 120, 120, 150, 150,
    ])
    expect(packageUse({ ...byMinute, grace_seconds: 5 }, 5, 150)).toBe(0)
  })

  test('takes the best package that has something left', () => {
    const payer = makePayer(byMinute, [7, 8])
    const packageOf = (left: Record<number, number>) =>
      grantOf(payer, '1', 60, left) as { package_hold: unknown }
    expect(packageOf({ 7: 60, 8: 600 }).package_hold).toEqual({ subscription_id: 7, seconds: 60 })
    expect(packageOf({ 7: 0, 8: 600 }).package_hold).toEqual({ subscription_id: 8, seconds: 60 })
    expect(packageOf({ 7: 0, 8: 0 }).package_hold).toBeNull()
  })

  test('is refused like any other when neither has anything left', () => {
    expect(grantOf(makePayer(byMinute), '0.18', 60, { 1: 0 })).toBe('BALANCE_LOW')
  })

  test('does not live on grace alone: the first second past it must be paid', () => {
    const terms = { ...byMinute, grace_seconds: 90 }
    expect(grantOf(makePayer(terms), '0', 60, { 1: 30 })).toBe('BALANCE_LOW')
    expect(grantOf(makePayer(terms), '0', 60, { 1: 91 })).toMatchObject({ seconds: 60 })
  })
})

const anyCase = fc
  .tuple(anyTerms, anyPackage, fc.oneof(fc.integer({ min: 1, max: 300 }), fc.constant(86_400)))
  .chain(([terms, package_seconds, wanted]) =>
    fc.record({
      terms: fc.constant(terms),
      package_seconds: fc.constant(package_seconds),
      wanted: fc.constant(wanted),
      // Near the border of some duration, or nothing at all.
      available: fc.oneof(
        fc.constant(NO_MONEY),
        fc
          .tuple(fc.integer({ min: 0, max: wanted }), fc.integer({ min: -1, max: 1 }))
          .map(
            ([s, beside]) => Math.max(0, holdFor({ terms, package_seconds }, s) + beside) as Money,
          ),
      ),
    }),
  )

test('what is granted is paid for by holds and package, and a second more would not be', () => {
  fc.assert(
    fc.property(anyCase, ({ terms, package_seconds, wanted, available }) => {
      const seconds = affordableSeconds({ terms, package_seconds }, available, wanted)
      if (seconds === 0) {
        // The first second past grace that a payer pays for is too much.
        const { grace_seconds, free_seconds, additional_seconds } = terms
        const free = package_seconds > 0 ? 0 : free_seconds - additional_seconds
        return holdFor({ terms, package_seconds }, Math.max(grace_seconds, free) + 1) > available
      }
      if (seconds > wanted || holdFor({ terms, package_seconds }, seconds) > available) return false
      return seconds === wanted || holdFor({ terms, package_seconds }, seconds + 1) > available
    }),
    { numRuns: scaled(20_000) },
  )
})

test('wherever a granted call ends, its charge and what it uses are within what is held', () => {
  fc.assert(
    fc.property(
      anyCase,
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 8, maxLength: 8 }),
      ({ terms, package_seconds, wanted, available }, shares) => {
        const funds = { amount: available, reason: 'BALANCE_LOW' } as const
        const payers = [makePayer(terms)]
        const grant = grantSeconds(
          payers,
          () => funds,
          wanted,
          () => package_seconds,
        )
        if (grant.kind === 'refused') return true
        const held = grant.holds.get(10) ?? NO_MONEY
        const of_package = grant.package_hold?.seconds ?? 0
        if (of_package < 0 || of_package > package_seconds || held > available) return false
        return [0, ...shares, 1].every((share) => {
          const duration = Math.round(grant.seconds * share)
          const used = packageUse(terms, duration, of_package)
          const { amount: paid } = chargeSeconds(terms, duration, used, 1)
          return used >= 0 && used <= of_package && paid <= held
        })
      },
    ),
    { numRuns: scaled(20_000) },
  )
})

test('a package never makes a call dearer, nor shorter', () => {
  fc.assert(
    fc.property(anyCase, ({ terms, package_seconds, wanted, available }) => {
      const seconds = affordableSeconds({ terms, package_seconds }, available, wanted)
      return (
        seconds >= affordableSeconds({ terms }, available, wanted) &&
        holdFor({ terms, package_seconds }, wanted) <= holdFor({ terms }, wanted)
      )
    }),
    { numRuns: scaled(20_000) },
  )
})

test('an extended call never holds less than before', () => {
  fc.assert(
    fc.property(
      anyCase,
      fc.integer({ min: 0, max: 600 }),
      fc.integer({ min: 0, max: 36_000 }),
      ({ terms, package_seconds, available }, step, taken_by_others) => {
        const grantAt = (wanted: number, free: number) =>
          grantSeconds(
            [makePayer(terms)],
            () => ({ amount: money(available), reason: 'BALANCE_LOW' }),
            wanted,
            () => free,
          )
        const first = grantAt(60, package_seconds)
        if (first.kind === 'refused') return true
        const own = first.package_hold?.seconds ?? 0
        const left = Math.max(own, package_seconds - taken_by_others)
        const more = grantAt(60 + step, left)
        if (more.kind === 'refused' || more.seconds <= first.seconds) return true
        return (more.package_hold?.seconds ?? 0) >= own
      },
    ),
    { numRuns: scaled(20_000) },
  )
})
