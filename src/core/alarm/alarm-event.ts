// The event of an alarm that fires or clears: its sentence, and the values as decimal text.
import type { AlarmTopic, Severity, SubjectKind } from '../notification/topics.ts'
import { CONDITIONS } from './conditions.ts'
import { SENTENCE_MAX } from './judge.ts'
import type { ClearCause } from './next-alarm.ts'
import { formatValue } from './value-text.ts'

interface Announced {
  readonly id: number
  readonly topic: AlarmTopic
  readonly severity: Severity
  readonly account_id: number | null
  readonly subject_kind: SubjectKind
  readonly subject_id: number | null
  readonly subject_name: string
  readonly group_key: string
  readonly sentence: string
  readonly currency: string
  readonly fired_ms: number | null
  readonly first_value: number
  readonly last_value: number
  readonly worst_value: number
}

type Phase = { readonly phase: 'FIRED' } | { readonly phase: 'CLEARED'; readonly cause: ClearCause }

const CLEARED: Readonly<Record<ClearCause, string>> = {
  RECOVERED: 'It is over',
  RULE_CHANGED: 'The rule, or what it is about, has changed',
  NO_CALLS: 'There are no calls to judge any more',
}

const MINUTE = 60
const HOUR = 60 * MINUTE

/** A length of time in one unit: 45 s, 12 min, 5 h. */
export function sayDuration(seconds: number): string {
  if (seconds < 2 * MINUTE) return `${seconds} s`
  if (seconds < 2 * HOUR) return `${Math.round(seconds / MINUTE)} min`
  return `${Math.round(seconds / HOUR)} h`
}

export function alarmEvent(alarm: Announced, phase: Phase, now_ms: number) {
  const { unit } = CONDITIONS[alarm.topic]
  const duration_seconds = Math.max(0, Math.round((now_ms - (alarm.fired_ms ?? now_ms)) / 1000))
  const values = {
    first_value: formatValue(unit, alarm.first_value),
    last_value: formatValue(unit, alarm.last_value),
    worst_value: formatValue(unit, alarm.worst_value),
    ...{ unit, currency: alarm.currency },
  }
  const { topic, severity, account_id, subject_kind, subject_id, subject_name, group_key } = alarm
  return {
    ...{ topic, severity, account_id, subject_kind, subject_id, subject_name, group_key },
    alarm_id: alarm.id,
    phase: phase.phase,
    sentence:
      phase.phase === 'FIRED'
        ? alarm.sentence
        : `${CLEARED[phase.cause]} after ${sayDuration(duration_seconds)}: ${alarm.sentence}`.slice(
            0,
            SENTENCE_MAX,
          ),
    payload: phase.phase === 'FIRED' ? values : { ...values, cause: phase.cause, duration_seconds },
  }
}
