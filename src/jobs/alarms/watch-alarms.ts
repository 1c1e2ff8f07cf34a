// Judges all rules of alarms, and writes what has changed with the events that people are notified
// of (ADR-0041).

import { type AlarmRule, CONDITIONS, EVERY_SECONDS, type Source } from '#core/alarm/conditions.ts'
import { accountOf, judge, type Reading } from '#core/alarm/judge.ts'
import { type AlarmStep, endedAlarm, nextAlarm } from '#core/alarm/next-alarm.ts'
import {
  type AlarmChange,
  clearAlarms,
  deleteAlarms,
  insertAlarms,
  listActiveRules,
  listOpenAlarms,
  listSnoozed,
  lockAlarms,
  type NewAlarm,
  removeOldAlarms,
  type StoredAlarm,
  type StoredRule,
  updateAlarms,
} from '#db/alarms/open-alarms.ts'
import { makeReadings } from '#db/alarms/readings.ts'
import type { Tx } from '#db/database.ts'
import { insertEvents, type NewEvent } from '#db/notifications/events.ts'
import type { JobContext } from '../job.ts'
import { eventOfAlarm } from './event-of-alarm.ts'

type Context = Pick<JobContext, 'database' | 'clock' | 'stop'>

/** Open alarms of one rule; more of them say nothing more. */
const OPEN_MAX = 2000

/** All that one run has to write. */
interface Changes {
  readonly begun: NewAlarm[]
  readonly changed: AlarmChange[]
  readonly dropped: number[]
  readonly cleared: { alarm: StoredAlarm; cause: 'RECOVERED' | 'RULE_CHANGED' | 'NO_CALLS' }[]
  readonly events: NewEvent[]
}

/** Each source is read as often as its figures can change; the first run reads all. */
export function makeAlarmWatch(): (context: Context) => Promise<void> {
  const read_ms = new Map<Source, number>()
  return async ({ database, clock, stop }) => {
    const now_ms = clock.now_ms()
    const isDue = (source: Source) => {
      const last_ms = read_ms.get(source)
      // A clock that was set back does not stop it.
      const age_ms = Math.abs(now_ms - (last_ms ?? Number.NEGATIVE_INFINITY))
      return age_ms >= EVERY_SECONDS[source] * 1000 - TOLERANCE_MS
    }
    const due = (Object.keys(EVERY_SECONDS) as Source[]).filter(isDue)
    const rules = await listActiveRules(database)
    const readings = makeReadings(database)
    const judged = new Map<number, readonly Reading[]>()
    const failures: string[] = []
    for (const rule of rules) {
      if (stop.aborted) return
      if (!due.includes(CONDITIONS[rule.topic].source)) continue
      // A slow reading of one rule keeps no other rule from its alarm.
      try {
        judged.set(rule.id, await readings.of(rule))
      } catch (error) {
        failures.push(`${rule.name}: ${error instanceof Error ? error.message : String(error)}`)
      }
    }
    await database.transaction().execute((tx) => writeRun(tx, rules, judged, now_ms))
    for (const source of due) read_ms.set(source, now_ms)
    if (failures.length > 0) throw new Error(`Rules that were not judged: ${failures.join('; ')}`)
  }
}

/** A pause is never shorter than it should be, but a run may begin a moment early. */
const TOLERANCE_MS = 1000

async function writeRun(
  tx: Tx,
  rules: readonly StoredRule[],
  judged: ReadonlyMap<number, readonly Reading[]>,
  now_ms: number,
): Promise<void> {
  if (!(await lockAlarms(tx))) return
  const open = await listOpenAlarms(tx, now_ms)
  const snoozed = await listSnoozed(tx, now_ms)
  const changes: Changes = { begun: [], changed: [], dropped: [], cleared: [], events: [] }
  const of_rule = Map.groupBy(open, ({ rule_id }) => rule_id)
  const known = new Set(rules.map(({ id }) => id))
  for (const alarm of open) {
    if (alarm.rule_id === null || !known.has(alarm.rule_id)) end(changes, alarm, endedAlarm(alarm))
  }
  for (const rule of rules) {
    const readings = judged.get(rule.id)
    judgeRule(changes, { rule, readings, open: of_rule.get(rule.id) ?? [], snoozed }, now_ms)
  }
  await write(tx, changes, now_ms)
}

interface RuleRun {
  readonly rule: StoredRule
  /** Undefined if this run has not read them. */
  readonly readings: readonly Reading[] | undefined
  readonly open: readonly StoredAlarm[]
  readonly snoozed: ReadonlySet<string>
}

