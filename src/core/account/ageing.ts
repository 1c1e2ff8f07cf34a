// How old a debt is: payments settle the oldest debits first, so that what is open belongs to the
// newest ones (docs/domain/reports.md, V7).
import { addSums, NO_SUM, type Sum, subtractSums } from '../money.ts'

/** Days of the periods of debits, newest first; what is older is one period of its own. */
export const AGEING_DAYS = [30, 60, 90] as const

const least = (a: Sum, b: Sum): Sum => (a < b ? a : b)

/**
 * The open part of each period, newest first, and last what is older than all of them. They sum to
 * the debt.
 */
export function ageDebt(debt: Sum, debits: readonly Sum[]): Sum[] {
  let rest = debt > 0n ? debt : NO_SUM
  const parts = debits.map((debited) => {
    const part = least(rest, debited > 0n ? debited : NO_SUM)
    rest = subtractSums(rest, part)
    return part
  })
  return [...parts, rest]
}

/** Adds up the parts of several debts. */
export const addParts = (one: readonly Sum[], other: readonly Sum[]): Sum[] =>
  one.map((part, at) => addSums(part, other[at] ?? NO_SUM))
