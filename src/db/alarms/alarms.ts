// Alarms as users see them: the operator all, an account its own and those right below it.
import { type RawBuilder, sql } from 'kysely'
import type { ComparesWith, Comparison } from '#core/alarm/conditions.ts'
import type { AlarmTopic, Severity, SubjectKind } from '#core/notification/topics.ts'
import type { Database, Tx } from '../database.ts'
import { hasText, hasValues, type ListQuery, offsetPage } from '../paging.ts'
import { chosenPeriod, isWithin, type TimeQuery } from '../periods.ts'
import { inScope, isOfAdmin, type Scope, seesEverything } from '../scope.ts'
import type { AlarmTable } from '../tables/alarms.ts'
import { seesValuesOf } from './hidden-values.ts'

/** Those of no account are the operator's. */
const isVisible = (scope: Scope): RawBuilder<boolean> => {
  const isOwn = sql`(${seesEverything(scope)}
    or al.account_id is not null and ${inScope(scope, 'al.account_id')})`
  return sql<boolean>`(${isOwn} and ${seesValuesOf(scope, 'al')})`
}

/** Who works for the operator, and its rules, are for the operator. */
const ofOperator = <T>(scope: Scope, value: RawBuilder<T>) =>
  isOfAdmin(scope) ? value : sql<T>`null`

const isSnoozed = sql`z.until_at > now()`

const alarms = (database: Database, scope: Scope) =>
  database
    .selectFrom('alarm as al')
    .leftJoin('account as a', 'a.id', 'al.account_id')
    .leftJoin('reseller as r', 'r.account_id', 'al.account_id')
    .leftJoin('alarm_snooze as z', (join) =>
      join.onRef('z.rule_id', '=', 'al.rule_id').onRef('z.subject_key', '=', 'al.subject_key'),
    )
    .leftJoin('console_user as u', 'u.id', 'al.acknowledged_by')
    .leftJoin('console_user as s', 's.id', 'z.created_by')
    .where(isVisible(scope))
    .select(['al.id', 'al.topic', 'al.severity', 'al.state', 'al.subject_kind', 'al.subject_id'])
    .select(['al.subject_name', 'al.account_id', 'a.name as account_name'])
    .select(['a.kind as account_kind', 'r.level as account_level', 'al.sentence', 'al.currency'])
    .select(['al.first_value', 'al.last_value', 'al.worst_value', 'al.began_at', 'al.fired_at'])
    .select(['al.cleared_at', 'al.clear_cause', 'al.acknowledged_at'])
    .select([
      sql<number>`extract(epoch from coalesce(al.cleared_at, now())
        - coalesce(al.fired_at, al.began_at))::bigint`.as('duration_seconds'),
      ofOperator(scope, sql<number | null>`al.rule_id`).as('rule_id'),
      ofOperator(scope, sql<string | null>`al.rule ->> 'name'`).as('rule_name'),
      ofOperator(scope, sql<string | null>`u.username`).as('acknowledged_by_name'),
      ofOperator(scope, sql<string | null>`al.acknowledged_note`).as('acknowledged_note'),
      sql<string | null>`case when ${isSnoozed} then z.until_at end`.as('snoozed_until'),
      ofOperator(scope, sql<string | null>`case when ${isSnoozed} then s.username end`).as(
        'snoozed_by_name',
      ),
      sql<number>`(al.rule ->> 'bound')::bigint`.as('bound'),
      sql<Comparison>`al.rule ->> 'comparison'`.as('comparison'),
      sql<ComparesWith>`al.rule ->> 'compares_with'`.as('compares_with'),
      sql<number>`(al.rule ->> 'window_minutes')::integer`.as('window_minutes'),
      sql<number>`(al.rule ->> 'min_calls')::integer`.as('min_calls'),
      sql<number>`(al.rule ->> 'pending_seconds')::integer`.as('pending_seconds'),
      sql<number>`(al.rule ->> 'clear_seconds')::integer`.as('clear_seconds'),
    ])

const SORTS = {
  began_at: sql`al.began_at`,
  fired_at: sql`al.fired_at`,
  cleared_at: sql`al.cleared_at`,
  severity: sql`array_position(array['CRITICAL', 'WARNING', 'INFO'], al.severity)`,
  topic: sql`al.topic`,
  subject_name: sql`lower(al.subject_name)`,
  duration_seconds: sql`coalesce(al.cleared_at, now()) - coalesce(al.fired_at, al.began_at)`,
}

interface AlarmQuery extends ListQuery<keyof typeof SORTS>, TimeQuery {
  readonly state?: AlarmTable['state']['__select__'] | 'ALL' | undefined
  readonly severity?: Severity | undefined
  readonly topic?: AlarmTopic | undefined
  readonly subject_kind?: SubjectKind | undefined
  readonly subject_id?: number | undefined
  readonly account_id?: number | undefined
  readonly rule_id?: number | undefined
  readonly is_acknowledged?: 'true' | 'false' | undefined
  readonly is_snoozed?: 'true' | 'false' | undefined
}

