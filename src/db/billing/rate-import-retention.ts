// Removes what is kept of rate imports for a while only: files, previews, and what an undo needs.
import { sql } from 'kysely'
import type { Database } from '../database.ts'

const FILE_DAYS = 7
const PREVIEW_DAYS = 30

/** An applied import that can still be undone. */
const CAN_BE_UNDONE = sql`(i.state in ('APPLIED', 'UNDOING') and not exists (
  select from rate_import n where n.tariff_id = i.tariff_id and n.applied_at > i.applied_at
    and n.undone_at is null))`

const isOlder = (days: number) => sql`i.updated_at < now() - make_interval(days => ${days})`

/** Answers how many rows it has removed. Applied imports stay, as the history of rates. */
export async function deleteOldImports(database: Database): Promise<number> {
  const statements = [
    sql`delete from rate_import i where i.applied_at is null and ${isOlder(PREVIEW_DAYS)}`,
    sql`delete from rate_import i where i.state = 'UPLOADING' and ${isOlder(1)}`,
    sql`delete from rate_import_chunk c using rate_import i
      where i.id = c.import_id and i.state <> 'UPLOADING' and ${isOlder(FILE_DAYS)}`,
    sql`delete from rate_import_row r using rate_import i
      where i.id = r.import_id and ${isOlder(PREVIEW_DAYS)} and not ${CAN_BE_UNDONE}`,
    sql`delete from rate_import_party p using rate_import i
      where i.id = p.import_id and ${isOlder(PREVIEW_DAYS)} and not ${CAN_BE_UNDONE}`,
    sql`delete from rate_import_before b using rate_import i
      where i.id = b.import_id and ${isOlder(PREVIEW_DAYS)} and not ${CAN_BE_UNDONE}`,
  ]
  let removed = 0
  for (const statement of statements) {
    removed += Number((await statement.execute(database)).numAffectedRows ?? 0n)
  }
  return removed
}
