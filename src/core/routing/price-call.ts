// What a call of a given length would cost each party, and how long it could last at most: by the
// functions that price and grant a real one, without a call.
import { grantSeconds, type Payer, type Purse } from '../account/payer.ts'
import { type Money, NO_MONEY, subtractMoney, toSystemCurrency } from '../money.ts'
import { type Charge, chargeSeconds } from '../tariff/charge-call.ts'
import type { Routed } from './decision.ts'
import type { Refusal } from './refusal.ts'

export interface PricedParty {
  readonly payer: Payer
  /** For the whole duration, the fee of one attempt in it. */
  readonly charge: Charge
  /** How long this party alone could pay; null is as long as any call may last. */
  readonly longest_seconds: number | null
}

export interface PricedRoute {
  readonly gateway_id: number
  readonly buy: PricedParty | null
  /** Without VAT, in the system currency. */
  readonly margin: Money
  /** The least over all payers, the carrier's credit and every cap; 0 is refused. */
  readonly longest_seconds: number
  /** Why it is 0. */
  readonly refusal: Refusal | null
}

export interface PricedCall {
  readonly payers: readonly PricedParty[]
  readonly routes: readonly PricedRoute[]
}

/** `purseOf` is what a party has free now; null is one that nobody checks. */
export function priceCall(
  routed: Routed,
  duration_seconds: number,
  purseOf: (payer: Payer) => Purse | null,
): PricedCall {
  const most = routed.max_call_duration
  const priced = (payer: Payer): PricedParty => {
    const grant = grantSeconds([payer], purseOf, most)
    return {
      payer,
      charge: chargeSeconds(payer.price.terms, duration_seconds, 0, 1),
      longest_seconds: grant.kind === 'granted' ? grant.seconds : 0,
    }
  }
  const payers = routed.payers.map(priced)
  const income = worthOf(payers.at(-1))
  const routes = routed.routes.map(({ gateway_id, buy }): PricedRoute => {
    const carrier = buy?.has_limit ? [buy] : []
    const grant = grantSeconds([...routed.payers, ...carrier], purseOf, most)
    const bought = buy ? priced(buy) : null
    return {
      gateway_id,
      buy: bought,
      margin: subtractMoney(income, worthOf(bought ?? undefined)),
      longest_seconds: grant.kind === 'granted' ? grant.seconds : 0,
      refusal: grant.kind === 'granted' ? null : grant.refusal,
    }
  })
  return { payers, routes }
}

const worthOf = (party: PricedParty | undefined): Money =>
  party ? toSystemCurrency(party.charge.net, party.payer.price.terms.party_fx) : NO_MONEY
