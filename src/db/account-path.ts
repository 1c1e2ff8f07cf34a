// The accounts above an account, from itself to the top of its tree.
import { type RawBuilder, sql } from 'kysely'
import type { Database } from './database.ts'

/** A query of `id` and `parent_id`: of the account and of all above it. */
export const pathOf = (account: RawBuilder<number | null>) => sql`
  with recursive up (id, parent_id) as (
    select id, parent_id from account where id = ${account}
    union select a.id, a.parent_id from up join account a on a.id = up.parent_id)
  select id, parent_id from up`

/** The account at the top of the tree of an account that exists. */
export async function findTopOfTree(database: Database, account_id: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select id from (${pathOf(sql<number>`${account_id}`)}) path where parent_id is null
    `.execute(database)
  const [top] = rows
  if (!top) throw new Error(`There is no account ${account_id}.`)
  return top.id
}
