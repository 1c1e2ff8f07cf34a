// Staff users, who work for the operator or for an account, with their permission groups.
import { type Insertable, sql } from 'kysely'
import type { UserType } from '#core/permission/permission.ts'
import { isColleague } from '../colleagues.ts'
import type { Database, Tx } from '../database.ts'
import { networksOf, networksText } from '../networks.ts'
import { hasText, hasValues, type ListQuery, offsetPage } from '../paging.ts'
import { isOfAdmin, type Scope } from '../scope.ts'
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

const staff = (database: Database, scope: Scope) =>
  database
    .selectFrom('console_user as u')
    .where('u.deleted_at', 'is', null)
    .where(isColleague(scope))
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

interface StaffQuery extends ListQuery<keyof typeof SORTS> {
  readonly status?: 'active' | 'blocked' | undefined
  readonly group_id?: number | undefined
}

export async function listStaff(database: Database, scope: Scope, query: StaffQuery) {
  const { q, status, group_id } = query
  let select = staff(database, scope)
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

export async function findStaffUser(database: Database, scope: Scope, id: number) {
  return staff(database, scope).where('u.id', '=', id).executeTakeFirst()
}

type StaffValues = Pick<
  Insertable<ConsoleUserTable>,
  'username' | 'full_name' | 'email' | 'phone' | 'status' | 'has_all_rights' | 'expires_at'
> & {
  readonly timezone: string | null
  readonly own_account_ids: readonly number[]
  readonly allowed_networks: readonly string[]
}

const columnsOf = ({ allowed_networks, own_account_ids, ...values }: StaffValues) => ({
  ...values,
  own_account_ids: [...own_account_ids],
  allowed_networks: networksOf(allowed_networks),
})

/** The number of staff users that the account of the scope has. */
export async function countStaff(tx: Tx, scope: Scope): Promise<number> {
  const { count } = await tx
    .selectFrom('console_user as u')
    .where('u.deleted_at', 'is', null)
    .where(isColleague(scope))
    .select((is) => is.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** For whom the user of the scope works. */
const employedBy = (scope: Scope, type: UserType) => ({
  type,
  employer_id: isOfAdmin(scope) ? null : scope.account_id,
})

export async function insertStaffUser(
  tx: Tx,
  { scope, type }: { readonly scope: Scope; readonly type: UserType },
  values: StaffValues,
  password_hash: string,
): Promise<number> {
  const { id } = await tx
    .insertInto('console_user')
    .values({ ...columnsOf(values), password_hash, ...employedBy(scope, type), account_id: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** False if the user has changed since `version` was read. */
export async function updateStaffUser(
  tx: Tx,
  id: number,
  version: number,
  values: StaffValues,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('console_user')
    .set({ ...columnsOf(values), version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function deleteStaffUser(tx: Tx, id: number, at: string): Promise<void> {
  await tx.updateTable('console_user').set({ deleted_at: at }).where('id', '=', id).execute()
  await tx.deleteFrom('user_permission_group').where('user_id', '=', id).execute()
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
