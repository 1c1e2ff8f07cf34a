// Removes what is kept of reconciliations for a while only: their files and their rows. The sums,
// the dispute and its notes stay.
import { sql } from 'kysely'
import type { Database } from '../database.ts'

const FILE_DAYS = 7
const ROW_DAYS = 90
/** Rows of all reconciliations together. */
const RECONCILIATION_ROWS_MAX = 10_000_000

const isOlder = (days: number) => sql`r.updated_at < now() - make_interval(days => ${days})`

/** Answers how many rows it has removed. */
export async function deleteOldReconciliationRows(
  database: Database,
  rows_max = RECONCILIATION_ROWS_MAX,
): Promise<number> {
  const statements = [
    sql`delete from reconciliation r where r.state = 'UPLOADING' and ${isOlder(1)}`,
    sql`delete from reconciliation r where r.compared_at is null and r.dispute_state is null
      and ${isOlder(ROW_DAYS)}`,
    sql`delete from reconciliation_chunk c using reconciliation r
      where r.id = c.reconciliation_id and r.state not in ('UPLOADING', 'COMPARING')
        and ${isOlder(FILE_DAYS)}`,
    sql`with kept as (
        select r.id, sum(r.rows_count::bigint) over (order by r.id desc) as together
        from reconciliation r where r.rows_removed_at is null and r.rows_count > 0
      ), old as (
        update reconciliation r set rows_removed_at = now() from kept k
        where k.id = r.id and r.state <> 'COMPARING'
          and (k.together > ${rows_max} or ${isOlder(ROW_DAYS)})
        returning r.id
      )
      delete from reconciliation_row w using old where w.reconciliation_id = old.id`,
  ]
  let removed = 0
  for (const statement of statements) {
    removed += Number((await statement.execute(database)).numAffectedRows ?? 0n)
  }
  return removed
}
