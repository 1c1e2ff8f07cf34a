// The partitions of calls and logs as the console sees them, those that were removed too, and what
// decides whether one may be removed.
import { sql } from 'kysely'
import type { PartitionedTable, PartitionFacts } from '#core/call/reason-to-keep.ts'
import type { Database, Tx } from '../database.ts'
import { hasText, hasValues, type Listed, type ListQuery, offsetPage } from '../paging.ts'
import type { Period } from '../periods.ts'
import { type Scope, seesEverything } from '../scope.ts'
import { sendSignal } from '../signals.ts'
import { IS_UNINVOICED, UNINVOICED_RANGES } from './uninvoiced-partitions.ts'

export type PartitionState = 'FUTURE' | 'CURRENT' | 'PAST' | 'WAITING' | 'DETACHED' | 'REMOVED'

export interface Partition {
  /** Its name, or for one that is gone the number of its removal. */
  readonly key: string
  readonly name: string
  readonly parent: PartitionedTable
  readonly from_at: string
  readonly to_at: string
  readonly state: PartitionState
  /** An estimate, or the exact number of one that is gone; null before it was analysed. */
  readonly rows: number | null
  readonly size_bytes: number
  readonly total_bytes: number
  readonly error: string
  readonly wants_export: boolean
  readonly requested_by: string | null
  readonly removed_at: string | null
  readonly export_file: string | null
  /** It has charges or entries that an invoice still has to bill. */
  readonly is_uninvoiced: boolean
}

/** The partitions that are attached now, with their bounds out of the catalogue. */
const ATTACHED = `
  select c.oid, c.relname::text collate "C" as name, p.relname::text as parent, c.reltuples,
    (regexp_match(b.bound, 'FROM \\(''([^'']+)''\\)'))[1]::timestamptz as from_at,
    (regexp_match(b.bound, 'TO \\(''([^'']+)''\\)'))[1]::timestamptz as to_at
  from pg_inherits i
    join pg_class c on c.oid = i.inhrelid
    join pg_class p on p.oid = i.inhparent,
    lateral (select pg_get_expr(c.relpartbound, c.oid) as bound) b
  where p.oid = any (array['call_record', 'call_charge', 'routing_log', 'auth_failure',
      'sip_message', 'call_recording', 'activity_log', 'ledger_entry']::regclass[])
    and c.relkind = 'r' and not i.inhdetachpending`

const LISTED = sql<Omit<Partition, 'is_uninvoiced'>>`(
  with attached as (${sql.raw(ATTACHED)})
  select a.name as key, a.name, a.parent, a.from_at, a.to_at,
    case when r.state = 'WAITING' then 'WAITING' when a.from_at > now() then 'FUTURE'
      when a.to_at > now() then 'CURRENT' else 'PAST' end as state,
    case when pg_relation_size(a.oid) = 0 then 0
      when a.reltuples >= 0 then a.reltuples::bigint end as rows,
    pg_relation_size(a.oid) as size_bytes, pg_total_relation_size(a.oid) as total_bytes,
    coalesce(r.error, '') as error, coalesce(r.wants_export, false) as wants_export,
    case when r.id is not null then coalesce(u.username, 'retention') end as requested_by,
    null::timestamptz as removed_at, null::text as export_file
  from attached a
    left join partition_removal r on r.name = a.name and r.state in ('WAITING', 'REFUSED')
    left join console_user u on u.id = r.requested_by
  union all
  select r.id::text, r.name, r.parent, r.from_at, r.to_at,
    case when r.state = 'REMOVED' then 'REMOVED' else 'DETACHED' end,
    r.row_count, 0, 0, r.error, r.wants_export, coalesce(u.username, 'retention'), r.removed_at,
    r.export_file
  from partition_removal r
    left join console_user u on u.id = r.requested_by
  where r.state in ('DETACHED', 'REMOVED')
    or (r.state = 'WAITING' and not exists (select from attached a where a.name = r.name)))`

const SORTS = {
  /** Those that hold something first: the future ones come last. */
  usual: sql`case when p.state <> 'FUTURE' then p.from_at end`,
  name: sql`p.name`,
  parent: sql`p.parent`,
  from_at: sql`p.from_at`,
  rows: sql`p.rows`,
  size_bytes: sql`p.size_bytes`,
  total_bytes: sql`p.total_bytes`,
  removed_at: sql`p.removed_at`,
}

interface PartitionQuery extends ListQuery<keyof typeof SORTS> {
  readonly parent?: PartitionedTable | undefined
  readonly state?: PartitionState | undefined
}

/** Those that overlap the period; without one, all. */
export async function listPartitions(
  database: Database,
  scope: Scope,
  query: PartitionQuery,
  period: Period | undefined,
): Promise<Listed<Partition>> {
  const inPeriod = period
    ? sql<boolean>`p.from_at < ${period.to_at}::timestamptz
        and p.to_at > ${period.from_at}::timestamptz`
    : sql<boolean>`true`
  const select = database
    .selectFrom(LISTED.as('p'))
    .selectAll()
    .where(seesEverything(scope))
    .where(inPeriod)
    .where(hasText(query.q, 'p.name'))
    .where(hasValues({ 'p.parent': query.parent, 'p.state': query.state }))
  const ties = [sql`p.from_at`, sql`p.parent`, sql`p.key`]
  const listed = await offsetPage(database, select, query, SORTS, '-usual', ...ties)
  const past = listed.rows.filter(({ state }) => state === 'PAST').map(({ name }) => name)
  const uninvoiced = await findUninvoiced(database, past)
  const rows = listed.rows.map((row) => ({ ...row, is_uninvoiced: uninvoiced.has(row.name) }))
  return { ...listed, rows }
}

