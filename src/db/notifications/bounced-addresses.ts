// Addresses that mail servers have refused, as the console shows them and takes them off.
import { sql } from 'kysely'
import type { Database, Tx } from '../database.ts'
import { hasText, type ListQuery, offsetPage } from '../paging.ts'
import { type Scope, seesEverything } from '../scope.ts'

const bounced = (database: Database, scope: Scope) =>
  database
    .selectFrom('bounced_address as b')
    .where(seesEverything(scope))
    .select(['b.id', 'b.address', 'b.since', 'b.last_at', 'b.answer', 'b.bounce_count'])

const SORTS = {
  last_at: sql`b.last_at`,
  address: sql`b.address`,
  bounce_count: sql`b.bounce_count`,
}

export async function listBouncedAddresses(
  database: Database,
  scope: Scope,
  query: ListQuery<keyof typeof SORTS>,
) {
  const select = bounced(database, scope).where(hasText(query.q, 'b.address', 'b.answer'))
  return offsetPage(database, select, query, SORTS, '-last_at', sql`b.id`)
}

export async function findBouncedAddress(database: Database, scope: Scope, id: number) {
  return bounced(database, scope).where('b.id', '=', id).executeTakeFirst()
}

/** Mails go there again. */
export async function removeBouncedAddress(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('bounced_address').where('id', '=', id).execute()
}
