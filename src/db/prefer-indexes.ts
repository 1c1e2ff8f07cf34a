import type { SqlConnection } from './database.ts'

/**
 * Makes the statements of a transaction find their rows by indexes: in a table that grows in the
 * same transaction, the planner's statistics mislead.
 */
export async function preferIndexes(client: SqlConnection): Promise<void> {
  for (const plan of ['seqscan', 'hashjoin', 'mergejoin']) {
    await client.query(`set local enable_${plan} = off`)
  }
}
