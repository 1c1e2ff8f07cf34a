// The users of the operator, with their permission groups.
import { type Insertable, sql } from 'kysely'
import type { Database, Tx } from '../database.ts'
import { ADMINS_LOCK } from '../locks.ts'
import { networksOf, networksText } from '../networks.ts'
import { hasText, hasValues, type ListQuery, offsetPage } from '../paging.ts'
import { type Scope, seesEverything } from '../scope.ts'
import type { ConsoleUserTable } from '../tables/people.ts'

interface Named {
  readonly id: number
  readonly name: string
}

const groups = sql<Named[]>`(
  select coalesce(json_agg(json_build_object('id', g.id, 'name', g.name) order by lower(g.name)),
    '[]')
  from user_permission_group m join permission_group g on g.id = m.group_id
  where m.user_id = u.id)`
const groupIds = sql<number[]>`array(
  select m.group_id from user_permission_group m where m.user_id = u.id order by m.group_id)`
const ownAccounts = sql<Named[]>`(
  select coalesce(json_agg(json_build_object('id', a.id, 'name', a.name) order by lower(a.name)),
    '[]')
  from account a where a.id = any(u.own_account_ids) and a.deleted_at is null)`
const sessions = sql<number>`(select count(*) from session s
  where s.user_id = u.id and s.revoked_at is null and s.expires_at > now())`

const admins = (database: Database, scope: Scope) =>
  database
    .selectFrom('console_user as u')
    .where('u.type', '=', 'ADMIN')
    .where('u.deleted_at', 'is', null)
    .where(seesEverything(scope))
    .select(['u.id', 'u.version', 'u.username', 'u.full_name', 'u.email', 'u.phone', 'u.status'])
    .select(['u.has_all_rights', 'u.expires_at', 'u.timezone', 'u.own_account_ids'])
    .select(['u.last_login_at', 'u.password_changed_at', 'u.created_at', 'u.updated_at'])
    .select([
      sql<string | null>`host(u.last_login_ip)`.as('last_login_ip'),
      networksText('u.allowed_networks').as('allowed_networks'),
      groups.as('groups'),
      groupIds.as('group_ids'),
      ownAccounts.as('own_accounts'),
      sessions.as('sessions_count'),
    ])

const SORTS = {
  username: sql`lower(u.username)`,
  full_name: sql`lower(u.full_name)`,
  status: sql`u.status`,
  last_login_at: sql`u.last_login_at`,
  created_at: sql`u.created_at`,
}

interface AdminQuery extends ListQuery<keyof typeof SORTS> {
  readonly status?: 'active' | 'blocked' | undefined
  readonly group_id?: number | undefined
}

export async function listAdmins(database: Database, scope: Scope, query: AdminQuery) {
  const { q, status, group_id } = query
  let select = admins(database, scope)
    .where(hasText(q, 'u.username', 'u.full_name', 'u.email'))
    .where(hasValues({ 'u.status': status }))
  if (group_id) {
    select = select.where('u.id', 'in', (members) =>
      members
        .selectFrom('user_permission_group')
        .where('group_id', '=', group_id)
        .select('user_id'),
    )
  }
  return offsetPage(database, select, query, SORTS, 'username', sql`u.id`)
}

export async function findAdmin(database: Database, scope: Scope, id: number) {
  return admins(database, scope).where('u.id', '=', id).executeTakeFirst()
}

type AdminValues = Pick<
  Insertable<ConsoleUserTable>,
  'username' | 'full_name' | 'email' | 'phone' | 'status' | 'has_all_rights' | 'expires_at'
> & {
  readonly timezone: string | null
  readonly own_account_ids: readonly number[]
  readonly allowed_networks: readonly string[]
}

const columnsOf = ({ allowed_networks, own_account_ids, ...values }: AdminValues) => ({
  ...values,
  own_account_ids: [...own_account_ids],
  allowed_networks: networksOf(allowed_networks),
})

export async function insertAdmin(
  tx: Tx,
  values: AdminValues,
  password_hash: string,
): Promise<number> {
  const { id } = await tx
    .insertInto('console_user')
    .values({ ...columnsOf(values), password_hash, type: 'ADMIN', account_id: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** False if the user has changed since `version` was read. */
export async function updateAdmin(
  tx: Tx,
  id: number,
  version: number,
  values: AdminValues,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('console_user')
    .set({ ...columnsOf(values), version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function deleteAdmin(tx: Tx, id: number, at: string): Promise<void> {
  await tx.updateTable('console_user').set({ deleted_at: at }).where('id', '=', id).execute()
  await tx.deleteFrom('user_permission_group').where('user_id', '=', id).execute()
}

/**
 * Waits for other transactions that change admins or permission groups, so that what is checked in
 * this one stays true until its end.
 */
export async function lockAdmins(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(ADMINS_LOCK)})`.execute(tx)
}

/** Whether there is an admin who may do everything, now and later. */
export async function hasLastingAdmin(tx: Tx): Promise<boolean> {
  const admin = await tx
    .selectFrom('console_user')
    .where('has_all_rights', '=', true)
    .where('status', '=', 'active')
    .where('expires_at', 'is', null)
    .where('deleted_at', 'is', null)
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return admin !== undefined
}

export async function setGroupsOfUser(
  tx: Tx,
  user_id: number,
  group_ids: readonly number[],
): Promise<void> {
  await tx.deleteFrom('user_permission_group').where('user_id', '=', user_id).execute()
  if (group_ids.length === 0) return
  await tx
    .insertInto('user_permission_group')
    .values([...new Set(group_ids)].map((group_id) => ({ user_id, group_id })))
    .execute()
}

/** Lets an admin sign in again with all rights; undefined if there is none of this name. */
export async function reopenAdmin(tx: Tx, username: string) {
  await lockAdmins(tx)
  const admin = await tx
    .selectFrom('console_user')
    .where('type', '=', 'ADMIN')
    .where('deleted_at', 'is', null)
    .where((user) => user(user.fn('lower', ['username']), '=', username.toLowerCase()))
    .select(['id', 'username', 'has_all_rights as had_all_rights'])
    .executeTakeFirst()
  if (!admin) return undefined
  await tx
    .updateTable('console_user')
    .set({ status: 'active', has_all_rights: true, expires_at: null, allowed_networks: [] })
    .where('id', '=', admin.id)
    .execute()
  return admin
}

export async function listAdminNames(database: Database): Promise<string[]> {
  const rows = await database
    .selectFrom('console_user')
    .where('type', '=', 'ADMIN')
    .where('deleted_at', 'is', null)
    .select('username')
    .orderBy('username')
    .execute()
  return rows.map(({ username }) => username)
}