function judgeRule(changes: Changes, run: RuleRun, now_ms: number): void {
  const { rule, readings } = run
  const open = new Map<string, StoredAlarm>()
  for (const alarm of run.open) {
    // The rule has changed since.
    if (alarm.rule_version === rule.version) open.set(alarm.subject_key, alarm)
    else end(changes, alarm, endedAlarm(alarm))
  }
  if (!readings) return
  const is_room = run.open.length < OPEN_MAX
  for (const reading of readings) {
    const alarm = open.get(reading.subject_key)
    open.delete(reading.subject_key)
    const next = nextAlarm(alarm, judge(rule, reading), rule, now_ms)
    if (alarm) keep(changes, alarm, next, now_ms)
    else if (is_room && changes.begun.length < OPEN_MAX) begin(changes, run, reading, next)
  }
  for (const alarm of open.values()) keep(changes, alarm, missing(alarm, rule, now_ms), now_ms)
}

/** Without traffic there is no reading; any other subject without one is gone. */
const missing = (alarm: StoredAlarm, rule: AlarmRule, now_ms: number): AlarmStep =>
  CONDITIONS[rule.topic].has_window
    ? nextAlarm(alarm, { verdict: 'UNDECIDED' }, rule, now_ms)
    : rule.topic === 'WORK_FAILING'
      ? { step: 'CLEAR', cause: 'RECOVERED' }
      : endedAlarm(alarm)

function begin(
  changes: Changes,
  { rule, snoozed }: RuleRun,
  reading: Reading,
  next: AlarmStep,
): void {
  if (next.step !== 'OPEN') return
  const { alarm } = next
  const fired_ms = alarm.state === 'FIRING' ? alarm.began_ms : null
  const is_snoozed = snoozed.has(`${rule.id} ${reading.subject_key}`)
  const { subject_kind, subject_id, subject_key, subject_name, group_key } = reading
  changes.begun.push({
    ...alarm,
    ...{ rule, rule_id: rule.id, topic: rule.topic, severity: rule.severity },
    ...{ subject_kind, subject_id, subject_key, subject_name, group_key },
    ...{ account_id: accountOf(rule.topic, reading), currency: reading.currency ?? '' },
    ...{ fired_ms, announced_ms: is_snoozed ? null : fired_ms },
  })
}

/** The next state of an open alarm; one that was snoozed is announced when that is over. */
function keep(changes: Changes, alarm: StoredAlarm, next: AlarmStep, now_ms: number): void {
  if (next.step === 'DROP' || next.step === 'CLEAR') {
    end(changes, alarm, next)
    return
  }
  const after = { ...alarm, ...(next.step === 'OPEN' ? next.alarm : {}) }
  const fires = after.state === 'FIRING' && alarm.fired_ms === null
  const announces = after.state === 'FIRING' && alarm.announced_ms === null && !alarm.is_snoozed
  if (next.step === 'NOTHING' && !announces) return
  const fired_ms = fires ? now_ms : alarm.fired_ms
  const announced_ms = announces ? now_ms : alarm.announced_ms
  const changed = { ...after, fired_ms, announced_ms }
  changes.changed.push(changed)
  if (announces) changes.events.push(eventOfAlarm(changed, { phase: 'FIRED' }, now_ms))
}

function end(changes: Changes, alarm: StoredAlarm, step: AlarmStep): void {
  if (step.step === 'DROP') changes.dropped.push(alarm.id)
  if (step.step === 'CLEAR') changes.cleared.push({ alarm, cause: step.cause })
}

async function write(tx: Tx, changes: Changes, now_ms: number): Promise<void> {
  const { begun, changed, dropped, cleared, events } = changes
  await updateAlarms(tx, changed)
  await deleteAlarms(tx, dropped)
  for (const [cause, ended] of Map.groupBy(cleared, (one) => one.cause)) {
    const ended_ids = ended.map(({ alarm }) => alarm.id)
    await clearAlarms(tx, cause, ended_ids, now_ms)
  }
  // After those of the same subject by a rule that has changed.
  const ids = await insertAlarms(tx, begun)
  const announced = begun.flatMap((alarm, at) =>
    alarm.announced_ms === null ? [] : [{ ...alarm, id: ids[at] ?? 0 }],
  )
  await insertEvents(tx, [
    // An alarm that was not announced needs no end.
    ...cleared.flatMap(({ alarm, cause }) =>
      alarm.announced_ms === null ? [] : [eventOfAlarm(alarm, { phase: 'CLEARED', cause }, now_ms)],
    ),
    ...announced.map((alarm) => eventOfAlarm(alarm, { phase: 'FIRED' }, now_ms)),
    ...events,
  ])
  await removeOldAlarms(tx, now_ms)
}
