// What the operator keeps of a call.
import { boundedMoney, type Fx, type Money, NO_MONEY, toSystemCurrency } from '../money.ts'

export interface MarginPart {
  /** 0 is the client, 1 to 5 the resellers above it; -1 a settlement account. */
  readonly depth: number
  readonly net: Money
  readonly fx: Fx
}

/**
 * What the top payer, who pays the operator, brings less what all settlement accounts get: without
 * VAT, which is nobody's income, and in the system currency.
 */
export function marginOf(parts: readonly MarginPart[]): Money {
  const worth = ({ net, fx }: MarginPart) => toSystemCurrency(net, fx)
  const top = parts
    .filter((part) => part.depth >= 0)
    .toSorted((one, other) => one.depth - other.depth)
    .at(-1)
  const margin = parts
    .filter((part) => part.depth === -1)
    .reduce<number>((left, part) => left - worth(part), top ? worth(top) : NO_MONEY)
  return boundedMoney(margin)
}
