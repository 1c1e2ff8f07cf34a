// Available funds of a payer for a call: its balance and its spending limits.
import {
  addSums,
  boundedMoney,
  type Money,
  NO_MONEY,
  NO_SUM,
  type Sum,
  subtractSums,
} from '../money.ts'
import type { AvailableFunds, Payer } from './payer.ts'

/** The money of an account, as its row has it. */
export interface Balance {
  readonly account_id: number
  readonly balance: Sum
  readonly credit_limit: Money
  readonly held: Sum
  /** The credit limits of the accounts right below, which it cannot spend itself (ADR-0053). */
  readonly lent: Sum
  readonly has_floor: boolean
  /** The most that a settlement account lets us owe; null is without limit. */
  readonly max_debt: Money | null
  readonly daily_spend_limit: Money | null
  readonly monthly_spend_limit: Money | null
  /** The day, YYYY-MM-DD, of `spent_today`, in whose month `spent_this_month` was spent. */
  readonly spent_day: string
  readonly spent_today: Sum
  readonly spent_this_month: Sum
}

/** The amounts that a call reserves, by account. */
export type Holds = ReadonlyMap<number, Money>

/**
 * Available funds of a payer for a call that already holds `held`; null where no balance is
 * checked. An amount, because no call costs more.
 */
export function availableFunds(
  { account_id, depth }: Payer,
  row: Balance | undefined,
  held: Holds,
): AvailableFunds | null {
  const own = held.get(account_id) ?? NO_MONEY
  if (depth < 0) {
    if (!row || row.max_debt === null) return null
    return {
      amount: freeFor(own, subtractSums(row.max_debt, row.balance), row.held),
      reason: 'BALANCE_SETTLEMENT',
    }
  }
  const reason = depth === 0 ? 'BALANCE_LOW' : 'BALANCE_RESELLER'
  if (!row) return { amount: NO_MONEY, reason }
  const limit = subtractSums(row.credit_limit, row.lent)
  const balance = freeFor(own, addSums(row.balance, limit), row.held)
  const spend = spendLeft(row, own)
  if (spend === null || spend >= balance) return { amount: balance, reason }
  return { amount: spend, reason: 'SPEND_LIMIT' }
}

/** The sum less the holds of other calls. */
const freeFor = (own: Money, left: Sum, held: Sum): Money =>
  boundedMoney(addSums(subtractSums(left, held), own))

/** The row as it counts on this day: what was spent on another one does not. */
export function onDay(row: Balance, today: string): Balance {
  if (row.spent_day === today) return row
  const is_same_month = row.spent_day.slice(0, 7) === today.slice(0, 7)
  return {
    ...row,
    spent_day: today,
    spent_today: NO_SUM,
    spent_this_month: is_same_month ? row.spent_this_month : NO_SUM,
  }
}

/**
 * The amount that the caps of a day and a month leave for a call that holds `own` of it; null
 * without caps.
 */
function spendLeft(row: Balance, own: Money): Money | null {
  const caps = [
    [row.daily_spend_limit, row.spent_today],
    [row.monthly_spend_limit, row.spent_this_month],
  ] as const
  const left = caps.flatMap(([cap, spent]) =>
    cap === null ? [] : [freeFor(own, subtractSums(cap, spent), row.held)],
  )
  return left.length === 0 ? null : (Math.min(...left) as Money)
}
