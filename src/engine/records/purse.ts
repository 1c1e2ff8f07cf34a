// What the locked balance of a payer leaves for a call: money, and what caps of spending allow.
import type { Payer, Purse } from '#core/account/payer.ts'
import { type Money, money, NO_MONEY } from '#core/money.ts'
import type { LockedBalance } from '#db/call-batch.ts'

/** What a call holds, by account. */
export type Holds = ReadonlyMap<number, Money>

/** What a payer has free for a call that holds `held` already; null where nobody checks. */
export function purseOf(
  { account_id, depth }: Payer,
  row: LockedBalance | undefined,
  held: Holds,
): Purse | null {
  const own = held.get(account_id) ?? NO_MONEY
  if (depth < 0) {
    if (!row || row.max_debt === null) return null
    return { amount: money(row.max_debt - row.balance - row.held + own), when_empty: 'NO_ROUTE' }
  }
  const when_empty = depth === 0 ? 'BALANCE_LOW' : 'BALANCE_RESELLER'
  if (!row) return { amount: NO_MONEY, when_empty }
  const balance = money(row.balance + row.credit_limit - row.held + own)
  const spend = spendLeft(row, own)
  if (spend === null || spend >= balance) return { amount: balance, when_empty }
  return { amount: spend, when_empty: 'SPEND_LIMIT' }
}

/** The row as it counts on this day: what was spent on another one does not. */
export function onDay(row: LockedBalance, today: string): LockedBalance {
  if (row.spent_day === today) return row
  const is_same_month = row.spent_day.slice(0, 7) === today.slice(0, 7)
  return {
    ...row,
    spent_day: today,
    spent_today: NO_MONEY,
    spent_this_month: is_same_month ? row.spent_this_month : NO_MONEY,
  }
}

/** What the caps of a day and a month leave for a call that holds `own` of it; null without caps. */
function spendLeft(row: LockedBalance, own: Money): Money | null {
  const caps = [
    [row.daily_spend_limit, row.spent_today],
    [row.monthly_spend_limit, row.spent_this_month],
  ] as const
  const left = caps.flatMap(([cap, spent]) =>
    cap === null ? [] : [money(cap - spent - row.held + own)],
  )
  return left.length === 0 ? null : money(Math.min(...left))
}
