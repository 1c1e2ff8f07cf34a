// Permission groups of the operator and of accounts, and which staff users are in them.
import { type Insertable, sql } from 'kysely'
import type { GroupRights } from '#core/permission/rights.ts'
import { isColleague, isGroupOf } from '../colleagues.ts'
import type { Database, Tx } from '../database.ts'
import { hasText, hasValues, type ListQuery, offsetPage } from '../paging.ts'
import { ownerOf, type Scope } from '../scope.ts'
import type { PermissionGroupTable } from '../tables/people.ts'

const accounts = sql<{ id: number; name: string }[]>`(
  select coalesce(json_agg(json_build_object('id', a.id, 'name', a.name) order by lower(a.name)),
    '[]')
  from account a where a.id = any(g.account_ids) and a.deleted_at is null)`
const members = sql<number>`(
  select count(*) from user_permission_group m where m.group_id = g.id)`

const groups = (database: Database, scope: Scope) =>
  database
    .selectFrom('permission_group as g')
    .where('g.deleted_at', 'is', null)
    .where(isGroupOf(scope, 'g.owner_id'))
    .select(['g.id', 'g.version', 'g.name', 'g.description', 'g.permissions', 'g.scope'])
    .select(['g.account_ids', 'g.masked_digits'])
    .select(['g.hides_prices', 'g.hides_costs', 'g.refuses_export'])
    .select(['g.requires_second_factor'])
    .select(['g.created_at', 'g.updated_at'])
    .select([
      accounts.as('accounts'),
      members.as('members_count'),
      sql<number>`cardinality(g.permissions)`.as('permissions_count'),
    ])

const SORTS = {
  name: sql`lower(g.name)`,
  scope: sql`g.scope`,
  members_count: sql`members_count`,
  created_at: sql`g.created_at`,
}

interface GroupQuery extends ListQuery<keyof typeof SORTS> {
  readonly scope?: 'EVERYTHING' | 'OWN' | 'LISTED' | undefined
}

export async function listPermissionGroups(database: Database, scope: Scope, query: GroupQuery) {
  const select = groups(database, scope)
    .where(hasText(query.q, 'g.name'))
    .where(hasValues({ 'g.scope': query.scope }))
  return offsetPage(database, select, query, SORTS, 'name', sql`g.id`)
}

/** There are few of them. */
export const allPermissionGroups = (database: Database, scope: Scope) =>
  groups(database, scope).orderBy(sql`lower(g.name)`).execute()

export async function findPermissionGroup(database: Database, scope: Scope, id: number) {
  return groups(database, scope).where('g.id', '=', id).executeTakeFirst()
}

export type GroupRow = Awaited<ReturnType<typeof allPermissionGroups>>[number]

type GroupValues = Omit<
  Insertable<PermissionGroupTable>,
  'id' | 'owner_id' | 'version' | 'created_at' | 'updated_at' | 'deleted_at'
>

export async function insertPermissionGroup(
  tx: Tx,
  scope: Scope,
  values: GroupValues,
): Promise<number> {
  const { id } = await tx
    .insertInto('permission_group')
    .values({ ...values, owner_id: ownerOf(scope) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** False if the group has changed since `version` was read. */
export async function updatePermissionGroup(
  tx: Tx,
  id: number,
  version: number,
  values: GroupValues,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('permission_group')
    .set({ ...values, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function deletePermissionGroup(tx: Tx, id: number, at: string): Promise<void> {
  await tx.updateTable('permission_group').set({ deleted_at: at }).where('id', '=', id).execute()
}

export const listMembers = (database: Database, scope: Scope) =>
  database
    .selectFrom('console_user as u')
    .where('u.deleted_at', 'is', null)
    .where(isColleague(scope))
    .select(['u.id', 'u.username', 'u.full_name', 'u.status', 'u.expires_at', 'u.has_all_rights'])
    .select([
      'u.own_account_ids',
      sql<number[]>`array(select m.group_id from user_permission_group m
        where m.user_id = u.id order by m.group_id)`.as('group_ids'),
    ])
    .orderBy(sql`lower(u.username)`)
    .execute()

/** A group as it is stored, with what counts for rights. */
export interface StoredGroup extends Omit<GroupRights, 'scope'> {
  readonly scope: 'EVERYTHING' | 'OWN' | 'LISTED'
  readonly account_ids: readonly number[]
}

/** The rights that a group gives to a user; `own_account_ids` are those of the user. */
export const groupRightsOf = (
  group: StoredGroup,
  own_account_ids: readonly number[],
): GroupRights => {
  const accounts = { OWN: own_account_ids, LISTED: group.account_ids }
  return { ...group, scope: group.scope === 'EVERYTHING' ? 'EVERYTHING' : accounts[group.scope] }
}
