// How work has ended that a user asked for: an entry of that user in the activity log. Processes
// that do the work add to the log and do not read it, so a function of the database finds the user.
import type { SqlConnection } from '../database.ts'

interface EndOfWork {
  readonly entity: 'rate_import' | 'reconciliation' | 're_rating'
  readonly id: number
  readonly state: readonly [was: string, became: string]
}

/** Within the transaction that ends the work. */
export async function noteEndOfWork(
  connection: SqlConnection,
  { entity, id, state: [was, became] }: EndOfWork,
): Promise<void> {
  await connection.query("select note_end_of_work($1, $2, $3, $4, '')", [
    entity,
    String(id),
    was,
    became,
  ])
}
