// Whether a gateway earns enough on a call: expected revenue and cost at the average duration, with
// all fees and increments (docs/domain/billing.md, B15).
import { type Money, type Percent, SYSTEM_FX } from '../money.ts'
import { expectedAmount } from '../tariff/expected-amounts.ts'
import type { Price, Tariff } from '../tariff/tariff.ts'
import type { Routed } from './decision.ts'
import type { RoutePlan } from './route-plan.ts'
import type { TraceStep } from './trace.ts'

export interface Sale {
  /** The tariff of the payer of the operator: the top reseller, or a client without one. */
  readonly tariff: Tariff
  readonly price: Price
  /** The price of a call of average duration. */
  readonly amount: Money
}

export interface Purchase {
  readonly price: Price
  readonly amount: Money
}

type Plan = Pick<RoutePlan, 'profit_mode' | 'min_profit_percent' | 'min_profit_abs'>

/** Null is no minimum. */
interface OwnProfit {
  readonly min_profit_percent: Percent | null
}

/**
 * Why a gateway does not earn enough; null when it does. Loss protection of the tariff and the
 * minimum margin of plan, client and gateway are independent: both must be met.
 */
export function checkMinimumMargin(
  sale: Sale,
  purchase: Purchase,
  plan: Plan,
  client: OwnProfit,
  gateway: OwnProfit,
): 'COST_ABOVE_REVENUE' | 'BELOW_MIN_MARGIN' | null {
  const [pays, costs] = [sale.amount, purchase.amount]
  const { loss_protection, max_loss_percent } = sale.tariff
  if (loss_protection && !isShare(pays - costs, pays, -max_loss_percent)) {
    return 'COST_ABOVE_REVENUE'
  }
  const percent = leastPercent(plan, client, gateway)
  if (percent === null) return null
  const isEnough =
    plan.profit_mode === 'PER_MINUTE'
      ? earnsByMinute(sale, purchase, plan.min_profit_abs, percent)
      : earns(pays, costs, plan.profit_mode === 'OFF' ? 0 : plan.min_profit_abs, percent)
  return isEnough ? null : 'BELOW_MIN_MARGIN'
}

/** The strictest minimum margin; null without any. */
function leastPercent(plan: Plan, client: OwnProfit, gateway: OwnProfit): number | null {
  const asked = [
    plan.profit_mode === 'OFF' ? null : plan.min_profit_percent,
    client.min_profit_percent,
    gateway.min_profit_percent,
  ].filter((one) => one !== null)
  return asked.length === 0 ? null : Math.max(...asked)
}

/** Zero is no minimum amount, so that a negative percentage can allow a loss. */
function earns(pays: number, costs: number, least: number, percent: number): boolean {
  const margin = pays - costs
  return (least === 0 || margin >= least) && isShare(margin, costs, percent)
}

/** By the rates alone, in hundred-millionths of the system currency. */
function earnsByMinute(sale: Sale, purchase: Purchase, least: Money, percent: number): boolean {
  return earns(minuteOf(sale.price), minuteOf(purchase.price), least * 100, percent)
}

function minuteOf({ terms: { rate, tariff_fx, reverse_billing } }: Price): number {
  const sign = reverse_billing ? -1 : 1
  if (tariff_fx === SYSTEM_FX) return sign * rate
  return sign * Number((BigInt(rate) * BigInt(tariff_fx)) / BigInt(SYSTEM_FX))
}

const WHOLE = 1_000_000

/** Whether `part` is at least `percent` (in 1e-4 percent) of `whole`; exact. */
function isShare(part: number, whole: number, percent: number): boolean {
  const [have, want] = [part * WHOLE, whole * percent]
  if (Number.isSafeInteger(have) && Number.isSafeInteger(want)) return have >= want
  return BigInt(part) * BigInt(WHOLE) >= BigInt(whole) * BigInt(percent)
}

const SHORT_SECONDS = 30

/**
 * Routes whose cost exceeds the revenue of a short call: at the first increment of the sale, where
 * coarse increments lose most, or at 30 seconds. It decides nothing and is computed only for the
 * trace.
 */
export function risksOf({ payers, routes }: Routed): TraceStep[] {
  const sale = payers.at(-1)?.price.terms
  if (!sale) return []
  return routes.flatMap(({ gateway_name, buy }): TraceStep[] => {
    if (!buy) return []
    for (const seconds of [sale.first_increment, SHORT_SECONDS]) {
      const price = expectedAmount(sale, seconds)
      const cost = expectedAmount(buy.price.terms, seconds)
      if (cost > price)
        return [{ step: 'SHORT_CALL_LOSS', gateway: gateway_name, seconds, cost, price }]
    }
    return []
  })
}
