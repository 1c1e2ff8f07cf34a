// The payers of a call, and what is held of each while it lasts.
import type { Money } from '../money.ts'
import { affordableSeconds, type Cost, holdFor } from '../tariff/affordable-seconds.ts'
import { packageUse } from '../tariff/charge-call.ts'
import type { Price } from '../tariff/tariff.ts'
import type { Terms } from '../tariff/terms.ts'

export interface Payer {
  readonly account_id: number
  /** 0 is the client, 1 to 5 the resellers above it, the nearest first; -1 a settlement account. */
  readonly depth: number
  /** Who is paid: the reseller above, or the operator. */
  readonly parent_id: number
  readonly price: Price
  /** No call of this party may cost more. */
  readonly cost_limit: Money | null
  /** Whether a settlement account limits what we may owe it, so that money is reserved. */
  readonly has_limit: boolean
  /** The packages of a client that may pay for the call, by subscription, the best first. */
  readonly subscription_ids?: readonly number[]
}

/** Why a payer has nothing free; each is a refusal of core/routing. */
export type FundsRefusal =
  | 'BALANCE_LOW'
  | 'BALANCE_RESELLER'
  | 'SPEND_LIMIT'
  | 'COST_LIMIT'
  /** The carrier lets us owe no more. */
  | 'BALANCE_SETTLEMENT'

/** The free amount of a payer for a call, and why there is no more. */
export interface AvailableFunds {
  readonly amount: Money
  readonly reason: FundsRefusal
}

/** Seconds of a package that are promised to a call. */
export interface PackageHold {
  readonly subscription_id: number
  readonly seconds: number
}

export type Grant =
  | {
      readonly kind: 'granted'
      /** Talk seconds that the holds pay for. */
      readonly seconds: number
      /** The whole hold of each payer, by account. */
      readonly holds: ReadonlyMap<number, Money>
      /** The payer that limits the seconds, and why; null when all are granted. */
      readonly limit: GrantLimit | null
      /** The seconds reserved in the one package that pays its part; null without one. */
      readonly package_hold: PackageHold | null
    }
  | (GrantLimit & { readonly kind: 'refused' })

/** The payer that has nothing free for more. */
export interface GrantLimit {
  readonly refusal: FundsRefusal
  readonly account_id: number
}

/** Where the money of a call ends, in seconds of talk. */
export interface MoneyEnd {
  readonly seconds: number
  readonly refusal: FundsRefusal
}

/** Null when all wanted seconds were granted. */
export const moneyEndOf = ({ seconds, limit }: Grant & { kind: 'granted' }): MoneyEnd | null =>
  limit && { seconds, refusal: limit.refusal }

/**
 * How many of the `wanted_seconds` all payers can pay for, and what to hold of each: its own
 * charge, and the credit of its child with reverse billing. Future income is not counted. `chain`
 * is the client and all resellers, if `payers` are fewer (docs/domain/billing.md, B12).
 * `availableFunds` includes what the call already holds; null is a payer whose balance is not
 * checked. `freeOf` is the same for the seconds of a subscription. The first package with seconds
 * left that lets the call begin is used; money pays the rest.
 */
export function grantSeconds(
  payers: readonly Payer[],
  availableFunds: (payer: Payer) => AvailableFunds | null,
  wanted_seconds: number,
  freeOf: (subscription_id: number) => number = () => 0,
  chain: readonly Payer[] = payers,
): Grant {
  const client = payers.find((payer) => payer.subscription_ids !== undefined)
  for (const subscription_id of client?.subscription_ids ?? []) {
    const seconds = freeOf(subscription_id)
    if (seconds <= 0) continue
    const grant = grantWith(
      { subscription_id, seconds },
      payers,
      chain,
      availableFunds,
      wanted_seconds,
    )
    if (grant.kind === 'granted') return grant
  }
  return grantWith(null, payers, chain, availableFunds, wanted_seconds)
}

/** The grant with up to these seconds of one package. */
function grantWith(
  free: PackageHold | null,
  payers: readonly Payer[],
  chain: readonly Payer[],
  availableFunds: (payer: Payer) => AvailableFunds | null,
  wanted_seconds: number,
): Grant {
  const costOf = (payer: Payer): Cost => ({
    terms: payer.price.terms,
    package_seconds: payer.depth === 0 && free ? free.seconds : 0,
    credited: creditedBy(payer, chain),
  })
  let seconds = wanted_seconds
  let limit: GrantLimit | null = null
  for (const payer of payers) {
    const funds = lowestFunds(payer, availableFunds(payer))
    if (funds === null) continue
    const paid = affordableSeconds(costOf(payer), funds.amount, seconds)
    if (paid < seconds) limit = { refusal: funds.reason, account_id: payer.account_id }
    seconds = paid
    if (limit && seconds === 0) return { kind: 'refused', ...limit }
  }
  const holds = payers.map((payer) => [payer.account_id, holdFor(costOf(payer), seconds)] as const)
  const client = payers.find((payer) => payer.depth === 0)
  const package_hold =
    free && client
      ? { ...free, seconds: packageUse(client.price.terms, seconds, free.seconds) }
      : null
  return { kind: 'granted', seconds, holds: new Map(holds), limit, package_hold }
}

/** The terms of this payer's child if the call credits it (reverse billing). */
function creditedBy({ depth }: Payer, chain: readonly Payer[]): Terms | undefined {
  const child = depth > 0 ? chain.find((payer) => payer.depth === depth - 1) : undefined
  return child?.price.terms.reverse_billing ? child.price.terms : undefined
}

/** The free amount of the payer, or the cost limit of one call if that is less. */
export function lowestFunds(payer: Payer, funds: AvailableFunds | null): AvailableFunds | null {
  const { cost_limit } = payer
  if (cost_limit === null || (funds !== null && funds.amount <= cost_limit)) return funds
  return { amount: cost_limit, reason: 'COST_LIMIT' }
}
