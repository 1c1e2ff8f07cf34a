// Removes what rates were long ago. Their history begins with what is left.
import { sql } from 'kysely'
import type { Database } from '../database.ts'

/** Rows of one statement, so that it is over soon. */
const BATCH = 50_000

/** Answers how many it has removed. */
export async function deletePastRates(
  database: Database,
  before: string,
  batch = BATCH,
): Promise<number> {
  let removed = 0
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      delete from past_rate where ctid = any (array(
        select ctid from past_rate where replaced_at < ${before} limit ${batch}))`.execute(database)
    removed += Number(numAffectedRows)
    if (numAffectedRows < BigInt(batch)) return removed
  }
}
