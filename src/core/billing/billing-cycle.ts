// When the next invoice of an account is due (ADR-0029): periods of whole days of its time zone.
import { dayIn } from '../time/calendar.ts'
import { dayAfter, startOfDayIn } from './invoice.ts'

export const BILLING_CYCLES = ['BY_HAND', 'DAY', 'WEEK', 'HALF_MONTH', 'MONTH'] as const
export type BillingCycle = (typeof BILLING_CYCLES)[number]

/** One that comes round by itself. */
export type Cycle = Exclude<BillingCycle, 'BY_HAND'>

/** The second half of a month begins with this day. */
const SECOND_HALF = 16

const date = (day: string, date_no: number): string =>
  `${day.slice(0, 8)}${String(date_no).padStart(2, '0')}`

const DAY_MS = 86_400_000

/** Days after Monday; 1 January 1970 was a Thursday. */
const weekdayOf = (day: string): number => (Date.parse(day) / DAY_MS + 3) % 7

const nextMonth = (day: string): string => date(dayAfter(date(day, 1), 31), 1)

/** The first day of the period that has the day: weeks begin on Monday. */
function firstDay(cycle: Cycle, day: string): string {
  if (cycle === 'DAY') return day
  if (cycle === 'WEEK') return dayAfter(day, -weekdayOf(day))
  const isSecond = cycle === 'HALF_MONTH' && Number(day.slice(8)) >= SECOND_HALF
  return date(day, isSecond ? SECOND_HALF : 1)
}

/** The first day of the period after it. */
function nextFirstDay(cycle: Cycle, day: string): string {
  if (cycle === 'DAY') return dayAfter(day, 1)
  if (cycle === 'WEEK') return dayAfter(firstDay(cycle, day), 7)
  const isFirst = cycle === 'HALF_MONTH' && Number(day.slice(8)) < SECOND_HALF
  return isFirst ? date(day, SECOND_HALF) : nextMonth(day)
}

/** When the period that has the instant begins in the zone, in ISO 8601 with Z. */
export const periodStart = (cycle: Cycle, timezone: string, at: string): string =>
  startOfDayIn(timezone, firstDay(cycle, dayIn(timezone, Date.parse(at))))

/** When it ends, and the next one begins. */
export const periodEnd = (cycle: Cycle, timezone: string, at: string): string =>
  startOfDayIn(timezone, nextFirstDay(cycle, dayIn(timezone, Date.parse(at))))
