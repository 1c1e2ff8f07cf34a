// The calls behind an alarm: those of its subject, from the first of its window to its end.
import type { Alarm } from '#contract/alarms/alarms.ts'
import type { SubjectKind } from '#core/notification/topics.ts'
import { toWallClock } from '../ui/wall-clock.ts'

const FILTERS: Readonly<Partial<Record<SubjectKind, string>>> = {
  GATEWAY: 'gateway_id',
  SETTLEMENT: 'settlement_id',
  CLIENT: 'account_id',
  RESELLER: 'reseller_tree_id',
  DESTINATION: 'exact_destination',
}

const MINUTE_MS = 60_000

/** The filters of the list of calls; undefined for a subject without calls. */
export function callsOfAlarm(
  alarm: Pick<
    Alarm,
    'subject_kind' | 'subject_id' | 'subject_name' | 'window_minutes' | 'began_at' | 'cleared_at'
  >,
  timeZone: string,
): Readonly<Record<string, string>> | undefined {
  const name = FILTERS[alarm.subject_kind]
  if (!name) return undefined
  const wall = (at_ms: number) => toWallClock(new Date(at_ms).toISOString(), timeZone).slice(0, 16)
  const from_ms = Date.parse(alarm.began_at) - alarm.window_minutes * MINUTE_MS
  const { cleared_at } = alarm
  return {
    [name]: String(alarm.subject_id ?? alarm.subject_name),
    from: wall(from_ms),
    // The minute in which it ended is among them.
    ...(cleared_at && { to: wall(Date.parse(cleared_at) + MINUTE_MS) }),
  }
}
