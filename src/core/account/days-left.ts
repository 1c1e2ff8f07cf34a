// How long the money of an account lasts at the pace of its last days.
import type { Sum } from '../money.ts'

/** The days whose charges are the pace. */
export const PACE_DAYS = 7

export interface Pace {
  readonly spent: Sum
  /** In which that was spent: fewer than all for a new account. */
  readonly days: number
}

/** Whole days; null if nothing was spent. What is available includes the credit limit. */
export function daysLeft(available: Sum, { spent, days }: Pace): number | null {
  if (spent <= 0n) return null
  return available <= 0n ? 0 : Number((available * BigInt(days)) / spent)
}
