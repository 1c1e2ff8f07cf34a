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

/** Rows that an undo does not need, of all previews together. */
export const PREVIEW_ROWS_MAX = 10_000_000

/** The newest imports whose rows fit; those that can be undone neither count nor go. */
const beyond = (most: number) => sql`(select id, together from (
  select i.id, sum(i.new_count::bigint + i.up_count + i.down_count + i.changed_count
    + i.blocked_count
    + i.unchanged_count + i.removed_count + i.invalid_count)
    over (order by i.updated_at desc, i.id desc) as together
  from rate_import i where i.state in ('PREVIEWED', 'APPLIED', 'UNDONE', 'FAILED')
    and not ${CAN_BE_UNDONE}
    and exists (select from rate_import_row r where r.import_id = i.id)) x
  where together > ${most})`

/** Answers how many rows it has removed. Applied imports stay, as the history of rates. */
export async function deleteOldImports(
  database: Database,
  rows_max = PREVIEW_ROWS_MAX,
): Promise<number> {
  const statements = [
    sql`delete from rate_import i where i.applied_at is null and ${isOlder(PREVIEW_DAYS)}`,
    sql`delete from rate_import i where i.state = 'UPLOADING' and ${isOlder(1)}`,
    sql`delete from rate_import_chunk c using rate_import i
      where i.id = c.import_id and i.state <> 'UPLOADING' and ${isOlder(FILE_DAYS)}`,
    sql`delete from rate_import_row r using rate_import i
      where i.id = r.import_id and ${isOlder(PREVIEW_DAYS)} and not ${CAN_BE_UNDONE}`,
    sql`delete from rate_import_party p using rate_import i
      where i.id = p.import_id and ${isOlder(PREVIEW_DAYS)} and not ${CAN_BE_UNDONE}`,
    sql`delete from rate_import_loss l using rate_import i
      where i.id = l.import_id and ${isOlder(PREVIEW_DAYS)} and not ${CAN_BE_UNDONE}`,
    sql`delete from rate_import_before b using rate_import i
      where i.id = b.import_id and ${isOlder(PREVIEW_DAYS)} and not ${CAN_BE_UNDONE}`,
    sql`delete from rate_import i using ${beyond(rows_max)} b
      where i.id = b.id and i.applied_at is null`,
    sql`delete from rate_import_row r using ${beyond(rows_max)} b where r.import_id = b.id`,
  ]
  let removed = 0
  for (const statement of statements) {
    removed += Number((await statement.execute(database)).numAffectedRows ?? 0n)
  }
  return removed
}
