// Addresses that are kept out for a while: by hand from the switch and from logging in, by the
// switch itself from the switch alone.
import { type Insertable, sql } from 'kysely'
import type { Database, Tx } from '../database.ts'
import { hasText, hasValues, type ListQuery, offsetPage } from '../paging.ts'
import { type Scope, seesEverything } from '../scope.ts'
import type { BanTable } from '../tables/machine.ts'

const clientName = sql<string | null>`(
  select a.name from client_ip i join account a on a.id = i.account_id
  where i.ip >>= n.ip and a.deleted_at is null order by masklen(i.ip) desc limit 1)`

const bans = (database: Database, scope: Scope) =>
  database
    .selectFrom('ban as n')
    .leftJoin('console_user as u', 'u.id', 'n.created_by')
    .where('n.banned_until', '>', sql<string>`now()`)
    .where(seesEverything(scope))
    .select(['n.kind', 'n.reason', 'n.banned_until', 'n.created_at'])
    .select(['u.username as created_by_name', clientName.as('client_name')])
    .select(sql<string>`host(n.ip)`.as('ip'))

const SORTS = {
  ip: sql`n.ip`,
  banned_until: sql`n.banned_until`,
  created_at: sql`n.created_at`,
  kind: sql`n.kind`,
}

interface BanQuery extends ListQuery<keyof typeof SORTS> {
  readonly kind?: BanTable['kind'] | undefined
}

export async function listBans(database: Database, scope: Scope, query: BanQuery) {
  const select = bans(database, scope)
    .where(hasText(query.q, sql`host(n.ip)`, 'n.reason'))
    .where(hasValues({ 'n.kind': query.kind }))
  return offsetPage(database, select, query, SORTS, '-created_at', sql`n.ip`)
}

export async function findBan(database: Database, scope: Scope, ip: string) {
  return bans(database, scope).where('n.ip', '=', sql<string>`${ip}::inet`).executeTakeFirst()
}

type BanValues = Omit<Insertable<BanTable>, 'kind' | 'created_at' | 'updated_at'>

/** A manual ban, which replaces any other ban of the address. */
export async function writeBan(tx: Tx, { ip, ...ban }: BanValues): Promise<void> {
  const values = { ...ban, kind: 'MANUAL' as const }
  await tx
    .insertInto('ban')
    .values({ ip, ...values })
    .onConflict((conflict) => conflict.column('ip').doUpdateSet(values))
    .execute()
}

/**
 * Whether logins from this address are banned. Automatic bans do not count: they may come from a
 * misconfigured phone in the operator's office, and the operator must be able to lift them.
 */
export async function isBannedFromLogin(database: Database, ip: string): Promise<boolean> {
  const row = await database
    .selectFrom('ban as n')
    .where('n.ip', '=', sql<string>`${ip}::inet`)
    .where('n.kind', '=', 'MANUAL')
    .where('n.banned_until', '>', sql<string>`now()`)
    .select('n.ip')
    .executeTakeFirst()
  return row !== undefined
}

/** False when there is no such ban. */
export async function deleteBan(tx: Tx, ip: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('ban')
    .where('ip', '=', sql<string>`${ip}::inet`)
    .where('banned_until', '>', sql<string>`now()`)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** All that are in effect; answers their number. */
export async function deleteAllBans(tx: Tx, scope: Scope): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('ban')
    .where('banned_until', '>', sql<string>`now()`)
    .where(seesEverything(scope))
    .executeTakeFirst()
  return Number(numDeletedRows)
}
