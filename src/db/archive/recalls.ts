// Calls that lists read from the archive: requested by the API, read by the supervisor (ADR-0050).
import { createHash } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import { asSqlConnection, type Database, type SqlConnection } from '../database.ts'
import type { Period } from '../periods.ts'
import { inScopeTree, type Scope } from '../scope.ts'
import { sendSignal } from '../signals.ts'
import type { RecallPart, RecallTable } from '../tables/archive.ts'

export type Recall = Selectable<
  Pick<RecallTable, 'id' | 'state' | 'days_total' | 'days_done' | 'row_count' | 'error'>
>

/** Requests of all users together, each with up to a million calls. */
export const RECALLS_MAX = 20

/** How the calls of a period are kept. */
export interface KeptCalls {
  /** Its days that are in the archive; undefined without any. */
  readonly archived: (Period & { readonly days: number }) | undefined
  /** Calls that began before it have masked numbers; null if none of the period have. */
  readonly masked_until: string | null
}

export async function findKeptCalls(
  database: Database,
  { from_at, to_at }: Period,
): Promise<KeptCalls> {
  const { rows } = await sql<Period & { days: number; masked_until: string | null }>`
    select min(from_at) as from_at, max(to_at) as to_at, count(distinct from_at)::int as days,
      (select m.masked_until from number_masking m where m.masked_until > ${from_at}::timestamptz)
        as masked_until
    from partition_removal
    where parent = 'call_record' and state = 'REMOVED' and export_file like '%.parquet'
      and from_at < ${to_at}::timestamptz and to_at > ${from_at}::timestamptz`.execute(database)
  const [found] = rows
  if (!found) throw new Error('A sum without groups has one row')
  const { masked_until, ...archived } = found
  return { archived: archived.days > 0 ? archived : undefined, masked_until }
}

/** The accounts whose calls the scope can have; undefined is all. */
export async function accountsInScope(
  database: Database,
  scope: Scope,
): Promise<readonly number[] | undefined> {
  if (scope.kind === 'everything') return undefined
  const rows = await database
    .selectFrom('account')
    .where(inScopeTree(scope, 'id'))
    .select('id')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

interface RecallRequest {
  readonly period: Period
  readonly part: RecallPart
  readonly days: number
  readonly user_id: number
}

/**
 * The calls that are read for this request, or a new request for the supervisor; undefined while
 * there are as many as may be kept.
 */
export async function requestRecall(
  database: Database,
  { period, part, days, user_id }: RecallRequest,
): Promise<Recall | undefined> {
  const hash = createHash('sha256')
    .update(JSON.stringify([period, part]))
    .digest('hex')
  const { rows } = await sql<Recall>`
    update recall set used_at = case when state = 'FAILED' then used_at else now() end
    where request_hash = ${hash}
    returning id, state, days_total, days_done, row_count, error`.execute(database)
  if (rows[0]) return rows[0]
  return database.transaction().execute(async (tx) => {
    const { rows: added } = await sql<Recall>`
      insert into recall (request_hash, from_at, to_at, part, days_total, requested_by)
      select ${hash}, ${period.from_at}::timestamptz, ${period.to_at}::timestamptz,
        ${JSON.stringify(part)}::jsonb, ${days}::int, ${user_id}::bigint
      where (select count(*) from recall) < ${RECALLS_MAX}
      on conflict (request_hash) do update set used_at = recall.used_at
      returning id, state, days_total, days_done, row_count, error`.execute(tx)
    if (added[0]) await sendSignal(tx, { changed: 'recall' })
    return added[0]
  })
}

/**
 * Reads live calls and those of the recall as one table: their views come before the tables in the
 * path of this connection alone.
 */
export const withRecalledCalls = <T>(
  database: Database,
  { id }: Pick<Recall, 'id'>,
  read: (database: Database) => Promise<T>,
): Promise<T> =>
  database.connection().execute(async (connection) => {
    await sql`select set_config('search_path', 'archive, public', false),
      set_config('softswitch.recall', ${String(id)}, false)`.execute(connection)
    try {
      return await read(connection)
    } finally {
      await sql`reset search_path`.execute(connection)
      await sql`reset softswitch.recall`.execute(connection)
    }
  })

export type RecallToRead = Pick<
  Selectable<RecallTable>,
  'id' | 'from_at' | 'to_at' | 'part' | 'days_total'
>

/** The oldest that waits; one that an earlier supervisor had begun begins again. */
export async function nextRecall(connection: SqlConnection): Promise<RecallToRead | undefined> {
  const { rows } = await connection.query<RecallToRead>(
    `update recall set state = 'READING', days_done = 0, row_count = 0
    where id = (select id from recall where state in ('WAITING', 'READING') order by id limit 1)
    returning id, from_at, to_at, part, days_total`,
  )
  const [recall] = rows
  if (!recall) return undefined
  for (const table of ['recalled_call_record', 'recalled_call_charge']) {
    await connection.query(`delete from ${table} where recall_id = $1`, [recall.id])
  }
  return recall
}

/** The files of a period, those of one day together. */
export interface ArchivedDay {
  readonly from_at: string
  readonly records: readonly string[]
  readonly charges: readonly string[]
}

export async function listArchivedDays(
  connection: SqlConnection,
  { from_at, to_at }: Period,
): Promise<ArchivedDay[]> {
  const { rows } = await connection.query<ArchivedDay>(
    `select from_at,
      coalesce(array_agg(export_file) filter (where parent = 'call_record'), '{}') as records,
      coalesce(array_agg(export_file) filter (where parent = 'call_charge'), '{}') as charges
    from partition_removal
    where parent in ('call_record', 'call_charge') and state = 'REMOVED'
      and export_file like '%.parquet' and from_at < $2 and to_at > $1
    group by from_at order by from_at`,
    [from_at, to_at],
  )
  return rows
}

export async function noteDaysRead(
  connection: SqlConnection,
  { id }: Pick<Recall, 'id'>,
  { days_done, row_count }: Pick<Recall, 'days_done' | 'row_count'>,
): Promise<void> {
  await connection.query(
    'update recall set days_done = least($2, days_total), row_count = $3 where id = $1',
    [id, days_done, row_count],
  )
}

/** `error` is empty for calls that are all there. */
export async function endRecall(
  connection: SqlConnection,
  { id }: Pick<Recall, 'id'>,
  error: string,
): Promise<void> {
  await connection.query(
    `update recall set state = case when $2 = '' then 'READY' else 'FAILED' end, error = $2,
      used_at = now() where id = $1`,
    [id, error],
  )
}

/** Those that were not used for an hour, and failed ones after a minute. */
export async function removeOldRecalls(database: Database): Promise<void> {
  await asSqlConnection(database).query(
    `delete from recall where state in ('READY', 'FAILED') and used_at < now() -
      case when state = 'FAILED' then interval '1 minute' else interval '1 hour' end`,
  )
}
