// How long a party can talk for its available funds (docs/domain/billing.md, B12).
import { boundedMoney, convertMoney, type Money } from '../money.ts'
import { chargeSeconds } from './charge-call.ts'
import type { Terms } from './terms.ts'

/** The terms that determine the cost of a call for a party. */
export interface Cost {
  readonly terms: Terms
  /** Paid by a package. */
  readonly package_seconds?: number
  /** The terms of the child, if the call credits it: this party pays for that. */
  readonly credited?: Terms | undefined
}

/** The amount to reserve for a call of this length: all charges and fees. */
export const holdFor = (cost: Cost, seconds: number): Money => boundedMoney(debtFor(cost, seconds))

/**
 * Its own charge, unless it is credited, and the credit of its child. Their sum may exceed the
 * largest amount.
 */
function debtFor({ terms, package_seconds = 0, credited }: Cost, seconds: number): number {
  const own = terms.reverse_billing ? 0 : chargeSeconds(terms, seconds, package_seconds, 1).amount
  if (!credited) return own
  const credit = chargeSeconds(credited, seconds, 0, 1).amount
  return own - convertMoney(credit, credited.party_fx, terms.party_fx)
}

/**
 * The longest call, in seconds, at most `seconds_max`, whose hold is not above `available`. It is 0
 * when the money does not pay for the first second that costs something, so that grace time alone
 * never makes a free call.
 */
export function affordableSeconds(cost: Cost, available: Money, seconds_max: number): number {
  const { terms, credited } = cost
  const isPaid = (seconds: number) => debtFor(cost, seconds) <= available
  // Checked first: a slice within the grace period would cost nothing.
  const own_begins_at = terms.reverse_billing ? 0 : firstBilledSecond(terms)
  const credit_begins_at = credited ? firstBilledSecond(credited) : 0
  if (!isPaid(Math.max(own_begins_at, credit_begins_at))) return 0
  if (isPaid(seconds_max)) return seconds_max
  // A longer call is billed the same stretches and more, and minimum and maximum keep that order: a
  // hold never decreases with the duration, so the border is found by bisection.
  let paid = 0
  let unpaid = seconds_max
  while (unpaid - paid > 1) {
    const middle = Math.floor((paid + unpaid) / 2)
    if (isPaid(middle)) paid = middle
    else unpaid = middle
  }
  return paid
}

/**
 * The shortest duration after grace and free seconds that is billed; any duration, if the minimum
 * duration exceeds the free seconds.
 */
function firstBilledSecond(terms: Terms): number {
  const { grace_seconds, free_seconds, additional_seconds, min_duration_seconds } = terms
  const free = min_duration_seconds > free_seconds ? 0 : free_seconds - additional_seconds
  return Math.max(grace_seconds, free) + 1
}
