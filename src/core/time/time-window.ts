// Hours in which something counts, by the local time of a time zone: at nine it is nine in summer
// and in winter. An hour that the clock shows twice is open twice, one that it leaves out never
// comes.

/** An empty list of weekdays, months or days does not narrow. */
export interface TimeRange {
  /** Monday is 1. */
  readonly weekdays: readonly number[]
  /** `HH:MM`. */
  readonly from: string
  /** The first minute that is no longer open; `24:00` is the end of the day. */
  readonly till: string
  readonly months: readonly number[]
  /** Days of the month. */
  readonly days: readonly number[]
}

export interface TimeWindow {
  readonly id: number
  readonly name: string
  /** A blocked window is never open. */
  readonly status: 'active' | 'blocked'
  /** A name from the IANA list. */
  readonly timezone: string
  /** Open is what one of them holds. */
  readonly ranges: readonly TimeRange[]
}

interface Day {
  readonly year: number
  readonly month: number
  readonly day: number
  readonly weekday: number
}

interface WallClock extends Day {
  /** `HH:MM`, which compares as text. */
  readonly time: string
}

/**
 * A formatter is slow to create and fast to use. The same name always makes the same one, and there
 * are as many as zones on earth, so keeping them changes no answer and has an end.
 */
const formatters = new Map<string, Intl.DateTimeFormat | undefined>()

function formatterOf(timezone: string): Intl.DateTimeFormat | undefined {
  const known = formatters.get(timezone)
  if (known) return known
  try {
    const made = new Intl.DateTimeFormat('en-US', {
      timeZone: timezone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    })
    formatters.set(timezone, made)
    return made
  } catch {
    return undefined
  }
}

export const isTimeZone = (timezone: string): boolean => formatterOf(timezone) !== undefined

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
/** 1 January 1970 was a Thursday, three days after a Monday. */
const DAYS_AFTER_MONDAY = 3

function dayOf(year: number, month: number, day: number): Day {
  const days = Date.UTC(year, month - 1, day) / DAY_MS
  return { year, month, day, weekday: ((days + DAYS_AFTER_MONDAY) % 7) + 1 }
}

function wallClock(timezone: string, at_ms: number): WallClock | undefined {
  // Such as "03/29/2026, 01:30".
  const text = formatterOf(timezone)?.format(at_ms)
  if (!text) return undefined
  const [month, day, year] = [text.slice(0, 2), text.slice(3, 5), text.slice(6, 10)].map(Number)
  return { ...dayOf(year ?? 0, month ?? 0, day ?? 0), time: text.slice(-5) }
}

function dayBefore({ year, month, day }: Day): Day {
  if (day > 1) return dayOf(year, month, day - 1)
  const [y, m] = month > 1 ? [year, month - 1] : [year - 1, 12]
  const length = (Date.UTC(year, month - 1, 1) - Date.UTC(y, m - 1, 1)) / DAY_MS
  return dayOf(y, m, length)
}

const fits = (wanted: readonly number[], is: number): boolean =>
  wanted.length === 0 || wanted.includes(is)

/** Whether the range begins on this day. */
const isItsDay = (range: TimeRange, { weekday, month, day }: Day): boolean =>
  fits(range.weekdays, weekday) && fits(range.months, month) && fits(range.days, day)

/** 22:00 to 06:00 ends on the day after; the day that counts is the one on which it began. */
const crossesMidnight = ({ from, till }: TimeRange): boolean => from >= till

function isRangeOpen(range: TimeRange, wall: WallClock): boolean {
  const { from, till } = range
  if (!crossesMidnight(range)) return from <= wall.time && wall.time < till && isItsDay(range, wall)
  if (wall.time >= from && isItsDay(range, wall)) return true
  return wall.time < till && isItsDay(range, dayBefore(wall))
}

export function isWindowOpen(window: TimeWindow, at_ms: number): boolean {
  if (window.status === 'blocked') return false
  const wall = wallClock(window.timezone, at_ms)
  return wall !== undefined && window.ranges.some((range) => isRangeOpen(range, wall))
}

const QUARTER_MS = 15 * MINUTE_MS
const HORIZON_DAYS = 366
/** The rest of a day that is skipped, so that a change of the clock does not hide the next one. */
const REST_MS = 2 * 60 * MINUTE_MS

/** The next instant (epoch) at which the window opens or closes, if that is within a year. */
export function nextChange(window: TimeWindow, at_ms: number): number | undefined {
  if (window.status === 'blocked' || window.ranges.some(isAlways)) return undefined
  if (!isTimeZone(window.timezone)) return undefined
  const isOpen = isWindowOpen(window, at_ms)
  const offsets = minutesInQuarter(window.ranges)
  const end = at_ms + HORIZON_DAYS * DAY_MS
  // Clocks are set at quarters of an hour, and zones differ by such: between two of them the wall
  // clock runs evenly, so that it is enough to look at the minutes that a range names.
  for (let at = Math.floor(at_ms / QUARTER_MS) * QUARTER_MS; at < end; ) {
    for (const minute of offsets) {
      const looked = at + minute * MINUTE_MS
      if (looked > at_ms && isWindowOpen(window, looked) !== isOpen) return looked
    }
    at += Math.max(QUARTER_MS, steadyMs(window, at, isOpen))
  }
  return undefined
}

const isAlways = ({ weekdays, from, till, months, days }: TimeRange): boolean =>
  isWholeDay(from, till) &&
  (weekdays.length === 0 || new Set(weekdays).size === 7) &&
  months.length === 0 &&
  days.length === 0

const isWholeDay = (from: string, till: string): boolean => from === '00:00' && till === '24:00'

const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

function minutesInQuarter(ranges: readonly TimeRange[]): number[] {
  const named = ranges.flatMap(({ from, till }) => [minuteOf(from) % 15, minuteOf(till) % 15])
  return [...new Set([0, ...named])].sort((a, b) => a - b)
}

/** How long a look is not needed, because the rest of the day is as it is now. */
function steadyMs({ timezone, ranges }: TimeWindow, at_ms: number, isOpen: boolean): number {
  const wall = wallClock(timezone, at_ms)
  if (!wall) return 0
  const today = ranges.filter((range) => isItsDay(range, wall))
  const yesterday = dayBefore(wall)
  const isSteady = isOpen
    ? today.some(({ from, till }) => isWholeDay(from, till))
    : today.length === 0 &&
      !ranges.some((range) => crossesMidnight(range) && isItsDay(range, yesterday))
  return isSteady ? DAY_MS - minuteOf(wall.time) * MINUTE_MS - REST_MS : 0
}
