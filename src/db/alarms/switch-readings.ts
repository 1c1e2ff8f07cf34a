// The states of gateways and of the machine, and what was refused within a window.
import { type RawBuilder, sql } from 'kysely'
import type { AlarmRule } from '#core/alarm/conditions.ts'
import type { Reading } from '#core/alarm/judge.ts'
import type { AlarmTopic, SubjectKind } from '#core/notification/topics.ts'
import { isLimit, REFUSALS, type Refusal } from '#core/routing/refusal.ts'
import type { Database } from '../database.ts'
import { listFailingWork } from '../machine/failing-work.ts'
import { listNodeNames } from '../machine/nodes.ts'
import { silence } from '../silence.ts'
import { namedSubjects } from './named-subjects.ts'

const NO_ACCOUNT = sql`null::bigint as account_id`

/** The states of gateways that may get calls. */
const ofGateways = (is_true: RawBuilder<boolean>, detail = sql`null`) => sql`
  select 'GATEWAY' as subject_kind, g.id as subject_id, g.id::text as subject_key,
    g.name as subject_name, ${NO_ACCOUNT}, 'SETTLEMENT ' || g.settlement_id as group_key,
    (${is_true})::integer as value, ${detail} as detail
  from gateway g join gateway_state s on s.gateway_id = g.id
  where g.deleted_at is null and g.status = 'active'`

const LOCKS = sql`case s.lock_reason when 'HAND' then 'A user has locked it'
  else 'The limit of ' || s.lock_reason || ' was broken' end`

const LIMITS = (Object.keys(REFUSALS) as Refusal[]).filter(
  (refusal) => isLimit(refusal) || refusal === 'SPEND_LIMIT',
)

const quarters = (minutes: number) => sql`bucket >= date_bin('15 minutes', now(), '2000-01-01Z')
  - ${sql.lit(minutes)} * interval '1 minute'`

/** Calls of clients that any limit refused. */
const refusedCalls = (minutes: number) => sql`
  with refused as (
    select account_id, calls from traffic_sum
    where kind = 'WHOLE' and seller_id = 1 and ${quarters(minutes)}
      and refusal = any (${LIMITS}::text[])
    union all
    select account_id, calls from traffic_addition
    where seller_id = 1 and ${quarters(minutes)} and refusal = any (${LIMITS}::text[]))
  select 'CLIENT' as subject_kind, a.id as subject_id, a.id::text as subject_key,
    a.name as subject_name, a.id as account_id, 'ACCOUNT ' || a.id as group_key,
    sum(r.calls)::bigint as value
  from refused r join account a on a.id = r.account_id where a.deleted_at is null
  group by a.id`

/** Limits that left no room, also for calls that another gateway took. */
const limitHits = (subject_kind: SubjectKind, minutes: number) => sql`
  select h.kind as subject_kind, s.id as subject_id, s.id::text as subject_key,
    s.name as subject_name, s.account_id, s.group_key, sum(h.hits)::bigint as value
  from limit_hit h join (${namedSubjects(subject_kind)}) s on s.id = h.subject_id
  where h.kind = ${subject_kind} and ${quarters(minutes)}
  group by h.kind, s.id, s.name, s.account_id, s.group_key`

/** A single figure of the whole switch. */
const ofSwitch = (count: RawBuilder<unknown>) => sql`
  select 'SWITCH' as subject_kind, null::bigint as subject_id, 'SWITCH' as subject_key,
    'The switch' as subject_name, ${NO_ACCOUNT}, '' as group_key, (${count})::bigint as value`

/** Failures are counted by the hour: the first of the window may be from before it. */
const authFailures = (minutes: number) =>
  ofSwitch(sql`select coalesce(sum(count), 0) from auth_failure
    where hour >= date_trunc('hour', now() - ${sql.lit(minutes)} * interval '1 minute', 'UTC')
      and last_at >= now() - ${sql.lit(minutes)} * interval '1 minute'`)

const bans = (minutes: number) =>
  ofSwitch(sql`select count(*) from ban where kind <> 'MANUAL'
    and created_at >= now() - ${sql.lit(minutes)} * interval '1 minute'`)

const OF_NODE = sql`join node n on n.id = p.node_id and n.removed_at is null
    and n.joined_at is not null
  where p.seen_at > now() - ${silence}`

