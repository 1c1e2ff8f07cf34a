// The period of an account's next invoice (ADR-0029): due by its billing cycle, or chosen.
import { dayIn } from '../time/calendar.ts'
import { type Cycle, periodEnd } from './billing-cycle.ts'
import { dayAfter, startOfDayIn } from './invoice.ts'

/** Instants in ISO 8601 with Z. */
export interface InvoicePeriod {
  readonly starts_at: string
  readonly ends_at: string
}

/**
 * The period of a cycle that has ended by now; undefined if it has not. A period without anything
 * to bill, before `first_at`, is part of the next one.
 */
export function duePeriod(
  cycle: Cycle,
  timezone: string,
  { starts_at, first_at }: { readonly starts_at: string; readonly first_at: string },
  now_ms: number,
): InvoicePeriod | undefined {
  const billed_at = Date.parse(first_at) > Date.parse(starts_at) ? first_at : starts_at
  const ends_at = periodEnd(cycle, timezone, billed_at)
  return Date.parse(ends_at) <= now_ms ? { starts_at, ends_at } : undefined
}

interface ChosenDays {
  /** Null: where the last invoice ends, or on the day of the first charge. */
  readonly from_on: string | null
  readonly to_on: string
  readonly timezone: string
  /** Where the last invoice of the account ends, and when it was first charged, if it was. */
  readonly last_ends_at: string | undefined
  readonly first_at: string | undefined
  readonly now_ms: number
}

export type PeriodRefusal =
  | 'BEGINS_ELSEWHERE'
  | 'NOTHING_CHARGED'
  | 'NOT_ENDED'
  | 'BILLED_ALREADY'
  | 'ENDS_BEFORE_IT_BEGINS'

/** Periods follow each other: only that of an account's first invoice begins on a chosen day. */
export function chosenPeriod(days: ChosenDays): InvoicePeriod | PeriodRefusal {
  const { from_on, timezone, last_ends_at, first_at } = days
  if (last_ends_at !== undefined && from_on !== null) return 'BEGINS_ELSEWHERE'
  const starts_at = last_ends_at ?? firstStart(from_on, timezone, first_at)
  if (starts_at === undefined) return 'NOTHING_CHARGED'
  const ends_at = startOfDayIn(timezone, dayAfter(days.to_on, 1))
  if (Date.parse(ends_at) > days.now_ms) return 'NOT_ENDED'
  if (Date.parse(ends_at) > Date.parse(starts_at)) return { starts_at, ends_at }
  return last_ends_at === undefined ? 'ENDS_BEFORE_IT_BEGINS' : 'BILLED_ALREADY'
}

function firstStart(
  from_on: string | null,
  timezone: string,
  first_at: string | undefined,
): string | undefined {
  const day = from_on ?? (first_at && dayIn(timezone, Date.parse(first_at)))
  return day === undefined ? undefined : startOfDayIn(timezone, day)
}
