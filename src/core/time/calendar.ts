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

/** What the clock of a zone shows at an instant: `2026-12-01 00:00:00`. */
function wallText(timezone: string, at_ms: number): string {
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

/** By how much the clock of a zone is ahead of UTC, in whole minutes. */
function offsetMs(timezone: string, at_ms: number): number {
  const [year = 0, month = 1, ...rest] = wallText(timezone, at_ms).split(/\D/).map(Number)
  const shown = Date.UTC(year, month - 1, ...rest)
  return Math.round((shown - at_ms) / MINUTE_MS) * MINUTE_MS
}

/** The days of a file are few and are on all of its lines. */
const instants = new Map<string, string>()
const INSTANTS_MAX = 1000

/** The instant, in ISO 8601 with Z, at which the clock of a zone shows this. */
export function instantIn(timezone: string, wall: WallTime): string {
  const name = `${timezone} ${wall.join(' ')}`
  const known = instants.get(name)
  if (known !== undefined) return known
  const [year, month, ...rest] = wall
  const shown = Date.UTC(year, month - 1, ...rest)
  const at_ms = shown - offsetMs(timezone, shown - offsetMs(timezone, shown))
  const instant = `${wallText('UTC', at_ms).replace(' ', 'T')}.000Z`
  if (instants.size >= INSTANTS_MAX) instants.clear()
  instants.set(name, instant)
  return instant
}
