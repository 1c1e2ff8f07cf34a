// Failed logins, registrations and calls. All of it comes from unknown sources, so texts and number
// of rows are bounded.
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database.ts'
import { contains, type ListQuery, offsetPage } from '../paging.ts'
import { type Scope, seesEverything } from '../scope.ts'
import type { AuthFailureTable } from '../tables/people.ts'

export interface AuthFailure {
  readonly kind: AuthFailureTable['kind']
  readonly username: string
  readonly source_ip: string | null
  /** One of few words of ours. */
  readonly reason: string
  readonly source_port?: number | null
  readonly transport?: string
  readonly user_agent?: string
  readonly sip_call_id?: string
  readonly realm?: string
  readonly from_uri?: string
  readonly to_uri?: string
  readonly request_uri?: string
  readonly sip_code?: number | null
  /** The number of failures that this row counts. */
  readonly count?: number
}

/** Names that one source may try within an hour, before they all become `*`. */
const NAMES_PER_SOURCE = 20
/** Rows per hour; beyond that, further sources share a row: UDP addresses are easily forged. */
const ROWS_PER_HOUR = 5000
const TEXT_MAX = 200

/** PostgreSQL stores every character but this one. */
const clean = (text = '') => text.replaceAll('\u0000', '').slice(0, TEXT_MAX)

/** Counts a failure in the row of its source, name and reason within the hour. */
export async function insertAuthFailure(database: Database, failure: AuthFailure): Promise<void> {
  const { kind, source_ip, source_port, reason, sip_code, count = 1 } = failure
  const username = clean(failure.username)
  const sameHour = sql`f.hour = date_trunc('hour', now(), 'UTC')`
  const sameSource = sql`coalesce(f.source_ip, '0.0.0.0') = coalesce(${source_ip}::inet, '0.0.0.0')`
  await sql`
    with known as (select exists (select 1 from auth_failure f
        where ${sameHour} and f.kind = ${kind} and ${sameSource}
          and f.username = ${username} and f.reason = ${reason}) as is_known),
      rows as (select count(*) as rows from (
        select 1 from auth_failure f where ${sameHour} limit ${ROWS_PER_HOUR}) f),
      names as (select count(distinct f.username) as names from auth_failure f
        where ${sameHour} and ${sameSource}),
      told as (select is_known or rows < ${ROWS_PER_HOUR} as tells_source,
        is_known or (rows < ${ROWS_PER_HOUR} and names < ${NAMES_PER_SOURCE}) as tells_name
        from known, rows, names)
    insert into auth_failure as f (kind, username, source_ip, source_port, transport, user_agent,
      sip_call_id, realm, from_uri, to_uri, request_uri, sip_code, reason, count)
    select ${kind}, case when tells_name then ${username} else '*' end,
      case when tells_source then ${source_ip}::inet end, ${source_port ?? null}::integer,
      ${clean(failure.transport)}, ${clean(failure.user_agent)}, ${clean(failure.sip_call_id)},
      ${clean(failure.realm)}, ${clean(failure.from_uri)}, ${clean(failure.to_uri)},
      ${clean(failure.request_uri)}, ${sip_code ?? null}::smallint, ${reason}, ${count}::integer
    from told
    on conflict (hour, kind, coalesce(source_ip, '0.0.0.0'), username, reason) do update set
      count = f.count + excluded.count, last_at = excluded.last_at,
      source_port = excluded.source_port, transport = excluded.transport,
      user_agent = excluded.user_agent, sip_call_id = excluded.sip_call_id,
      realm = excluded.realm, from_uri = excluded.from_uri, to_uri = excluded.to_uri,
      request_uri = excluded.request_uri, sip_code = excluded.sip_code`.execute(database)
}

export interface AuthFailureFilters {
  readonly q?: string | undefined
  readonly kind?: AuthFailureTable['kind'] | undefined
  readonly source_ip?: string | undefined
  readonly username?: string | undefined
  readonly reason?: string | undefined
  /** Instants; those that were last seen in between. */
  readonly from_at: string
  readonly to_at: string
}

