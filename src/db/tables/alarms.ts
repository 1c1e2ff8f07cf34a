// Rules of alarms, and the spells in which their conditions were true (ADR-0041).
import type { Generated } from 'kysely'
import type { ComparesWith, Comparison } from '#core/alarm/conditions.ts'
import type { ClearCause } from '#core/alarm/next-alarm.ts'
import type { AlarmTopic, Severity, SubjectKind } from '#core/notification/topics.ts'
import type { Defaulted, Id, Instant, Stamp, Stamped, Word } from './columns.ts'

export interface AlarmRuleTable extends Stamped {
  id: Id
  name: string
  topic: Word<AlarmTopic>
  severity: Word<Severity>
  status: Defaulted<'active' | 'paused'>
  subject_kind: Word<SubjectKind>
  subject_ids: Defaulted<number[]>
  destinations: Defaulted<string[]>
  comparison: Word<Comparison>
  compares_with: Defaulted<ComparesWith>
  bound: number
  window_minutes: Generated<number>
  min_calls: Generated<number>
  pending_seconds: Generated<number>
  clear_seconds: Generated<number>
  version: Generated<number>
}

export interface AlarmTable {
  id: Id
  rule_id: number | null
  topic: Word<AlarmTopic>
  severity: Word<Severity>
  /** The rule as it was: JSON. */
  rule: unknown
  subject_kind: Word<SubjectKind>
  subject_id: number | null
  subject_key: string
  subject_name: string
  account_id: number | null
  group_key: Generated<string>
  state: Word<'PENDING' | 'FIRING' | 'CLEARED'>
  began_at: Instant
  fired_at: Instant | null
  announced_at: Instant | null
  fine_since_at: Defaulted<string | null>
  undecided_since_at: Defaulted<string | null>
  cleared_at: Defaulted<string | null>
  clear_cause: Defaulted<ClearCause | null>
  first_value: number
  last_value: number
  worst_value: number
  currency: Generated<string>
  sentence: string
  acknowledged_at: Defaulted<string | null>
  acknowledged_by: Defaulted<number | null>
  acknowledged_note: Generated<string>
}

export interface AlarmSnoozeTable {
  rule_id: number
  subject_key: string
  until_at: Instant
  created_by: number
  created_at: Stamp
}

export interface BellMarkTable {
  user_id: number
  event_id: Generated<number>
  read_ids: Defaulted<number[]>
}
