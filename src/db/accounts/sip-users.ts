// The names and passwords with which SIP users of retail clients register and call.
import { type Insertable, sql } from 'kysely'
import { insertRow, removeRow, updateVersion } from '../crud.ts'
import type { Database, Tx } from '../database.ts'
import { networksOf, networksText } from '../networks.ts'
import { hasText, hasValues, type ListQuery, offsetPage } from '../paging.ts'
import { inScope, type Scope } from '../scope.ts'
import type { SipUserTable } from '../tables/accounts.ts'

const contacts = sql<number>`(select count(*) from registration r
  where r.sip_user_id = s.id and r.expires_at > now())`

const sipUsers = (database: Database, scope: Scope) =>
  database
    .selectFrom('sip_user as s')
    .innerJoin('account as a', 'a.id', 's.account_id')
    .where('a.deleted_at', 'is', null)
    .where(inScope(scope, 's.account_id'))
    .select(['s.id', 's.version', 's.account_id', 's.username', 's.number', 's.display_name'])
    .select(['s.allowed_callers', 's.max_contacts', 's.channel_limit', 's.expires_min_seconds'])
    .select(['s.expires_max_seconds', 's.status', 's.description', 's.created_at', 's.updated_at'])
    .select(['a.name as client_name', networksText('s.allowed_networks').as('allowed_networks')])
    .select(contacts.as('contacts'))

const SORTS = {
  username: sql`lower(s.username)`,
  number: sql`s.number`,
  display_name: sql`lower(s.display_name)`,
  status: sql`s.status`,
  contacts: sql`contacts`,
  created_at: sql`s.created_at`,
}

interface SipUserQuery extends ListQuery<keyof typeof SORTS> {
  readonly account_id?: number | undefined
  readonly status?: SipUserTable['status'] | undefined
}

export async function listSipUsers(database: Database, scope: Scope, query: SipUserQuery) {
  const select = sipUsers(database, scope)
    .where(hasText(query.q, 's.username', 's.number', 's.display_name'))
    .where(hasValues({ 's.account_id': query.account_id, 's.status': query.status }))
  return offsetPage(database, select, query, SORTS, 'username', sql`s.id`)
}

export async function findSipUser(database: Database, scope: Scope, id: number) {
  return sipUsers(database, scope).where('s.id', '=', id).executeTakeFirst()
}

/**
 * Whether this digest name is already used, by a SIP user or a row of the IP list. It is locked
 * until the transaction ends.
 */
export async function isSipNameTaken(
  tx: Tx,
  name: string,
  but: { readonly client_ip_id?: number } = {},
): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtext('sip name'))`.execute(tx)
  const { rows } = await sql`
    select 1 from sip_user where lower(username) = lower(${name})
    union all select 1 from client_ip where lower(auth_username) = lower(${name})
      and id is distinct from ${but.client_ip_id ?? null}::bigint`.execute(tx)
  return rows.length > 0
}

type Changeable = Omit<
  Insertable<SipUserTable>,
  'id' | 'account_id' | 'username' | 'ha1' | 'version' | 'created_at' | 'updated_at'
>
type SipUserValues = Changeable & { account_id: number; username: string; ha1: string }

export const insertSipUser = (tx: Tx, user: SipUserValues): Promise<number> =>
  insertRow(tx, 'sip_user', { ...user, allowed_networks: networksOf(user.allowed_networks) })

/** False if the user has changed since `version` was read. */
export const updateSipUser = (
  tx: Tx,
  id: number,
  version: number,
  user: Changeable,
): Promise<boolean> =>
  updateVersion(tx, 'sip_user', id, version, {
    ...user,
    allowed_networks: networksOf(user.allowed_networks),
  })

export async function setSipPassword(tx: Tx, id: number, ha1: string): Promise<void> {
  await tx.updateTable('sip_user').set({ ha1 }).where('id', '=', id).execute()
}

export const deleteSipUser = (tx: Tx, id: number): Promise<void> => removeRow(tx, 'sip_user', id)

/** SIP users of a deleted client cannot register. */
export async function deleteSipUsersOf(tx: Tx, account_id: number): Promise<void> {
  await tx.deleteFrom('sip_user').where('account_id', '=', account_id).execute()
}
