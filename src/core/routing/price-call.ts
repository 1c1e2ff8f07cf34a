// The cost of a call of a given length for each party, and how long it could last at most: by the
// functions that price and grant a real one, without a call.
import { type AvailableFunds, type Grant, grantSeconds, type Payer } from '../account/payer.ts'
import { boundedMoney, convertMoney, type Money, NO_MONEY, toSystemCurrency } from '../money.ts'
import { type Charge, chargeSeconds, packageUse } from '../tariff/charge-call.ts'
import type { Terms } from '../tariff/terms.ts'
import type { Routed } from './decision.ts'
import type { Refusal } from './refusal.ts'

export interface CallParty {
  readonly payer: Payer
  /** For the whole duration, the fee of one attempt in it. */
  readonly charge: Charge
  /** Seconds of the duration that the package of the client pays. */
  readonly package_seconds: number
  /** How long this party alone could pay; null is without a limit. */
  readonly longest_seconds: number | null
  /** The part that a reseller keeps of the net of the account below, in its own currency. */
  readonly margin: Money | null
}

export interface PricedRoute {
  readonly gateway_id: number
  readonly buy: CallParty | null
  /** Without VAT, in the system currency. */
  readonly margin: Money
  /** The least over all payers, the carrier's credit and every cap; 0 is refused. */
  readonly longest_seconds: number
  /** Why it is 0. */
  readonly refusal: Refusal | null
}

export interface PricedCall {
  readonly payers: readonly CallParty[]
  readonly routes: readonly PricedRoute[]
}

/**
 * `availableFunds` returns null for a party whose balance is not checked. `freeOf` is what is left
 * of a subscription.
 */
export function priceCall(
  routed: Routed,
  duration_seconds: number,
  availableFunds: (payer: Payer) => AvailableFunds | null,
  freeOf: (subscription_id: number) => number,
): PricedCall {
  const most = routed.max_call_duration_seconds
  const priced = (payer: Payer, below?: CallParty): CallParty => {
    const { terms } = payer.price
    const grant = grantSeconds([payer], availableFunds, most, freeOf, routed.payers)
    const of_package = packageUse(terms, duration_seconds, freeSecondsFor(payer, grant, freeOf))
    const charge = chargeSeconds(terms, duration_seconds, of_package, 1)
    return {
      payer,
      charge,
      margin: below ? keptOf(below, charge, terms) : null,
      package_seconds: of_package,
      longest_seconds: grant.kind === 'granted' ? grant.seconds : 0,
    }
  }
  const payers: CallParty[] = []
  for (const payer of routed.payers) payers.push(priced(payer, payers.at(-1)))
  const income = worthOf(payers.at(-1))
  const routes = routed.routes.map(({ gateway_id, buy }): PricedRoute => {
    const settlement = buy?.has_limit ? [buy] : []
    const grant = grantSeconds([...routed.payers, ...settlement], availableFunds, most, freeOf)
    const bought = buy ? priced(buy) : null
    return {
      gateway_id,
      buy: bought,
      margin: boundedMoney(income - worthOf(bought ?? undefined)),
      longest_seconds: grant.kind === 'granted' ? grant.seconds : 0,
      refusal: grant.kind === 'granted' ? null : grant.refusal,
    }
  })
  return { payers, routes }
}

/**
 * The free seconds of the package that the grant has chosen; of the best one when nothing was
 * granted.
 */
function freeSecondsFor(
  { subscription_ids = [] }: Payer,
  grant: Grant,
  freeOf: (subscription_id: number) => number,
): number {
  const chosen = grant.kind === 'granted' ? grant.package_hold?.subscription_id : undefined
  const id = chosen ?? subscription_ids.find((one) => freeOf(one) > 0)
  return id === undefined ? 0 : freeOf(id)
}

function keptOf(below: CallParty, { net }: Charge, { party_fx }: Terms): Money {
  const income = convertMoney(below.charge.net, below.payer.price.terms.party_fx, party_fx)
  return boundedMoney(income - net)
}

const worthOf = (party: CallParty | undefined): Money =>
  party ? toSystemCurrency(party.charge.net, party.payer.price.terms.party_fx) : NO_MONEY
