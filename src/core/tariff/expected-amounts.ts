// What a call is expected to bring or to cost before it is made, by which gateways are compared and
// losses avoided (domain.md §2.6). In the system currency, because buyer and seller may have
// different ones, and without VAT, which is nobody's income.
import { type Money, toSystemCurrency } from '../money.ts'
import { chargeSeconds } from './charge-call.ts'
import type { Terms } from './terms.ts'

export interface ExpectedAmounts {
  /** At the least that the paying party is billed for: here a coarser increment loses most. */
  readonly first_increment: Money
  /** At 30 seconds. */
  readonly short: Money
  readonly average: Money
}

const SHORT_SECONDS = 30

/** Of an answered call; `first_increment` is that of the paying party, for both sides. */
export function expectedAmounts(
  terms: Terms,
  average_duration: number,
  first_increment: number,
): ExpectedAmounts {
  const at = (seconds: number) => expectedAmount(terms, seconds)
  return {
    first_increment: at(first_increment),
    short: at(SHORT_SECONDS),
    average: at(average_duration),
  }
}

export const expectedAmount = (terms: Terms, seconds: number): Money =>
  toSystemCurrency(chargeSeconds(terms, seconds, 0, 1).net, terms.party_fx)
