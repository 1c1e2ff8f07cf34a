// Rules of alarms as the console shows and changes them.
import { type Insertable, sql } from 'kysely'
import type { AlarmTopic, Severity, SubjectKind } from '#core/notification/topics.ts'
import { insertRow, removeRow, updateVersion } from '../crud.ts'
import type { Database, Tx } from '../database.ts'
import { hasText, hasValues, type ListQuery, offsetPage } from '../paging.ts'
import { type Scope, seesEverything } from '../scope.ts'
import type { AlarmRuleTable } from '../tables/alarms.ts'

interface NamedSubject {
  readonly id: number
  readonly name: string
}

const subjects = sql<NamedSubject[]>`(
  select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name) order by s.name), '[]')
  from (
    select g.id, g.name from gateway g
    where r.subject_kind = 'GATEWAY' and g.id = any (r.subject_ids)
    union all
    select a.id, a.name from account a
    where r.subject_kind in ('CLIENT', 'RESELLER', 'SETTLEMENT') and a.id = any (r.subject_ids)
    union all
    select n.id, n.name from node n
    where r.subject_kind = 'NODE' and n.id = any (r.subject_ids)) s)`

const firing = sql<number>`(
  select count(*)::integer from alarm a where a.rule_id = r.id and a.state = 'FIRING')`

const rules = (database: Database, scope: Scope) =>
  database
    .selectFrom('alarm_rule as r')
    .where(seesEverything(scope))
    .select(['r.id', 'r.version', 'r.name', 'r.topic', 'r.severity', 'r.status', 'r.subject_kind'])
    .select(['r.subject_ids', 'r.destinations', 'r.comparison', 'r.compares_with', 'r.bound'])
    .select(['r.window_minutes', 'r.min_calls', 'r.pending_seconds', 'r.clear_seconds'])
    .select(['r.created_at', 'r.updated_at', subjects.as('subjects'), firing.as('firing')])

const SORTS = {
  name: sql`lower(r.name)`,
  topic: sql`r.topic`,
  severity: sql`array_position(array['CRITICAL', 'WARNING', 'INFO'], r.severity)`,
  status: sql`r.status`,
  firing,
  created_at: sql`r.created_at`,
}

interface RuleQuery extends ListQuery<keyof typeof SORTS> {
  readonly topic?: AlarmTopic | undefined
  readonly severity?: Severity | undefined
  readonly subject_kind?: SubjectKind | undefined
  readonly status?: 'active' | 'paused' | undefined
}

export async function listAlarmRules(database: Database, scope: Scope, query: RuleQuery) {
  const { topic, severity, subject_kind, status } = query
  const select = rules(database, scope)
    .where(hasText(query.q, 'r.name', 'r.topic'))
    .where(hasValues({ 'r.topic': topic, 'r.severity': severity }))
    .where(hasValues({ 'r.subject_kind': subject_kind, 'r.status': status }))
  return offsetPage(database, select, query, SORTS, 'name', sql`r.id`)
}

export async function findAlarmRule(database: Database, scope: Scope, id: number) {
  return rules(database, scope).where('r.id', '=', id).executeTakeFirst()
}

export type FoundAlarmRule = NonNullable<Awaited<ReturnType<typeof findAlarmRule>>>

export type AlarmRuleValues = Omit<
  Insertable<AlarmRuleTable>,
  'id' | 'version' | 'created_at' | 'updated_at'
>

export const insertAlarmRule = (tx: Tx, values: AlarmRuleValues): Promise<number> =>
  insertRow(tx, 'alarm_rule', values)

export const updateAlarmRule = (
  tx: Tx,
  id: number,
  version: number,
  values: Partial<AlarmRuleValues>,
): Promise<boolean> => updateVersion(tx, 'alarm_rule', id, version, values)

/** Its alarms stay, and are cleared by the next run of the job. */
export const deleteAlarmRule = (tx: Tx, id: number): Promise<void> =>
  removeRow(tx, 'alarm_rule', id)

const TABLES: Readonly<Partial<Record<SubjectKind, ReturnType<typeof sql>>>> = {
  GATEWAY: sql`gateway where deleted_at is null and`,
  CLIENT: sql`account where deleted_at is null and kind in ('WHOLESALE', 'RETAIL') and`,
  RESELLER: sql`account where deleted_at is null and kind = 'RESELLER' and`,
  SETTLEMENT: sql`account where deleted_at is null and kind = 'SETTLEMENT' and`,
  NODE: sql`node where removed_at is null and`,
}

/** How many of the subjects are there; undefined for a kind without ids. */
export async function countSubjects(
  tx: Database,
  kind: SubjectKind,
  ids: readonly number[],
): Promise<number | undefined> {
  const table = TABLES[kind]
  if (!table) return undefined
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from ${table} id = any (${[...ids]}::bigint[])`.execute(tx)
  return rows[0]?.count ?? 0
}
