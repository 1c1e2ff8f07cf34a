// Exports in the background, as their user sees them.
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Database, Tx } from '../database.ts'
import type { ExportJobTable } from '../tables/exports.ts'

const exportJobs = (database: Database, user_id: number) =>
  database
    .selectFrom('export_job')
    .where('user_id', '=', user_id)
    .select(['id', 'name', 'list', 'format', 'file_name', 'state', 'rows_done', 'rows_total'])
    .select(['bytes', 'error', 'created_at', 'started_at', 'ended_at', 'expires_at'])

/** Those of the user that are not deleted yet: few, because a new one is refused above a bound. */
export const listExportJobs = (database: Database, user_id: number, now: string) =>
  exportJobs(database, user_id)
    .where((is) => is.or([is('expires_at', 'is', null), is('expires_at', '>', now)]))
    .orderBy('id', 'desc')
    .execute()

export const findExportJob = (database: Database, user_id: number, id: number, now: string) =>
  exportJobs(database, user_id)
    .where('id', '=', id)
    .where((is) => is.or([is('expires_at', 'is', null), is('expires_at', '>', now)]))
    .executeTakeFirst()

interface ExportCounts {
  readonly under_way: number
  readonly kept: number
  /** The files of all users. */
  readonly bytes_of_all: number
}

/** The lock keeps two requests from both adding the last one. */
export async function countExportsToAdd(
  tx: Tx,
  user_id: number,
  now: string,
): Promise<ExportCounts> {
  await tx.selectFrom('console_user').where('id', '=', user_id).select('id').forUpdate().execute()
  const { rows } = await sql<ExportCounts>`
    select count(*) filter (where user_id = ${user_id} and ended_at is null) as under_way,
      count(*) filter (where user_id = ${user_id} and coalesce(expires_at > ${now}, true)) as kept,
      coalesce(sum(bytes), 0)::bigint as bytes_of_all
    from export_job`.execute(tx)
  return rows[0] ?? { under_way: 0, kept: 0, bytes_of_all: 0 }
}

type NewExport = Pick<
  Insertable<ExportJobTable>,
  'user_id' | 'name' | 'list' | 'query' | 'format' | 'file_name' | 'rights_hash' | 'created_at'
>

export async function insertExportJob(tx: Tx, values: NewExport): Promise<number> {
  const { id } = await tx
    .insertInto('export_job')
    .values({ ...values, query: sql`${JSON.stringify(values.query)}::jsonb` })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

interface Ended {
  readonly now: string
  readonly expires_at: string
}

/** False if it has ended, or belongs to another user. */
export async function cancelExportJob(
  tx: Tx,
  user_id: number,
  id: number,
  { now, expires_at }: Ended,
): Promise<boolean> {
  const cancelled = await tx
    .updateTable('export_job')
    .set({ state: 'CANCELLED', claimed_until: null, ended_at: now, expires_at, bytes: 0 })
    .set({ part_count: 0, rows_stored: 0, next_cursor: null })
    .where('id', '=', id)
    .where('user_id', '=', user_id)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!cancelled) return false
  await tx.deleteFrom('export_part').where('job_id', '=', id).execute()
  return true
}

export async function deleteExportJob(tx: Tx, user_id: number, id: number): Promise<void> {
  await tx.deleteFrom('export_job').where('id', '=', id).where('user_id', '=', user_id).execute()
}

export type ExportFile = Pick<
  Selectable<ExportJobTable>,
  'id' | 'file_name' | 'part_count' | 'bytes' | 'list' | 'query' | 'rights_hash'
>

/** A whole file that is still kept. */
export const findExportFile = (
  database: Database,
  user_id: number,
  id: number,
  now: string,
): Promise<ExportFile | undefined> =>
  database
    .selectFrom('export_job')
    .where('id', '=', id)
    .where('user_id', '=', user_id)
    .where('state', '=', 'DONE')
    .where('expires_at', '>', now)
    .select(['id', 'file_name', 'part_count', 'bytes', 'list', 'query', 'rights_hash'])
    .executeTakeFirst()

/** Part by part, so that a large file needs little memory and no transaction. */
export async function* partsOfExport(
  database: Database,
  { id, part_count }: Pick<ExportFile, 'id' | 'part_count'>,
): AsyncGenerator<Buffer> {
  for (let part_no = 1; part_no <= part_count; part_no += 1) {
    const { content } = await database
      .selectFrom('export_part')
      .where('job_id', '=', id)
      .where('part_no', '=', part_no)
      .select('content')
      .executeTakeFirstOrThrow()
    yield content
  }
}
