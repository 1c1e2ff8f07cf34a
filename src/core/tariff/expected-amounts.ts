// What a call is expected to bring or to cost before it is made, by which gateways are compared and
// losses avoided (domain.md §2.6). In the system currency, because buyer and seller may have
// different ones, and without VAT, which is nobody's income.
import { type Money, toSystemCurrency } from '../money.ts'
import { chargeSeconds } from './charge-call.ts'
import type { Terms } from './terms.ts'

/** Of an answered call of so many seconds. */
export const expectedAmount = (terms: Terms, seconds: number): Money =>
  toSystemCurrency(chargeSeconds(terms, seconds, 0, 1).net, terms.party_fx)
