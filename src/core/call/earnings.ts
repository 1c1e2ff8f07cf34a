// Revenue and cost of a call for its seller, the operator or a reseller. Always without VAT, which
// is not income (docs/domain/billing.md, B14).
import {
  addSums,
  boundedMoney,
  type Fx,
  type Money,
  NO_MONEY,
  NO_SUM,
  type Percent,
  percent,
  type Sum,
  subtractSums,
  toSystemCurrency,
} from '../money.ts'

export interface Earnings {
  readonly revenue: Money
  readonly cost: Money
}

/**
 * `sold` is what the payer below pays, `bought` what is paid for the call. With reverse billing a
 * credit to a payer is a cost, and a payment of a carrier is revenue.
 */
export function earningsOf(sold: Money, bought: readonly Money[]): Earnings {
  const received = [sold, ...bought.map((amount) => 0 - amount)]
  const sum = (sign: 1 | -1) =>
    boundedMoney(received.reduce<number>((sum, amount) => sum + Math.max(0, sign * amount), 0))
  return { revenue: sum(1), cost: sum(-1) }
}

export interface EarningsPart {
  /** 0 is the client, 1 to 5 the resellers above it; -1 a settlement account. */
  readonly depth: number
  readonly net: Money
  readonly fx: Fx
}

/**
 * Revenue and cost of the operator, in the system currency: paid by the top payer, and to all
 * settlement accounts.
 */
export function operatorEarnings(parts: readonly EarningsPart[]): Earnings {
  const worth = ({ net, fx }: EarningsPart) => toSystemCurrency(net, fx)
  const top = parts
    .filter((part) => part.depth >= 0)
    .toSorted((one, other) => one.depth - other.depth)
    .at(-1)
  const bought = parts.filter((part) => part.depth === -1).map(worth)
  return earningsOf(top ? worth(top) : NO_MONEY, bought)
}

/** The part of `whole`, of another amount that has the same parts; half away from zero. */
function shareOf(amount: Money, part: Money, whole: Money): Money {
  if (part === whole || whole === 0) return amount
  const product = BigInt(amount) * BigInt(part) * 2n
  const divisor = BigInt(whole) * 2n
  const half = product < 0n === divisor < 0n ? divisor / 2n : -divisor / 2n
  return boundedMoney((product + half) / divisor)
}

/** The net revenue of the reseller above: its income includes the payer's VAT. */
export const netIncome = (charge: {
  readonly income: Money
  readonly net: Money
  readonly amount: Money
}): Money => shareOf(charge.income, charge.net, charge.amount)

interface EarningsSum {
  readonly revenue: Money | Sum
  readonly cost: Money | Sum
}

export const marginOf = ({ revenue, cost }: EarningsSum): Sum => subtractSums(revenue, cost)

export const addEarnings = (all: readonly EarningsSum[]): { revenue: Sum; cost: Sum } => ({
  revenue: all.reduce((sum, { revenue }) => addSums(sum, revenue), NO_SUM),
  cost: all.reduce((sum, { cost }) => addSums(sum, cost), NO_SUM),
})

/** A margin in percent of a revenue near zero is meaningless. */
const PERCENT_MAX = 100_000_000_000_000n

/** The margin in percent of the revenue; null without revenue. */
export function marginPercentOf({ revenue, cost }: EarningsSum): Percent | null {
  const whole = BigInt(revenue)
  if (whole <= 0n) return null
  const parts = marginOf({ revenue, cost }) * 1_000_000n
  const half = parts < 0n ? -whole : whole
  const share = (parts * 2n + half) / (whole * 2n)
  return share > PERCENT_MAX || share < -PERCENT_MAX ? null : percent(Number(share))
}
