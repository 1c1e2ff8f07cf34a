// The rule by which backups are kept: the last of each day, week and month.
import { dayIn } from '../time/calendar.ts'

export interface KeepRule {
  readonly daily: number
  readonly weekly: number
  readonly monthly: number
}

export const KEEP_RULE: KeepRule = { daily: 7, weekly: 4, monthly: 12 }

const DAY_MS = 86_400_000

const dayOf = (ms: number): string => dayIn('UTC', ms)
/** 1970-01-01 was a Thursday; weeks begin on Monday. */
const weekOf = (ms: number): string => String(Math.floor((ms / DAY_MS + 3) / 7))
const monthOf = (ms: number): string => dayOf(ms).slice(0, 7)

/** The last of each of the latest periods that have one. */
function lastOfEach(
  times: readonly number[],
  periodOf: (ms: number) => string,
  count: number,
): number[] {
  const last = new Map<string, number>()
  for (const ms of times) last.set(periodOf(ms), ms)
  return [...last.values()].slice(Math.max(0, last.size - count))
}

/**
 * The backups to keep, by the times at which they ended, in UTC: those of the rule, and all of the
 * last 24 hours. A restore to any second begins with those of days and hours, so that the log is
 * kept from the first of them on.
 */
export function keptBackups(
  ended_ms: readonly number[],
  { daily, weekly, monthly }: KeepRule,
): { readonly kept: ReadonlySet<number>; readonly log_from_ms: number | undefined } {
  const times = [...ended_ms].sort((a, b) => a - b)
  const days = lastOfEach(times, dayOf, daily)
  const weeks = lastOfEach(times, weekOf, weekly)
  const months = lastOfEach(times, monthOf, monthly)
  const newest_ms = times.at(-1) ?? 0
  const recent = times.filter((ms) => newest_ms - ms < DAY_MS)
  const first_ms = Math.min(...days, ...recent)
  return {
    kept: new Set([...recent, ...days, ...weeks, ...months]),
    log_from_ms: times.length > 0 ? first_ms : undefined,
  }
}
