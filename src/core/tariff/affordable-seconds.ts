// How long a party can talk for its available funds (docs/domain/billing.md, B12).
import { boundedMoney, convertMoney, type Money } from '../money.ts'
import { chargeSeconds } from './charge-call.ts'
import type { Terms } from './terms.ts'

/** Of what a party owes for a call. */
export interface Cost {
  readonly terms: Terms
  /** Paid by a package. */
  readonly package_seconds?: number
  /** Of the party below, if the call credits it: this one pays for that. */
  readonly credited?: Terms | undefined
}

/** What must be held so that a call can last so long: all that its answer will cost. */
export const holdFor = (cost: Cost, seconds: number): Money => boundedMoney(debtFor(cost, seconds))

/**
 * Its own price, unless it is credited, and what it credits the one below. Both together may be
 * more than an amount can be.
 */
function debtFor({ terms, package_seconds = 0, credited }: Cost, seconds: number): number {
  const own = terms.reverse_billing ? 0 : chargeSeconds(terms, seconds, package_seconds, 1).amount
  if (!credited) return own
  const credit = chargeSeconds(credited, seconds, 0, 1).amount
  return own - convertMoney(credit, credited.party_fx, terms.party_fx)
}

/**
 * The longest call, in seconds, at most `seconds_max`, whose hold is not above `available`. It is 0
 * when the money does not pay for the first second that costs something, so that nobody lives on
 * grace time alone.
 */
export function affordableSeconds(cost: Cost, available: Money, seconds_max: number): number {
  const { terms, credited } = cost
  const isPaid = (seconds: number) => debtFor(cost, seconds) <= available
  // Asked before the border of the call: a slice that lies within grace would be paid by nothing.
  const own_begins_at = terms.reverse_billing ? 0 : firstBilledSecond(terms)
  const credit_begins_at = credited ? firstBilledSecond(credited) : 0
  if (!isPaid(Math.max(own_begins_at, credit_begins_at))) return 0
  if (isPaid(seconds_max)) return seconds_max
  // Longer talk is billed the same stretches and more, and minimum and maximum do not turn that
  // round: a hold never falls as a call goes on, so the border is found by halving.
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
 * The least duration past grace of which something is left when the free seconds are taken off: any
 * where a minimum duration is above them.
 */
function firstBilledSecond(terms: Terms): number {
  const { grace_seconds, free_seconds, additional_seconds, min_duration } = terms
  const free = min_duration > free_seconds ? 0 : free_seconds - additional_seconds
  return Math.max(grace_seconds, free) + 1
}
