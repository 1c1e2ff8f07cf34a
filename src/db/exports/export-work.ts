// Exports in the background, as the process that makes them claims, stores and ends them.
import { type Selectable, sql } from 'kysely'
import type { Database } from '../database.ts'
import type { ExportJobTable } from '../tables/exports.ts'

export type ClaimedExport = Pick<
  Selectable<ExportJobTable>,
  | 'id'
  | 'user_id'
  | 'list'
  | 'query'
  | 'format'
  | 'rights_hash'
  | 'rows_total'
  | 'part_count'
  | 'rows_stored'
  | 'bytes'
  | 'next_cursor'
  | 'claim_no'
  | 'created_at'
>

interface Lease {
  readonly now: string
  readonly until: string
}

/** The oldest that waits, or whose process is gone. */
export async function claimExport(
  database: Database,
  { now, until }: Lease,
): Promise<ClaimedExport | undefined> {
  const { rows } = await sql<ClaimedExport>`
    update export_job set state = 'RUNNING', claim_no = claim_no + 1,
      claimed_until = ${until}, started_at = coalesce(started_at, ${now})
    where id = (select id from export_job
      where state = 'WAITING' or (state = 'RUNNING' and claimed_until < ${now})
      order by id limit 1 for update skip locked)
    returning id, user_id, list, query, format, rights_hash, rows_total, part_count, rows_stored,
      bytes, next_cursor, claim_no, created_at`.execute(database)
  return rows[0]
}

type Claim = Pick<ClaimedExport, 'id' | 'claim_no'>

/** Cancelled, deleted, or claimed by another process meanwhile, it is not there any more. */
const claimed = (database: Database, { id, claim_no }: Claim) =>
  database
    .updateTable('export_job')
    .where('id', '=', id)
    .where('claim_no', '=', claim_no)
    .where('state', '=', 'RUNNING')
    .returning('id')

interface Progress {
  readonly until: string
  readonly rows_done: number
  readonly rows_total: number | null
}

/** Like those below, false if the export is not that of this claim any more. */
export async function keepExportClaim(
  database: Database,
  claim: Claim,
  { until, rows_done, rows_total }: Progress,
): Promise<boolean> {
  const kept = await claimed(database, claim)
    .set({ claimed_until: until, rows_done, rows_total })
    .executeTakeFirst()
  return kept !== undefined
}

interface NewPart {
  readonly part_no: number
  readonly content: Uint8Array
  /** Both are those of the file up to here. */
  readonly rows: number
  readonly bytes: number
  readonly next_cursor: string | null
}

/** The part and the place after it, together: a later run continues exactly there. */
export const storeExportPart = (
  database: Database,
  claim: Claim,
  { part_no, content, rows, bytes, next_cursor }: NewPart,
): Promise<boolean> =>
  database.transaction().execute(async (tx) => {
    const kept = await claimed(tx, claim)
      .set({ part_count: part_no, rows_stored: rows, rows_done: rows, bytes, next_cursor })
      .executeTakeFirst()
    if (!kept) return false
    const part = { job_id: claim.id, part_no, content: Buffer.from(content) }
    await tx.insertInto('export_part').values(part).execute()
    return true
  })

/** Without the parts of the run before. */
export const beginExportAgain = (database: Database, claim: Claim): Promise<boolean> =>
  database.transaction().execute(async (tx) => {
    const kept = await claimed(tx, claim)
      .set({ part_count: 0, rows_stored: 0, rows_done: 0, bytes: 0, next_cursor: null })
      .executeTakeFirst()
    if (!kept) return false
    await tx.deleteFrom('export_part').where('job_id', '=', claim.id).execute()
    return true
  })

/** For the next process: this one stops. */
export async function releaseExport(database: Database, claim: Claim): Promise<void> {
  await claimed(database, claim).set({ state: 'WAITING', claimed_until: null }).execute()
}

interface ExportEnd {
  readonly now: string
  readonly expires_at: string
  /** Why there is no file; null if it is whole. */
  readonly error: string | null
  readonly rows_done: number
}

export const endExport = (
  database: Database,
  claim: Claim,
  { now, expires_at, error, rows_done }: ExportEnd,
): Promise<void> =>
  database.transaction().execute(async (tx) => {
    const state = error === null ? 'DONE' : 'FAILED'
    const ended = await claimed(tx, claim)
      .set({ state, error, rows_done, claimed_until: null, ended_at: now, expires_at })
      .set(error === null ? { next_cursor: null } : { bytes: 0, part_count: 0, next_cursor: null })
      .executeTakeFirst()
    if (!ended || error === null) return
    await tx.deleteFrom('export_part').where('job_id', '=', claim.id).execute()
  })

/** Those whose day is over, and those of deleted users. */
export async function deleteExpiredExports(database: Database, now: string): Promise<void> {
  await sql`
    delete from export_job j where j.expires_at <= ${now} or exists (
      select from console_user u where u.id = j.user_id and u.deleted_at is not null)
  `.execute(database)
}
