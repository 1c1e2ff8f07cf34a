// The spell of a condition at a subject: it is pending, fires, is kept, and clears (ADR-0041).
import { type AlarmRule, CONDITIONS } from './conditions.ts'
import type { AlarmJudgement } from './judge.ts'

/** An alarm that is open, as the last run has left it. Times are epoch milliseconds. */
export interface OpenAlarm {
  readonly state: 'PENDING' | 'FIRING'
  readonly began_ms: number
  /** Since when it is not true; null while it is. */
  readonly fine_since_ms: number | null
  /** Since when nothing can be said. */
  readonly undecided_since_ms: number | null
  readonly first_value: number
  readonly last_value: number
  readonly worst_value: number
  readonly sentence: string
}

export type ClearCause = 'RECOVERED' | 'RULE_CHANGED' | 'NO_CALLS'

export type AlarmStep =
  | { readonly step: 'NOTHING' }
  /** There is a new alarm, or the open one has other values. */
  | { readonly step: 'OPEN'; readonly alarm: OpenAlarm }
  /** It never fired, and nothing is left of it. */
  | { readonly step: 'DROP' }
  | { readonly step: 'CLEAR'; readonly cause: ClearCause }

const NOTHING: AlarmStep = { step: 'NOTHING' }
const SECOND_MS = 1000
const MINUTE_MS = 60_000

export function nextAlarm(
  open: OpenAlarm | undefined,
  judgement: AlarmJudgement,
  rule: AlarmRule,
  now_ms: number,
): AlarmStep {
  if (judgement.verdict === 'BREACHED') {
    return open ? stillTrue(open, judgement, rule, now_ms) : begun(judgement, rule, now_ms)
  }
  if (!open) return NOTHING
  if (judgement.verdict === 'UNDECIDED') return undecided(open, rule, now_ms)
  if (open.state === 'PENDING') return { step: 'DROP' }
  const fine_since_ms = open.fine_since_ms ?? now_ms
  if (now_ms - fine_since_ms >= rule.clear_seconds * SECOND_MS) {
    return { step: 'CLEAR', cause: 'RECOVERED' }
  }
  const last_value = judgement.value
  return changed(open, { ...open, last_value, fine_since_ms, undecided_since_ms: null })
}

/** The rule was changed, or the subject is gone. */
export const endedAlarm = ({ state }: Pick<OpenAlarm, 'state'>): AlarmStep =>
  state === 'PENDING' ? { step: 'DROP' } : { step: 'CLEAR', cause: 'RULE_CHANGED' }

type Breached = Extract<AlarmJudgement, { verdict: 'BREACHED' }>

function begun({ value, sentence }: Breached, rule: AlarmRule, now_ms: number): AlarmStep {
  const state = rule.pending_seconds > 0 ? 'PENDING' : 'FIRING'
  const values = { first_value: value, last_value: value, worst_value: value }
  const since = { began_ms: now_ms, fine_since_ms: null, undecided_since_ms: null }
  return { step: 'OPEN', alarm: { state, sentence, ...values, ...since } }
}

function stillTrue(open: OpenAlarm, judged: Breached, rule: AlarmRule, now_ms: number): AlarmStep {
  const { value, sentence } = judged
  const isDue = now_ms - open.began_ms >= rule.pending_seconds * SECOND_MS
  const fires = open.state === 'PENDING' && isDue
  const worse = rule.comparison === 'BELOW' ? Math.min : Math.max
  return changed(open, {
    ...open,
    state: fires ? 'FIRING' : open.state,
    // The numbers that made it fire.
    sentence: fires ? sentence : open.sentence,
    last_value: value,
    worst_value: worse(open.worst_value, value),
    fine_since_ms: null,
    undecided_since_ms: null,
  })
}

/** Without calls nothing is better and nothing is worse, until the window has none of then. */
function undecided(open: OpenAlarm, rule: AlarmRule, now_ms: number): AlarmStep {
  const undecided_since_ms = open.undecided_since_ms ?? now_ms
  const minutes = CONDITIONS[rule.topic].has_window ? rule.window_minutes : 0
  if (now_ms - undecided_since_ms < minutes * MINUTE_MS) {
    return changed(open, { ...open, undecided_since_ms })
  }
  return open.state === 'PENDING' ? { step: 'DROP' } : { step: 'CLEAR', cause: 'NO_CALLS' }
}

function changed(open: OpenAlarm, alarm: OpenAlarm): AlarmStep {
  const isSame =
    open.state === alarm.state &&
    open.last_value === alarm.last_value &&
    open.fine_since_ms === alarm.fine_since_ms &&
    open.undecided_since_ms === alarm.undecided_since_ms
  return isSame ? NOTHING : { step: 'OPEN', alarm }
}
