import type { Money, Sum } from '#core/money.ts'
import { amountIn, formatAmount } from '../ui/values/format.ts'

interface Spender {
  readonly currency: string
  readonly daily_spend_limit: Money | null
  readonly monthly_spend_limit: Money | null
  /** Both are absent for users who do not see prices. */
  readonly spent_today?: Sum
  readonly spent_this_month?: Sum
}

/** The used part of its spend limits, where it has any. */
export function spentFigures(spender: Spender) {
  const { daily_spend_limit, monthly_spend_limit, spent_today, spent_this_month } = spender
  const used = (spent: Sum, limit: Money) => (
    <span className={spent >= limit ? 'danger' : undefined}>
      {formatAmount(spent, 2)} of {amountIn(limit, spender.currency, 2)}
    </span>
  )
  return [
    ...(daily_spend_limit === null || spent_today === undefined
      ? []
      : [{ label: 'Spent today', value: used(spent_today, daily_spend_limit) }]),
    ...(monthly_spend_limit === null || spent_this_month === undefined
      ? []
      : [{ label: 'Spent this month', value: used(spent_this_month, monthly_spend_limit) }]),
  ]
}
