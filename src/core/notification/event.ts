// An event as rules and messages read it.
import type { Severity, SubjectKind, Topic } from './topics.ts'

export interface NotifiedEvent {
  readonly id: number
  readonly topic: Topic
  readonly phase: 'FIRED' | 'CLEARED' | 'HAPPENED'
  readonly severity: Severity
  readonly alarm_id: number | null
  readonly account_id: number | null
  readonly subject_kind: SubjectKind
  readonly subject_id: number | null
  readonly subject_name: string
  readonly group_key: string
  readonly sentence: string
  readonly payload: unknown
  readonly occurred_at: string
  /** The carrier of a gateway, or the carrier itself; null for others. */
  readonly settlement_id: number | null
  /** The account with all above it, the operator last; empty without an account. */
  readonly account_path: readonly number[]
}
