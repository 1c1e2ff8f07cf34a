// The parties of a call that pay for it, and what is held back for them while it lasts.
import type { Money } from '../money.ts'
import { affordableSeconds, holdFor } from '../tariff/affordable-seconds.ts'
import type { Price } from '../tariff/tariff.ts'

export interface Payer {
  readonly account_id: number
  /** 0 is the client, 1 to 5 the resellers above it, the nearest first; -1 a settlement account. */
  readonly depth: number
  /** Who is paid: the reseller above, or the operator. */
  readonly parent_id: number
  readonly price: Price
  /** No call of this party may cost more. */
  readonly cost_limit: Money | null
  /** Of a settlement account: whether it limits what we may owe it, so that money is held. */
  readonly has_limit: boolean
}

/** Why a payer has nothing free; each is a refusal of core/routing. */
export type NoMoney =
  | 'BALANCE_LOW'
  | 'BALANCE_RESELLER'
  | 'SPEND_LIMIT'
  | 'COST_LIMIT'
  /** The carrier lets us owe no more. */
  | 'NO_ROUTE'

/** What a payer has free for a call, and why there is no more. */
export interface Purse {
  readonly amount: Money
  readonly when_empty: NoMoney
}

export type Grant =
  | {
      readonly kind: 'granted'
      /** Talk seconds that the holds pay for. */
      readonly seconds: number
      /** The whole hold of each payer, by account. */
      readonly holds: ReadonlyMap<number, Money>
    }
  | { readonly kind: 'refused'; readonly refusal: NoMoney; readonly account_id: number }

/**
 * How many of the `wanted_seconds` all payers can pay for, and what to hold back from each.
 * `purseOf` is what a payer has free for this call: its free money and what the call holds of it
 * already; null is a payer whose balance is not checked.
 */
export function grantSeconds(
  payers: readonly Payer[],
  purseOf: (payer: Payer) => Purse | null,
  wanted_seconds: number,
): Grant {
  let seconds = wanted_seconds
  for (const payer of payers) {
    const purse = narrowest(payer, purseOf(payer))
    if (purse === null) continue
    seconds = affordableSeconds(payer.price.terms, purse.amount, seconds)
    if (seconds === 0) {
      return { kind: 'refused', refusal: purse.when_empty, account_id: payer.account_id }
    }
  }
  const holds = payers.map(
    ({ account_id, price }) => [account_id, holdFor(price.terms, seconds)] as const,
  )
  return { kind: 'granted', seconds, holds: new Map(holds) }
}

function narrowest(payer: Payer, purse: Purse | null): Purse | null {
  const { cost_limit } = payer
  if (cost_limit === null || (purse !== null && purse.amount <= cost_limit)) return purse
  return { amount: cost_limit, when_empty: 'COST_LIMIT' }
}
