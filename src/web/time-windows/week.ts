// A week of a time window as it is drawn: which minutes of each day are open.
import type { WholeTimeWindow } from '#contract/routing/time-windows.ts'

export type RangeValues = WholeTimeWindow['ranges'][number]

export interface Span {
  /** Minutes of the day. */
  readonly from: number
  readonly till: number
  /** Only in some months, or on some days of the month. */
  readonly isSometimes: boolean
}

const DAY = 24 * 60
const WEEK = [1, 2, 3, 4, 5, 6, 7]

/** Undefined while a time is only half typed. */
function minuteOf(time: string): number | undefined {
  const parts = /^(\d{2}):(\d{2})$/.exec(time)
  const minute = parts ? Number(parts[1]) * 60 + Number(parts[2]) : DAY + 1
  return minute > DAY ? undefined : minute
}

/** The open spans of each weekday, Monday first; what goes over midnight ends on the next day. */
export function weekOf(ranges: readonly RangeValues[]): Span[][] {
  const week: Span[][] = WEEK.map(() => [])
  for (const { weekdays, from, till, months, days } of ranges) {
    const [first, last] = [minuteOf(from), minuteOf(till)]
    if (first === undefined || last === undefined || first === last) continue
    const isSometimes = months.length > 0 || days.length > 0
    for (const weekday of weekdays.length > 0 ? weekdays : WEEK) {
      const today = week[weekday - 1]
      if (first < last) today?.push({ from: first, till: last, isSometimes })
      else {
        today?.push({ from: first, till: DAY, isSometimes })
        if (last > 0) week[weekday % 7]?.push({ from: 0, till: last, isSometimes })
      }
    }
  }
  return week.map((spans) => spans.toSorted((a, b) => a.from - b.from))
}

const two = (value: number): string => String(value).padStart(2, '0')
export const writeMinute = (minute: number): string =>
  `${two(Math.floor(minute / 60))}:${two(minute % 60)}`
