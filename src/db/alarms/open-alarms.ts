// All that the job of alarms reads and writes: active rules, open alarms, and their changes.
import { sql } from 'kysely'
import type { ClearCause, OpenAlarm } from '#core/alarm/next-alarm.ts'
import type { AlarmTopic, Severity, SubjectKind } from '#core/notification/topics.ts'
import type { Database, Tx } from '../database.ts'
import { ALARMS_LOCK } from '../locks.ts'
import type { ReadRule } from './readings.ts'

/** False if another process is judging: it sees the same. */
export async function lockAlarms(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ is_free: boolean }>`
    select pg_try_advisory_xact_lock(${sql.lit(ALARMS_LOCK)}) as is_free`.execute(tx)
  return rows[0]?.is_free ?? false
}

export interface StoredRule extends ReadRule {
  readonly version: number
}

export async function listActiveRules(database: Database): Promise<StoredRule[]> {
  return database
    .selectFrom('alarm_rule')
    .where('status', '=', 'active')
    .select(['id', 'version', 'name', 'topic', 'severity', 'subject_kind', 'subject_ids'])
    .select(['destinations', 'comparison', 'compares_with', 'bound', 'window_minutes'])
    .select(['min_calls', 'pending_seconds', 'clear_seconds'])
    .orderBy('id')
    .execute()
}

export interface StoredAlarm extends OpenAlarm {
  readonly id: number
  readonly rule_id: number | null
  /** The version of the rule when the spell began. */
  readonly rule_version: number
  readonly topic: AlarmTopic
  readonly severity: Severity
  readonly subject_kind: SubjectKind
  readonly subject_id: number | null
  readonly subject_key: string
  readonly subject_name: string
  readonly account_id: number | null
  readonly group_key: string
  readonly currency: string
  readonly fired_ms: number | null
  /** Null while no event of it was written. */
  readonly announced_ms: number | null
  readonly is_snoozed: boolean
}

const ms = (column: string, name: string) =>
  sql.raw(`floor(extract(epoch from a.${column}) * 1000)::bigint as ${name}`)

export async function listOpenAlarms(tx: Tx, now_ms: number): Promise<StoredAlarm[]> {
  const { rows } = await sql<StoredAlarm>`
    select a.id, a.rule_id, (a.rule ->> 'version')::integer as rule_version, a.topic, a.severity,
      a.subject_kind, a.subject_id, a.subject_key, a.subject_name, a.account_id, a.group_key,
      a.currency, a.state, a.first_value, a.last_value, a.worst_value, a.sentence,
      ${ms('began_at', 'began_ms')}, ${ms('fired_at', 'fired_ms')},
      ${ms('announced_at', 'announced_ms')}, ${ms('fine_since_at', 'fine_since_ms')},
      ${ms('undecided_since_at', 'undecided_since_ms')},
      coalesce(z.until_at > to_timestamp(${now_ms}::float8 / 1000), false) as is_snoozed
    from alarm a left join alarm_snooze z
      on z.rule_id = a.rule_id and z.subject_key = a.subject_key
    where a.state <> 'CLEARED' order by a.id`.execute(tx)
  return rows
}

/** Subjects of rules that are snoozed now, as `rule key`. */
export async function listSnoozed(tx: Tx, now_ms: number): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ rule_id: number; subject_key: string }>`
    select rule_id, subject_key from alarm_snooze
    where until_at > to_timestamp(${now_ms}::float8 / 1000)`.execute(tx)
  return new Set(rows.map(({ rule_id, subject_key }) => `${rule_id} ${subject_key}`))
}

export interface NewAlarm extends Omit<StoredAlarm, 'id' | 'rule_version' | 'is_snoozed'> {
  readonly rule: StoredRule
}

const at = (name: string) => sql.raw(`to_timestamp(n.${name}::float8 / 1000)`)

/** Answers the ids in the order of the alarms. */
export async function insertAlarms(tx: Tx, alarms: readonly NewAlarm[]): Promise<number[]> {
  if (alarms.length === 0) return []
  const { rows } = await sql<{ id: number }>`
    insert into alarm (rule_id, topic, severity, rule, subject_kind, subject_id, subject_key,
      subject_name, account_id, group_key, currency, state, began_at, fired_at, announced_at,
      first_value, last_value, worst_value, sentence)
    select n.rule_id, n.topic, n.severity, n.rule, n.subject_kind, n.subject_id, n.subject_key,
      n.subject_name, n.account_id, n.group_key, n.currency, n.state, ${at('began_ms')},
      ${at('fired_ms')}, ${at('announced_ms')}, n.first_value, n.last_value, n.worst_value,
      n.sentence
    from rows from (jsonb_to_recordset(${JSON.stringify(alarms)}::jsonb) as (
      rule_id bigint, topic text, severity text, rule jsonb, subject_kind text, subject_id bigint,
      subject_key text, subject_name text, account_id bigint, group_key text, currency text,
      state text, began_ms bigint, fired_ms bigint, announced_ms bigint, first_value bigint,
      last_value bigint, worst_value bigint, sentence text)) with ordinality as n
    order by n.ordinality
    returning id`.execute(tx)
  return rows.map(({ id }) => id)
}

export type AlarmChange = Pick<
  StoredAlarm,
  | 'id'
  | 'state'
  | 'fired_ms'
  | 'announced_ms'
  | 'fine_since_ms'
  | 'undecided_since_ms'
  | 'last_value'
  | 'worst_value'
  | 'sentence'
>

export async function updateAlarms(tx: Tx, changes: readonly AlarmChange[]): Promise<void> {
  if (changes.length === 0) return
  await sql`
    update alarm a set state = n.state, fired_at = ${at('fired_ms')},
      announced_at = ${at('announced_ms')}, fine_since_at = ${at('fine_since_ms')},
      undecided_since_at = ${at('undecided_since_ms')}, last_value = n.last_value,
      worst_value = n.worst_value, sentence = n.sentence
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as n (
      id bigint, state text, fired_ms bigint, announced_ms bigint, fine_since_ms bigint,
      undecided_since_ms bigint, last_value bigint, worst_value bigint, sentence text)
    where a.id = n.id`.execute(tx)
}

/** Spells that never fired. */
export async function deleteAlarms(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await sql`delete from alarm where id = any (${[...ids]}::bigint[])`.execute(tx)
}

export async function clearAlarms(
  tx: Tx,
  cause: ClearCause,
  ids: readonly number[],
  now_ms: number,
): Promise<void> {
  if (ids.length === 0) return
  await sql`
    update alarm set state = 'CLEARED', clear_cause = ${cause},
      cleared_at = to_timestamp(${now_ms}::float8 / 1000)
    where id = any (${[...ids]}::bigint[])`.execute(tx)
}

const KEPT_DAYS = 400
const REMOVED_AT_ONCE = 1000

/** Alarms that cleared more than a year ago, and snoozes that are over. */
export async function removeOldAlarms(tx: Tx, now_ms: number): Promise<void> {
  const now = sql`to_timestamp(${now_ms}::float8 / 1000)`
  await sql`
    delete from alarm where id in (
      select id from alarm where state = 'CLEARED'
        and cleared_at < ${now} - ${sql.lit(KEPT_DAYS)} * interval '1 day'
      order by cleared_at limit ${sql.lit(REMOVED_AT_ONCE)})`.execute(tx)
  await sql`delete from alarm_snooze where until_at < ${now}`.execute(tx)
}
