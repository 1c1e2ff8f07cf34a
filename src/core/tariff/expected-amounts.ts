// Expected revenue or cost of a call, by which gateways are compared and losses avoided
// (docs/domain/billing.md, B15). In the system currency, because buyer and seller may have
// different ones, and without VAT, which is not income.
import { type Money, toSystemCurrency } from '../money.ts'
import { chargeSeconds } from './charge-call.ts'
import type { Terms } from './terms.ts'

/** For an answered call of `seconds`. */
export const expectedAmount = (terms: Terms, seconds: number): Money =>
  toSystemCurrency(chargeSeconds(terms, seconds, 0, 1).net, terms.party_fx)
