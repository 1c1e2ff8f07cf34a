// The current registrations of SIP users. Only the engine writes them; the console may request a
// removal.
import { sql } from 'kysely'
import type { Database, Tx } from '../database.ts'
import { hasText, hasValues, type ListQuery, offsetPage } from '../paging.ts'
import { inScope, type Scope } from '../scope.ts'

const registrations = (database: Database, scope: Scope) =>
  database
    .selectFrom('registration as r')
    .innerJoin('sip_user as s', 's.id', 'r.sip_user_id')
    .innerJoin('account as a', 'a.id', 's.account_id')
    .where('r.expires_at', '>', sql<string>`now()`)
    .where(inScope(scope, 's.account_id'))
    .select(['r.id', 'r.sip_user_id', 'r.contact', 'r.source_ip', 'r.source_port', 'r.transport'])
    .select(['r.user_agent', 'r.registered_at', 'r.expires_at'])
    .select(['s.username', 's.number', 's.account_id', 'a.name as client_name'])
    .select(sql<boolean>`r.removal_asked_at is not null`.as('removal_asked'))

const SORTS = {
  username: sql`lower(s.username)`,
  client_name: sql`lower(a.name)`,
  source_ip: sql`r.source_ip`,
  registered_at: sql`r.registered_at`,
  expires_at: sql`r.expires_at`,
}

interface RegistrationQuery extends ListQuery<keyof typeof SORTS> {
  readonly account_id?: number | undefined
  readonly sip_user_id?: number | undefined
  readonly transport?: 'UDP' | 'TCP' | undefined
}

export async function listRegistrations(
  database: Database,
  scope: Scope,
  query: RegistrationQuery,
) {
  const select = registrations(database, scope)
    .where(
      hasText(
        query.q,
        's.username',
        's.number',
        'a.name',
        'r.contact',
        'r.user_agent',
        sql`host(r.source_ip)`,
      ),
    )
    .where(
      hasValues({
        's.account_id': query.account_id,
        'r.sip_user_id': query.sip_user_id,
        'r.transport': query.transport,
      }),
    )
  return offsetPage(database, select, query, SORTS, 'username', sql`r.id`)
}

/** Requests the removal of a registration; returns its SIP user, or undefined if it is gone. */
export async function askRemoval(tx: Tx, scope: Scope, id: number, at: string) {
  return tx
    .updateTable('registration as r')
    .from('sip_user as s')
    .set({ removal_asked_at: at })
    .whereRef('s.id', '=', 'r.sip_user_id')
    .where('r.id', '=', id)
    .where('r.expires_at', '>', sql<string>`now()`)
    .where(inScope(scope, 's.account_id'))
    .returning(['s.username', 'r.contact'])
    .executeTakeFirst()
}

/** The same for all registrations of a SIP user that was blocked or has a new password. */
export async function askRemovalOf(tx: Tx, sip_user_id: number, at: string): Promise<void> {
  await tx
    .updateTable('registration')
    .set({ removal_asked_at: at })
    .where('sip_user_id', '=', sip_user_id)
    .execute()
}

/** The same for all registrations; answers their number. */
export async function askRemovalOfAll(tx: Tx, scope: Scope, at: string): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('registration as r')
    .from('sip_user as s')
    .set({ removal_asked_at: at })
    .whereRef('s.id', '=', 'r.sip_user_id')
    .where('r.expires_at', '>', sql<string>`now()`)
    .where(inScope(scope, 's.account_id'))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

export async function countRegistrations(database: Database, scope: Scope): Promise<number> {
  const { count } = await database
    .selectFrom('registration as r')
    .innerJoin('sip_user as s', 's.id', 'r.sip_user_id')
    .where('r.expires_at', '>', sql<string>`now()`)
    .where(inScope(scope, 's.account_id'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