/** A pending one is no alarm yet: it is listed by its state only. */
export async function listAlarms(database: Database, scope: Scope, query: AlarmQuery) {
  const { state, severity, topic, subject_kind, subject_id, account_id, rule_id } = query
  const { is_acknowledged, is_snoozed } = query
  const hasFired = state === undefined || state === 'ALL'
  const period = await chosenPeriod(database, query)
  let select = alarms(database, scope)
    .where(hasText(query.q, 'al.subject_name', 'al.sentence', 'a.name'))
    .where(hasValues({ 'al.severity': severity, 'al.topic': topic, 'al.account_id': account_id }))
    .where(hasValues({ 'al.subject_kind': subject_kind, 'al.subject_id': subject_id }))
    .where(isWithin('al.began_at', period))
    .where(hasFired ? sql<boolean>`al.state <> 'PENDING'` : sql<boolean>`al.state = ${state}`)
  if (rule_id !== undefined && isOfAdmin(scope)) select = select.where('al.rule_id', '=', rule_id)
  if (is_acknowledged) {
    select = select.where('al.acknowledged_at', is_acknowledged === 'true' ? 'is not' : 'is', null)
  }
  if (is_snoozed) {
    select = select.where(sql<boolean>`(coalesce(${isSnoozed}, false)) = ${is_snoozed === 'true'}`)
  }
  return offsetPage(database, select, query, SORTS, '-began_at', sql`al.id`)
}

const CRITICALS_MAX = 3

/** The oldest that fire, are critical, and have neither been acknowledged nor snoozed. */
export async function listCriticals(database: Database, scope: Scope) {
  return alarms(database, scope)
    .where('al.state', '=', 'FIRING')
    .where('al.severity', '=', 'CRITICAL')
    .where('al.acknowledged_at', 'is', null)
    .where(sql<boolean>`(${isSnoozed}) is not true`)
    .orderBy('al.fired_at')
    .orderBy('al.subject_name')
    .orderBy('al.id')
    .limit(CRITICALS_MAX)
    .execute()
}

export async function findAlarm(database: Database, scope: Scope, id: number) {
  return alarms(database, scope).where('al.id', '=', id).executeTakeFirst()
}

export type ListedAlarm = NonNullable<Awaited<ReturnType<typeof findAlarm>>>

export interface AlarmCounts {
  readonly critical: number
  readonly warning: number
  readonly info: number
  /** All of these that are not acknowledged. */
  readonly unacknowledged: number
  /** When the last one fired. */
  readonly newest_at: string | null
  readonly unacknowledged_criticals: number
}

/** Those that fire, and are not snoozed. */
export async function countAlarms(database: Database, scope: Scope): Promise<AlarmCounts> {
  const { rows } = await sql<AlarmCounts>`
    select count(*) filter (where al.severity = 'CRITICAL') as critical,
      count(*) filter (where al.severity = 'WARNING') as warning,
      count(*) filter (where al.severity = 'INFO') as info,
      count(*) filter (where al.acknowledged_at is null) as unacknowledged,
      max(al.fired_at) as newest_at,
      count(*) filter (where al.severity = 'CRITICAL' and al.acknowledged_at is null)
        as unacknowledged_criticals
    from alarm al left join alarm_snooze z
      on z.rule_id = al.rule_id and z.subject_key = al.subject_key
    where al.state = 'FIRING' and (${isSnoozed}) is not true and ${isVisible(scope)}`.execute(
    database,
  )
  const [counts] = rows
  if (!counts) throw new Error('A count without groups has one row')
  return counts
}

/** The last one who acknowledges it counts. */
export async function acknowledgeAlarm(
  tx: Tx,
  id: number,
  { user_id, note }: { readonly user_id: number; readonly note: string },
): Promise<void> {
  await sql`update alarm set acknowledged_at = now(), acknowledged_by = ${user_id},
    acknowledged_note = ${note} where id = ${id}`.execute(tx)
}

/** For all spells of the same condition at the same subject. */
export async function snoozeAlarm(
  tx: Tx,
  id: number,
  { user_id, until_at }: { readonly user_id: number; readonly until_at: string },
): Promise<void> {
  await sql`
    insert into alarm_snooze (rule_id, subject_key, until_at, created_by)
    select rule_id, subject_key, ${until_at}::timestamptz, ${user_id} from alarm
    where id = ${id} and rule_id is not null
    on conflict (rule_id, subject_key) do update set until_at = excluded.until_at,
      created_by = excluded.created_by, created_at = now()`.execute(tx)
}

export async function endSnooze(tx: Tx, id: number): Promise<void> {
  await sql`
    delete from alarm_snooze z using alarm al
    where al.id = ${id} and z.rule_id = al.rule_id and z.subject_key = al.subject_key`.execute(tx)
}
