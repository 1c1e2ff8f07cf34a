// Moving a time range by its own length; whole months move by months. Everything is wall-clock text
// of the user's time zone: the server turns it into instants, so no zone is computed with here.

export interface TimeRange {
  readonly range: string | undefined
  readonly from: string | undefined
  readonly to: string | undefined
}

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** How far back each of the usual ranges reaches from now. */
const LENGTHS_MS: Readonly<Record<string, number>> = {
  '15m': 15 * MINUTE_MS,
  '1h': 60 * MINUTE_MS,
  '6h': 360 * MINUTE_MS,
  '24h': DAY_MS,
  '7d': 7 * DAY_MS,
  '30d': 30 * DAY_MS,
}

/** A clock without a zone counts like one in UTC. */
const read = (text: string) => Date.parse(`${text.slice(0, 16)}Z`)
const write = (at_ms: number) => new Date(at_ms).toISOString().slice(0, 16)

/** The start of the month of `at`, or of one `after` months later. */
function monthOf(at: number, after = 0): number {
  const date = new Date(at)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + after)
}

const monthsBetween = (begin: number, end: number): number => {
  const [from, to] = [new Date(begin), new Date(end)]
  return (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth()
}

/** Where the range begins and ends on the clock that shows `now`. */
function boundsOf({ range, from, to }: TimeRange, fallback: string, now: string) {
  const at = read(now)
  const today = at - (at % DAY_MS)
  if (from || to) {
    const end = to ? read(to) : at
    return { begin: from ? read(from) : end - DAY_MS, end }
  }
  const name = range ?? fallback
  if (name === 'today') return { begin: today, end: today + DAY_MS }
  if (name === 'yesterday') return { begin: today - DAY_MS, end: today }
  if (name === 'this_month') return { begin: monthOf(at), end: monthOf(at, 1) }
  if (name === 'last_month') return { begin: monthOf(at, -1), end: monthOf(at) }
  if (name === '12_months') return { begin: monthOf(at, -11), end: monthOf(at, 1) }
  return { begin: at - (LENGTHS_MS[name] ?? DAY_MS), end: at }
}

/** The window of the same length right before (-1) or after (1). */
export function shiftRange(shown: TimeRange, fallback: string, now: string, by: -1 | 1): TimeRange {
  const { begin, end } = boundsOf(shown, fallback, now)
  if (begin < end && begin === monthOf(begin) && end === monthOf(end)) {
    const months = monthsBetween(begin, end) * by
    const moved = (at: number) => write(monthOf(at, months))
    return { range: undefined, from: moved(begin), to: moved(end) }
  }
  const length = Math.max(MINUTE_MS, end - begin) * by
  return { range: undefined, from: write(begin + length), to: write(end + length) }
}