/** Only on nodes that give signs of life; a program that is not installed is not missed at once. */
const PROCESSES = sql`
  select 'PROCESS' as subject_kind, null::bigint as subject_id,
    p.node_id || ' ' || p.name as subject_key,
    case when p.node_id = 1 then p.name else p.name || ' of ' || n.name end as subject_name,
    ${NO_ACCOUNT}, 'NODE ' || p.node_id as group_key,
    (p.state in ('failing', 'stopped') or p.seen_at < now() - ${silence})::integer
      as value, nullif(left(p.detail, 300), '') as detail
  from process_state p join node n on n.id = p.node_id and n.removed_at is null
    join process_state s on s.node_id = p.node_id and s.name = 'supervisor'
      and s.state <> 'stopped' and s.seen_at > now() - ${silence}
  where p.name <> 'supervisor' and p.state <> 'missing'`

const DISKS = sql`
  select 'DISK' as subject_kind, null::bigint as subject_id,
    p.node_id || ' ' || (d ->> 'path') as subject_key,
    case when p.node_id = 1 then d ->> 'path' else (d ->> 'path') || ' of ' || n.name end
      as subject_name, ${NO_ACCOUNT}, 'NODE ' || p.node_id as group_key,
    ((d ->> 'used_bytes')::numeric * 1000000 / nullif((d ->> 'bytes')::numeric, 0))::bigint
      as value
  from process_state p cross join lateral jsonb_array_elements(
      coalesce(p.facts::jsonb -> 'disks', '[]')) d ${OF_NODE} and p.name = 'supervisor'`

/** From when backups were set up, or the last success on. */
const RESTORE_TESTS = sql`
  ${ofSwitch(sql`(greatest(b.since, (select max(ended_at) from restore_test where error = ''))
    < now() - interval '36 hours')::integer`)} from backup_store b`

const CLOCKS = sql`
  select 'NODE' as subject_kind, n.id as subject_id, n.id::text as subject_key,
    n.name as subject_name, ${NO_ACCOUNT}, 'NODE ' || n.id as group_key,
    abs(round((p.facts ->> 'clock_offset_ms')::numeric))::bigint as value
  from process_state p ${OF_NODE} and p.name = 'supervisor'`

type Statement = (minutes: number, subject_kind: SubjectKind) => RawBuilder<unknown>

const STATEMENTS: Readonly<Partial<Record<AlarmTopic, Statement>>> = {
  GATEWAY_DOWN: () => ofGateways(sql<boolean>`g.options_ping and s.ping_state = 'DOWN'`),
  GATEWAY_NOT_REGISTERED: () =>
    ofGateways(sql<boolean>`g.register and s.registration_state <> 'REGISTERED'`),
  GATEWAY_LOCKED: () => ofGateways(sql<boolean>`s.lock_state = 'LOCKED'`, LOCKS),
  LIMIT_HITS: (minutes, kind) =>
    kind === 'CLIENT' ? refusedCalls(minutes) : limitHits(kind, minutes),
  AUTH_FAILURES: authFailures,
  BANS: bans,
  PROCESS: () => PROCESSES,
  DISK: () => DISKS,
  CLOCK: () => CLOCKS,
  RESTORE_TEST_LATE: () => sql`${RESTORE_TESTS} where b.kind = 'OWN'`,
  UNCLOSED_CALLS: () =>
    ofSwitch(sql`select count(*) from open_call where close_failed_at is not null`),
}

const ofMachine = { account_id: null, subject_id: null } as const

async function readNodes(database: Database): Promise<Reading[]> {
  const nodes = await listNodeNames(database)
  return nodes.map(({ id, name, is_silent }) => ({
    ...{ subject_kind: 'NODE', subject_id: id, subject_key: String(id), subject_name: name },
    ...{ account_id: null, group_key: `NODE ${id}`, value: is_silent ? 1 : 0 },
  }))
}

async function readWork(database: Database): Promise<Reading[]> {
  const failing = await listFailingWork(database)
  return failing.map(({ process, work, failures, message }) => ({
    ...ofMachine,
    ...{ subject_kind: 'WORK', subject_key: `${process} ${work}` },
    ...{ subject_name: `${work} (${process})`, group_key: `PROCESS ${process}` },
    ...{ value: failures, detail: message },
  }))
}

type Figure = Pick<AlarmRule, 'topic' | 'subject_kind' | 'window_minutes'>

export async function readSwitch(
  database: Database,
  { topic, subject_kind, window_minutes }: Figure,
): Promise<Reading[]> {
  if (topic === 'NODE_SILENT') return readNodes(database)
  if (topic === 'WORK_FAILING') return readWork(database)
  const statement = STATEMENTS[topic]
  if (!statement) throw new Error(`${topic} has no statement`)
  const { rows } = await (statement(window_minutes, subject_kind) as RawBuilder<Reading>).execute(
    database,
  )
  return rows
}
