// How long a party can talk for its money (domain.md §2.4).
import type { Money } from '../money.ts'
import { chargeSeconds } from './charge-call.ts'
import type { Terms } from './terms.ts'

/**
 * The longest call, in seconds, at most `seconds_max`, whose charge with fee and VAT is not above
 * `available`. It is 0 when the money does not pay for the first second that costs something, so
 * that nobody lives on grace time alone.
 */
export function affordableSeconds(terms: Terms, available: Money, seconds_max: number): number {
  const isPaid = (seconds: number) => chargeSeconds(terms, seconds).amount <= available
  // Asked before the border of the call: a slice that lies within grace would be paid by nothing.
  if (!isPaid(firstBilledSecond(terms))) return 0
  if (isPaid(seconds_max)) return seconds_max
  // A charge never falls as a call goes on, so the border is found by halving.
  let paid = 0
  let unpaid = seconds_max
  while (unpaid - paid > 1) {
    const middle = Math.floor((paid + unpaid) / 2)
    if (isPaid(middle)) paid = middle
    else unpaid = middle
  }
  return paid
}

function firstBilledSecond(terms: Terms): number {
  return Math.max(terms.grace_seconds, terms.free_seconds) + 1
}
