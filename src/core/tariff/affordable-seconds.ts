// How long a party can talk for its money (domain.md §2.4).
import { type Money, NO_MONEY } from '../money.ts'
import { chargeSeconds } from './charge-call.ts'
import type { Terms } from './terms.ts'

/**
 * What must be held so that a call can last so long, when a package pays for up to
 * `package_seconds` of it: all that its answer will cost. A call that credits the party holds
 * nothing.
 */
export function holdFor(terms: Terms, seconds: number, package_seconds = 0): Money {
  if (terms.reverse_billing) return NO_MONEY
  return chargeSeconds(terms, seconds, package_seconds, 1).amount
}

/**
 * The longest call, in seconds, at most `seconds_max`, whose hold is not above `available`. It is 0
 * when the money does not pay for the first second that costs something, so that nobody lives on
 * grace time alone.
 */
export function affordableSeconds(
  terms: Terms,
  available: Money,
  seconds_max: number,
  package_seconds = 0,
): number {
  const isPaid = (seconds: number) => holdFor(terms, seconds, package_seconds) <= available
  // Asked before the border of the call: a slice that lies within grace would be paid by nothing.
  if (!isPaid(firstBilledSecond(terms))) return 0
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
 * The least duration past grace of which something is left when the free seconds are taken off; a
 * minimum duration above them costs the same at any second before.
 */
function firstBilledSecond(terms: Terms): number {
  return Math.max(terms.grace_seconds, terms.free_seconds - terms.additional_seconds) + 1
}