function matching(scope: Scope, filters: AuthFailureFilters): RawBuilder<boolean> {
  const { q, kind, source_ip, username, reason, from_at, to_at } = filters
  const conditions = [
    seesEverything(scope),
    // The hour selects the rows by index, the instant is the exact filter.
    sql`f.hour >= date_trunc('hour', ${from_at}::timestamptz, 'UTC')`,
    sql`f.last_at >= ${from_at}::timestamptz and f.last_at < ${to_at}::timestamptz`,
  ]
  if (kind) conditions.push(sql`f.kind = ${kind}`)
  if (source_ip) conditions.push(sql`f.source_ip <<= ${source_ip}::inet`)
  if (username) conditions.push(sql`f.username ilike ${contains(username)}`)
  if (reason) conditions.push(sql`f.reason ilike ${contains(reason)}`)
  if (q) {
    const found = contains(q)
    conditions.push(sql`(f.username ilike ${found} or host(f.source_ip) like ${found}
      or f.reason ilike ${found} or f.user_agent ilike ${found})`)
  }
  return sql.join<boolean>(conditions, sql` and `)
}

const bannedUntil = sql<string | null>`(
  select n.banned_until from ban n where n.ip = f.source_ip and n.banned_until > now())`

const SORTS = {
  last_at: sql`f.last_at`,
  at: sql`f.at`,
  count: sql`f.count`,
  source_ip: sql`f.source_ip`,
  username: sql`lower(f.username)`,
  reason: sql`f.reason`,
}

type AuthFailureQuery = ListQuery<keyof typeof SORTS> & AuthFailureFilters

export async function listAuthFailures(database: Database, scope: Scope, query: AuthFailureQuery) {
  const select = database
    .selectFrom('auth_failure as f')
    .where(matching(scope, query))
    .select(['f.id', 'f.kind', 'f.username', 'f.source_port', 'f.transport', 'f.reason'])
    .select(['f.count', 'f.at', 'f.last_at', 'f.user_agent', 'f.realm', 'f.from_uri', 'f.to_uri'])
    .select(['f.request_uri', 'f.sip_call_id', 'f.sip_code', bannedUntil.as('banned_until')])
    .select(sql<string | null>`host(f.source_ip)`.as('source_ip'))
  return offsetPage(database, select, query, SORTS, '-last_at', sql`f.id`)
}

interface Counted {
  readonly value: string
  readonly count: number
  readonly at: string
  readonly last_at: string
}

/** As many as one looks at; all the others are in the list. */
const MOST = 10

/** The most frequent values of one column among what matches. */
async function countBy<Row extends Counted>(
  database: Database,
  scope: Scope,
  filters: AuthFailureFilters,
  value: RawBuilder<string>,
  more: RawBuilder<unknown> = sql``,
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select ${value} as value, sum(f.count)::bigint as count, min(f.at) as at,
      max(f.last_at) as last_at ${more}
    from auth_failure f where ${matching(scope, filters)} and ${value} is not null
    group by 1 order by 2 desc, 1 limit ${MOST}`.execute(database)
  return rows
}

export async function countAuthFailures(
  database: Database,
  scope: Scope,
  filters: AuthFailureFilters,
) {
  const banned = sql`, (select max(n.banned_until) from ban n
    where n.ip = min(f.source_ip) and n.banned_until > now()) as banned_until`
  const source = sql<string>`host(f.source_ip)`
  return {
    by_source: await countBy<Counted & { banned_until: string | null }>(
      database,
      scope,
      filters,
      source,
      banned,
    ),
    by_reason: await countBy(database, scope, filters, sql<string>`f.reason`),
    by_username: await countBy(database, scope, filters, sql<string>`nullif(f.username, '')`),
  }
}
