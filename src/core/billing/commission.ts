// Commissions of resellers: a share of what they were charged for calls, given back monthly.

import { MONEY_MAX, type Money, type Percent, type Sum } from '../money.ts'
import { dayIn } from '../time/calendar.ts'
import { periodEnd } from './billing-cycle.ts'

const DAY_MS = 86_400_000

export interface CommissionPeriod {
  /** Such as 2026-10. */
  readonly month: string
  /** ISO 8601 with Z, the end not included. */
  readonly from_at: string
  readonly to_at: string
}

/**
 * The rest of the month that has the instant; undefined while calls that began in it can go on. A
 * call ends within a day.
 */
export function dueCommission(
  timezone: string,
  from_at: string,
  now_ms: number,
): CommissionPeriod | undefined {
  const to_at = periodEnd('MONTH', timezone, from_at)
  if (Date.parse(to_at) + DAY_MS > now_ms) return undefined
  return { month: dayIn(timezone, Date.parse(from_at)).slice(0, 7), from_at, to_at }
}

const WHOLE = 1_000_000n

/** Rounded down to the millionth; nothing of charges below zero. */
export function commissionOf(net: Sum, percent: Percent): Money {
  const share = net <= 0n ? 0n : (net * BigInt(percent)) / WHOLE
  return Number(share > BigInt(MONEY_MAX) ? MONEY_MAX : share) as Money
}
