// The parties of a call that pay for it, and what is held back for them while it lasts.
import { type Money, subtractMoney } from '../money.ts'
import { affordableSeconds } from '../tariff/affordable-seconds.ts'
import { chargeSeconds } from '../tariff/charge-call.ts'
import type { Price } from '../tariff/tariff.ts'

export interface Payer {
  readonly account_id: number
  /** 0 is the client, 1 to 5 the resellers above it, -1 the settlement account. */
  readonly depth: number
  readonly price: Price
}

export type Grant =
  | {
      readonly kind: 'granted'
      /** Talk seconds that the holds pay for. */
      readonly seconds: number
      /** The whole hold of each payer, in the order of the payers. */
      readonly holds: readonly Money[]
    }
  | { readonly kind: 'refused'; readonly account_id: number }

/**
 * How many of the `wanted_seconds` all payers can pay for, and what to hold back from each.
 * `available` is what each has free for this call, in the order of the payers: its free money and
 * what the call holds of it already. Null is a payer whose balance is not checked.
 */
export function grantSeconds(
  payers: readonly Payer[],
  available: readonly (Money | null)[],
  wanted_seconds: number,
): Grant {
  let seconds = wanted_seconds
  for (const [at, payer] of payers.entries()) {
    const free = available[at]
    if (free === null || free === undefined) continue
    seconds = affordableSeconds(payer.price.terms, free, seconds)
    if (seconds === 0) return { kind: 'refused', account_id: payer.account_id }
  }
  return {
    kind: 'granted',
    seconds,
    holds: payers.map((payer) => chargeSeconds(payer.price.terms, seconds).amount),
  }
}

/** What a call still misses of its new holds: the difference to what it holds already. */
export function holdDifferences(before: readonly Money[], after: readonly Money[]): Money[] {
  return after.map((hold, at) => subtractMoney(hold, before[at] ?? (0 as Money)))
}