/** For the rows of one page: each looks into its own partition. */
async function findUninvoiced(
  database: Database,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ name: string }>`
    with attached as materialized (${sql.raw(ATTACHED)}),
      uninvoiced_range as materialized (${sql.raw(UNINVOICED_RANGES)})
    select a.name from attached a
    where a.name = any (${[...names]}::text[]) and ${sql.raw(IS_UNINVOICED)}`.execute(database)
  return new Set(rows.map(({ name }) => name))
}

export interface PartitionToRemove extends PartitionFacts {
  readonly name: string
  readonly parent: PartitionedTable
  readonly from_at: string
  readonly to_at: string
}

/** The attached ones of these names; partitions removed together do not block each other. */
export async function findPartitionsToRemove(
  database: Database,
  scope: Scope,
  names: readonly string[],
): Promise<PartitionToRemove[]> {
  const { rows } = await sql<PartitionToRemove>`
    with attached as (${sql.raw(ATTACHED)}),
      uninvoiced_range as materialized (${sql.raw(UNINVOICED_RANGES)}),
      kept as (select a.* from attached a where a.name <> all (${[...names]}::text[])
        and not exists (select from partition_removal r
          where r.name = a.name and r.state = 'WAITING'))
    select a.name, a.parent, a.from_at, a.to_at,
      (extract(epoch from a.from_at) * 1000)::bigint as from_ms,
      (extract(epoch from a.to_at) * 1000)::bigint as to_ms,
      a.parent in ('call_record', 'call_charge', 'routing_log') and exists (
        select from open_call o where o.started_at >= a.from_at and o.started_at < a.to_at)
        as has_open_calls,
      a.parent in ('call_record', 'call_charge') and exists (
        select from re_rating r where r.state <> 'APPLIED'
          and r.from_at < a.to_at and r.until_at > a.from_at) as is_re_rated,
      a.parent = 'call_charge' and exists (
        select from kept k where k.parent = 'call_record' and k.from_at = a.from_at) as has_records,
      a.parent = 'ledger_entry' and exists (
        select from kept k where k.parent = 'call_charge' and k.from_at < a.to_at) as has_charges,
      a.parent in ('activity_log', 'ledger_entry') and exists (
        select from kept k where k.parent = a.parent and k.from_at < a.from_at) as has_older,
      ${sql.raw(IS_UNINVOICED)} as is_uninvoiced
    from attached a
    where a.name = any (${[...names]}::text[]) and ${seesEverything(scope)}
    order by a.parent = 'ledger_entry', a.from_at, a.parent desc`.execute(database)
  return rows
}

interface RemovalRequest {
  readonly wants_export: boolean
  /** Also what is not invoiced. */
  readonly is_forced: boolean
  /** A user; null for the retention. */
  readonly requested_by: number | null
}

/** Has the supervisor remove them; a request that was refused is made again. */
export async function requestRemoval(
  tx: Tx,
  partitions: readonly PartitionToRemove[],
  request: RemovalRequest,
): Promise<void> {
  for (const { name, parent, from_at, to_at } of partitions) {
    await tx
      .insertInto('partition_removal')
      .values({ name, parent, from_at, to_at, ...request })
      .onConflict((conflict) =>
        conflict
          .column('name')
          .where('state', '<>', 'REMOVED')
          .doUpdateSet({ state: 'WAITING', error: '', ...request })
          .where('partition_removal.state', '=', 'REFUSED'),
      )
      .execute()
  }
  await sendSignal(tx, { changed: 'partition_removal' })
}

/**
 * Those that ended before their table keeps rows from, and the oldest of a table that takes more
 * bytes than it may. A removal that was refused once waits for a person to request
 * it again.
 */
export async function listExpiredPartitions(
  database: Database,
  keptFrom: Readonly<Record<PartitionedTable, string>>,
  bytesMax: Readonly<Partial<Record<PartitionedTable, number>>>,
): Promise<{ name: string; parent: PartitionedTable; error: string }[]> {
  const { rows } = await sql<{ name: string; parent: PartitionedTable; error: string }>`
    with attached as (${sql.raw(ATTACHED)}),
      large as (
        select name, sum(pg_total_relation_size(oid))
          over (partition by parent order by from_at desc) as bytes
        from attached where ${JSON.stringify(bytesMax)}::jsonb ? parent)
    select a.name, a.parent, coalesce(r.error, '') as error
    from attached a left join partition_removal r on r.name = a.name and r.state <> 'REMOVED'
      left join large l on l.name = a.name
    where (a.to_at <= (${JSON.stringify(keptFrom)}::jsonb ->> a.parent)::timestamptz
        or (l.bytes > (${JSON.stringify(bytesMax)}::jsonb ->> a.parent)::bigint
          and a.to_at <= now()))
      and r.state is distinct from 'WAITING'
    order by a.from_at, a.name`.execute(database)
  return rows
}
