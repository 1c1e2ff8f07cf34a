// Whether a rule is about an event, and whether now is its time.
import { isWindowOpen, type TimeRange } from '../time/time-window.ts'
import type { NotifiedEvent } from './event.ts'
import { TOPIC_FACTS } from './topic-facts.ts'
import { isHappening, SEVERITIES, type Severity, type SubjectKind, type Topic } from './topics.ts'

export interface NotificationRule {
  readonly id: number
  readonly owner_id: number
  readonly name: string
  /** Empty is all alarms. */
  readonly topics: readonly Topic[]
  /** Counts for alarms only. */
  readonly min_severity: Severity
  /** Accounts with all below them, and carriers; empty is all. */
  readonly account_ids: readonly number[]
  readonly sends_cleared: boolean
  /** Monday is 1; empty is every day. */
  readonly weekdays: readonly number[]
  readonly from_time: string
  readonly till_time: string
  readonly timezone: string
}

/** LATER is held back until the hours of the rule. */
export type Match = 'NOW' | 'LATER' | 'NO'

const SUBJECTS_OF_RESELLERS: readonly SubjectKind[] = [
  ...(['CLIENT', 'RESELLER', 'TARIFF', 'INVOICE', 'PAYMENT'] as const),
]

function isForOwner(owner_id: number, event: NotifiedEvent): boolean {
  // The operator is the last one, also without an account.
  if (event.account_path.at(-1) === owner_id) return true
  return (
    event.account_path.includes(owner_id) &&
    TOPIC_FACTS[event.topic].is_for_resellers === true &&
    SUBJECTS_OF_RESELLERS.includes(event.subject_kind)
  )
}

const isAbout = (ids: readonly number[], { account_path, settlement_id }: NotifiedEvent): boolean =>
  ids.length === 0 ||
  account_path.some((id) => ids.includes(id)) ||
  (settlement_id !== null && ids.includes(settlement_id))

export function isRuleOpen(
  { weekdays, from_time: from, till_time: till, timezone }: NotificationRule,
  now_ms: number,
): boolean {
  const range: TimeRange = { weekdays, from, till, months: [], days: [] }
  const hours = { id: 0, name: '', status: 'active', timezone, ranges: [range] } as const
  return isWindowOpen(hours, now_ms)
}

/** A happening is less than a warning, and is sent where it was chosen by name. */
const isChosen = ({ topics, min_severity }: NotificationRule, event: NotifiedEvent): boolean =>
  isHappening(event.topic)
    ? topics.includes(event.topic)
    : (topics.length === 0 || topics.includes(event.topic)) &&
      // The worst is the first.
      SEVERITIES.indexOf(event.severity) <= SEVERITIES.indexOf(min_severity)

export function matchRule(rule: NotificationRule, event: NotifiedEvent, now_ms: number): Match {
  const isWanted =
    isForOwner(rule.owner_id, event) &&
    isChosen(rule, event) &&
    isAbout(rule.account_ids, event) &&
    (rule.sends_cleared || event.phase !== 'CLEARED')
  if (!isWanted) return 'NO'
  return isRuleOpen(rule, now_ms) ? 'NOW' : 'LATER'
}
