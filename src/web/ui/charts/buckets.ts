// The time ranges of the points of a chart: each begins at its own time and ends where the next one
// begins.
import { type DateLook, formatDate, formatTime } from '../values/format.ts'

export interface Stretch {
  readonly from: string
  readonly to: string
}

/** From the beginning of one bucket to the end of another, in whichever order they are named. */
export function stretchOf(times: readonly string[], a: number, b = a): Stretch | undefined {
  const from = times[Math.min(a, b)]
  const end = Math.max(a, b)
  const last = times[end]
  if (from === undefined || last === undefined) return undefined
  const before = times[end - 1]
  const length = before === undefined ? 0 : Date.parse(last) - Date.parse(before)
  return { from, to: times[end + 1] ?? new Date(Date.parse(last) + length).toISOString() }
}

/** Buckets of more than this are days, though the clocks may have been changed in one. */
const HALF_DAY_MS = 12 * 3_600_000

/**
 * `2026-11-22 14:15–14:30`, or the date alone where a bucket is a day. A single point has a
 * beginning only.
 */
export function stretchLabel({ from, to }: Stretch, look: DateLook): string {
  const begin = formatDate(from, 'minute', look)
  if (from === to) return begin
  if (Date.parse(to) - Date.parse(from) > HALF_DAY_MS) return formatDate(from, 'day', look)
  return `${begin}–${formatTime(to, look.timeZone).slice(0, 5)}`
}
