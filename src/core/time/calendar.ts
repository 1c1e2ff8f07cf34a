// Days and times as the clock on a wall shows them.

/** Making one takes longer than a hundred days that it writes. */
const formats = new Map<string, Intl.DateTimeFormat>()

/** The calendar day, YYYY-MM-DD, of an instant (epoch milliseconds) in a zone of the IANA list. */
export function dayIn(timezone: string, at_ms: number): string {
  const format =
    formats.get(timezone) ??
    new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short' })
  formats.set(timezone, format)
  return format.format(at_ms)
}

/** Year, month (from 1), day, hours, minutes and seconds of a clock on a wall. */
export type WallTime = readonly [number, number, number, number, number, number]

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** The wall clock of a zone at an instant: `2026-12-01 00:00:00`. */
export function wallText(timezone: string, at_ms: number): string {
  const name = `${timezone} with time`
  const format =
    formats.get(name) ??
    new Intl.DateTimeFormat('sv-SE', {
      timeZone: timezone,
      dateStyle: 'short',
      timeStyle: 'medium',
    })
  formats.set(name, format)
  return format.format(at_ms)
}

/** The offset changes at a quarter of an hour at most; the rows of a file share few of them. */
const offsets = new Map<string, number>()
const OFFSETS_MAX = 10_000
const QUARTER_MS = 900_000

/** By how much the clock of a zone is ahead of UTC, in whole minutes. */
function offsetMs(timezone: string, at_ms: number): number {
  const name = `${timezone} ${Math.floor(at_ms / QUARTER_MS)}`
  const known = offsets.get(name)
  if (known !== undefined) return known
  const [year = 0, month = 1, ...rest] = wallText(timezone, at_ms).split(/\D/).map(Number)
  const shown = Date.UTC(year, month - 1, ...rest)
  const offset = Math.round((shown - at_ms) / MINUTE_MS) * MINUTE_MS
  if (offsets.size >= OFFSETS_MAX) offsets.clear()
  offsets.set(name, offset)
  return offset
}

/**
 * The first instant, in ISO 8601 with Z, at which the clock of a zone shows this: where it is set
 * back, it shows a time twice. A time that it passes over, as midnight in some zones, is the
 * instant at which it is set.
 */
export function instantIn(timezone: string, [year, month, ...rest]: WallTime): string {
  const shown = Date.UTC(year, month - 1, ...rest)
  const around = [shown - DAY_MS, shown + DAY_MS].map((at_ms) => offsetMs(timezone, at_ms))
  const [first, last] = [shown - Math.max(...around), shown - Math.min(...around)]
  const isShown = (at_ms: number) => at_ms + offsetMs(timezone, at_ms) === shown
  const at_ms = [first, last].find(isShown) ?? changeBetween(timezone, first, last)
  return `${new Date(at_ms).toISOString().slice(0, 19)}.000Z`
}

/** When the clock of a zone is set, which it is once between these instants. */
function changeBetween(timezone: string, from_ms: number, to_ms: number): number {
  const after = offsetMs(timezone, to_ms)
  let [before, since] = [Math.floor(from_ms / QUARTER_MS), Math.ceil(to_ms / QUARTER_MS)]
  while (since - before > 1) {
    const middle = Math.floor((before + since) / 2)
    if (offsetMs(timezone, middle * QUARTER_MS) === after) since = middle
    else before = middle
  }
  return since * QUARTER_MS
}
