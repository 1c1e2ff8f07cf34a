// The lines of the bell: the newest event of each alarm, and what happened. Each user has a mark up
// to which all is read, and single events above it.
import { sql } from 'kysely'
import type { Severity, SubjectKind, Topic } from '#core/notification/topics.ts'
import type { Database } from '../database.ts'
import { inScope, type Scope, seesEverything } from '../scope.ts'
import { seesValuesOf } from './hidden-values.ts'

export interface BellReader {
  readonly user_id: number
  readonly scope: Scope
  /** Those that the user may see. */
  readonly topics: readonly Topic[]
}

interface Line {
  readonly event_id: number
  readonly alarm_id: number | null
  readonly topic: Topic
  readonly severity: Severity
  readonly subject_kind: SubjectKind
  readonly subject_id: number | null
  readonly subject_name: string
  readonly sentence: string
  readonly occurred_at: string
  readonly is_firing: boolean
  readonly began_at: string | null
  readonly fired_at: string | null
  readonly cleared_at: string | null
  readonly duration_seconds: number | null
  readonly snoozed_until: string | null
  readonly can_be_snoozed: boolean
  readonly is_read: boolean
}

const LINES_MAX = 40
const UNREAD_MAX = 100
/** Events behind the lines: an alarm has two of them, and one that flaps has many. */
const EVENTS_MAX = 300

const mark = (user_id: number) => sql`
  select coalesce(max(event_id), 0) as event_id, coalesce(max(read_ids), '{}') as read_ids
  from bell_mark where user_id = ${user_id}`

/** One line of each alarm, and of each happening. */
const LINE_OF = sql`coalesce(e.alarm_id, -e.id)`

const newest = ({ scope, topics }: BellReader) => sql`
  notification_event e
  where e.occurred_at > now() - interval '30 days' and e.topic = any (${[...topics]}::text[])
    and ${seesValuesOf(scope, 'e')} and (${seesEverything(scope)}
      or e.account_id is not null and ${inScope(scope, 'e.account_id')})`

export async function listBellLines(database: Database, reader: BellReader): Promise<Line[]> {
  const { rows } = await sql<Line>`
    with mark as (${mark(reader.user_id)}),
    newest as (
      select e.* from ${newest(reader)} order by e.id desc limit ${sql.lit(EVENTS_MAX)}),
    lines as (
      select distinct on (${LINE_OF}) e.* from newest e order by ${LINE_OF}, e.id desc)
    select e.id as event_id, e.alarm_id, e.topic, e.severity, e.subject_kind, e.subject_id,
      e.subject_name, coalesce(al.sentence, e.sentence) as sentence, e.occurred_at,
      coalesce(al.state = 'FIRING', false) as is_firing, al.began_at, al.fired_at, al.cleared_at,
      extract(epoch from coalesce(al.cleared_at, now()) - al.fired_at)::bigint
        as duration_seconds,
      case when z.until_at > now() then z.until_at end as snoozed_until,
      al.rule_id is not null as can_be_snoozed,
      e.id <= m.event_id or e.id = any (m.read_ids) as is_read
    from lines e cross join mark m left join alarm al on al.id = e.alarm_id
      left join alarm_snooze z on z.rule_id = al.rule_id and z.subject_key = al.subject_key
    order by e.id desc limit ${sql.lit(LINES_MAX)}`.execute(database)
  return rows
}

/** At most 100: the bell says no more than that there are many. */
export async function countUnreadLines(database: Database, reader: BellReader): Promise<number> {
  const { rows } = await sql<{ unread: number }>`
    with mark as (${mark(reader.user_id)}),
    newest as (
      select e.id, e.alarm_id from mark m cross join lateral (
        select e.* from ${newest(reader)} and e.id > m.event_id
        order by e.id desc limit ${sql.lit(EVENTS_MAX)}) e),
    lines as (select max(e.id) as id from newest e group by ${LINE_OF})
    select least(count(*), ${sql.lit(UNREAD_MAX)})::integer as unread
    from lines e cross join mark m where e.id <> all (m.read_ids)`.execute(database)
  return rows[0]?.unread ?? 0
}

/** A mark never goes back, and never beyond what has happened. */
export async function readBellLines(
  database: Database,
  user_id: number,
  { event_id, with_older }: { readonly event_id: number; readonly with_older: boolean },
): Promise<void> {
  const known = sql`(select coalesce(max(id), 0) from notification_event)`
  await sql`
    insert into bell_mark as m (user_id, event_id, read_ids)
    select ${user_id}, case when ${with_older} then least(${event_id}, ${known}) else 0 end,
      case when ${with_older} then '{}'::bigint[] else array[${event_id}::bigint] end
    on conflict (user_id) do update set event_id = greatest(m.event_id, excluded.event_id),
      read_ids = array(
        select distinct id from unnest(m.read_ids || excluded.read_ids) id
        where id > greatest(m.event_id, excluded.event_id)
        order by id desc limit ${sql.lit(EVENTS_MAX)})`.execute(database)
}
