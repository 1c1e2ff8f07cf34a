// A moment as a user writes it: 2026-11-20 14:03:07, by the clock of one time zone, or with the
// date in the order of the settings.
// Seconds, and the whole time of day, may be missing. No zone is computed with: a day is 24 hours
// of a clock without one.

import { type DateFormat, readDay, writeDay } from '#core/time/date-format.ts'

const MOMENT = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]+(\d{1,2}):(\d{2})(?::(\d{2}))?)?$/
const DAY_MS = 86_400_000

/** `2026-11-20T14:03:07`; undefined for what no calendar and no clock shows. */
export function readMoment(text: string, format: DateFormat): string | undefined {
  const match = MOMENT.exec(readDay(text.trim(), format))
  if (!match) return undefined
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1)
    .map((part) => Number(part ?? 0))
  const at = new Date(Date.UTC(year, month - 1, day, hour, minute, second))
  const isSame = at.getUTCMonth() === month - 1 && at.getUTCDate() === day
  if (!isSame || hour > 23 || minute > 59 || second > 59) return undefined
  return at.toISOString().slice(0, 19)
}

export const writeMoment = (wall: string, format: DateFormat): string =>
  wall === '' ? '' : `${writeDay(wall, format)}${wall.slice(10).replace('T', ' ')}`

export interface QuickMoment {
  readonly label: string
  readonly wall: string
}

const midnight = (now: string, days: number): string =>
  `${new Date(Date.parse(`${now}Z`) + days * DAY_MS).toISOString().slice(0, 10)}T00:00:00`

/** `now` is what the clock shows. */
export function quickMoments(now: string, way: 'past' | 'future'): QuickMoment[] {
  const inAWeek = new Date(Date.parse(`${now}Z`) + 7 * DAY_MS).toISOString().slice(0, 19)
  return way === 'future'
    ? [
        { label: 'Now', wall: now },
        { label: 'Tomorrow 00:00', wall: midnight(now, 1) },
        { label: 'In 7 days', wall: inAWeek },
      ]
    : [
        { label: 'Now', wall: now },
        { label: 'Today 00:00', wall: midnight(now, 0) },
        { label: 'Yesterday 00:00', wall: midnight(now, -1) },
      ]
}

/** The days of the weeks that a month touches, from Monday on; `month` is `2026-11`. */
export function daysOfMonth(month: string): string[] {
  const first = Date.parse(`${month}-01T00:00:00Z`)
  const start = first - ((new Date(first).getUTCDay() + 6) % 7) * DAY_MS
  return Array.from({ length: 42 }, (_, at) =>
    new Date(start + at * DAY_MS).toISOString().slice(0, 10),
  )
}

export function monthAfter(month: string, by: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7)
}
