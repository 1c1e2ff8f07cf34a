// Who did what in the console. Rows are only ever added; a trigger chains them when the transaction
// ends.
import { type Insertable, sql } from 'kysely'
import type { Database, Tx } from '../database.ts'
import {
  afterKey,
  contains,
  countRows,
  keyOf,
  type Listed,
  type ListQuery,
  sortOf,
  toPage,
} from '../paging.ts'
import type { Period } from '../periods.ts'
import { type Scope, seesEverything } from '../scope.ts'
import type { ActivityLogTable } from '../tables/people.ts'
import { activitiesIn, type SeenFields } from './activity-view.ts'

/** Per field what it was and what it became. */
export type Changes = Readonly<Record<string, readonly [old: unknown, now: unknown]>>

export type Activity = Omit<Insertable<ActivityLogTable>, 'changes'> & {
  readonly changes: Changes
}

export async function insertActivity(database: Database, activity: Activity): Promise<void> {
  await database
    .insertInto('activity_log')
    .values({ ...activity, changes: JSON.stringify(activity.changes) })
    .execute()
}

/** Whether the same was refused to the user within the last hour: it is logged once. */
export async function isRefusalKnown(
  database: Database,
  { user_id, entity_name }: Pick<Activity, 'user_id' | 'entity_name'>,
): Promise<boolean> {
  const { rows } = await sql<{ is_known: boolean }>`
    select exists (select from activity_log where user_id = ${user_id} and action = 'REFUSED'
      and entity_name = ${entity_name} and at > now() - interval '1 hour') as is_known`.execute(
    database,
  )
  return rows[0]?.is_known ?? false
}

export interface ActivityRow {
  readonly id: number
  readonly at: string
  readonly username: string
  readonly token_name: string | null
  readonly on_behalf_of: string | null
  readonly ip: string | null
  readonly user_agent: string
  readonly action: ActivityLogTable['action']
  readonly entity: string
  readonly entity_id: string
  readonly entity_name: string
  readonly changes: Record<string, [unknown, unknown]>
  readonly position: number | null
  readonly hash: string | null
}

interface ActivityQuery extends ListQuery<'at'> {
  readonly username?: string | undefined
  readonly action?: ActivityLogTable['action'] | undefined
  readonly entity?: string | undefined
  readonly entity_id?: string | undefined
  readonly field?: string | undefined
  readonly ip?: string | undefined
  /** Whether a search looks at what fields were and became. */
  readonly searches_values: boolean
  /** Entities whose names are not searched. */
  readonly unsearched_names: readonly string[]
  /** For users who do not see all fields. */
  readonly seen_fields: SeenFields
}

/** Without a period, of all times. */
export async function listActivities(
  database: Database,
  scope: Scope,
  query: ActivityQuery,
  period: Period | undefined,
): Promise<Listed<ActivityRow>> {
  const { q, username, action, entity, entity_id, field, ip } = query
  const filters = [sql`true`]
  if (period) {
    filters.push(
      sql`l.at >= ${period.from_at}::timestamptz and l.at < ${period.to_at}::timestamptz`,
    )
  }
  if (username) filters.push(sql`l.username ilike ${contains(username)}`)
  if (action) filters.push(sql`l.action = ${action}`)
  if (entity) filters.push(sql`l.entity = ${entity}`)
  if (entity_id) filters.push(sql`l.entity_id = ${entity_id}`)
  if (field) filters.push(sql`l.changes ? ${field}`)
  if (ip) filters.push(sql`l.ip <<= ${ip}::inet`)
  if (q) {
    const isName = sql`l.entity_name ilike ${contains(q)}
      and l.entity <> all (${query.unsearched_names}::text[])`
    filters.push(sql`(${isName} or l.username ilike ${contains(q)}
      or l.token_name ilike ${contains(q)} or l.on_behalf_of ilike ${contains(q)}
      or (${query.searches_values} and l.changes::text ilike ${contains(q)}))`)
  }
  const { sort, direction } = sortOf(query, '-at')
  const way = sql.raw(direction)
  const key = keyOf(query, [/^\d{4}-\d\d-\d\dT[\d:.]+Z$/, /^\d{1,15}$/])
  const isBehind = afterKey(sql`l.at`, 'timestamptz', [sql`l.id`], key, direction)
  const sources = sql`${activitiesIn(scope, query.seen_fields)}
    where ${sql.join(filters, sql` and `)}`
  const { rows } = await sql<ActivityRow>`
    select l.id, l.at, l.username, l.token_name, l.on_behalf_of, host(l.ip) as ip,
      l.user_agent, l.action, l.entity, l.entity_id, l.entity_name, l.changes, l.position,
      encode(l.hash, 'hex') as hash
    from ${sources} and ${isBehind}
    order by l.at ${way}, l.id ${way} limit ${query.limit + 1}`.execute(database)
  const total = await countRows(database, query, sql`select 1 from ${sources}`)
  return toPage(query, sort, rows, total, (last) => [last.at, last.id])
}

/** From value to value of the index: there are few of them, and many rows of each. */
export async function listActivityEntities(database: Database, scope: Scope): Promise<string[]> {
  const { rows } = await sql<{ entity: string }>`
    with recursive kind (entity) as (
      (select entity from activity_log where ${seesEverything(scope)} order by entity limit 1)
      union all select (select l.entity from activity_log l where l.entity > kind.entity
        order by l.entity limit 1) from kind where kind.entity is not null)
    select entity from kind where entity is not null`.execute(database)
  return rows.map(({ entity }) => entity)
}

/**
 * Who has changed a thing last, and when. Names of the operator's users are visible only to the
 * operator.
 */
export async function findLastChange(tx: Tx, scope: Scope, entity: string, entity_id: string) {
  const last = await tx
    .selectFrom('activity_log')
    .where('entity', '=', entity)
    .where('entity_id', '=', entity_id)
    .where('action', 'in', ['CREATE', 'UPDATE'])
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .select(['at', 'username'])
    .executeTakeFirst()
  return last && { at: last.at, by: scope.kind === 'everything' ? last.username : null }
}
