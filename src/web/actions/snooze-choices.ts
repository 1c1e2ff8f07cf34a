import { fromWallClock, toWallClock } from '../ui/wall-clock.ts'

interface SnoozeChoice {
  readonly label: string
  /** When the snooze ends, for a user who snoozes now. */
  readonly until: (now_ms: number, timeZone: string) => string
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const after = (length_ms: number) => (now_ms: number) => new Date(now_ms + length_ms).toISOString()

/** The hour at which one is at work again. */
const MORNING = 'T08:00'

function tomorrow(now_ms: number, timeZone: string): string {
  const today = toWallClock(new Date(now_ms).toISOString(), timeZone).slice(0, 10)
  const next = new Date(Date.parse(`${today}T00:00Z`) + DAY_MS).toISOString().slice(0, 10)
  return fromWallClock(next + MORNING, timeZone) ?? after(DAY_MS)(now_ms)
}

export const SNOOZE_CHOICES: readonly SnoozeChoice[] = [
  { label: 'for 1 hour', until: after(HOUR_MS) },
  { label: 'for 4 hours', until: after(4 * HOUR_MS) },
  { label: 'until tomorrow, 08:00', until: tomorrow },
  { label: 'for 7 days', until: after(7 * DAY_MS) },
]
