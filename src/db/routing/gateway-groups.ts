// Gateways that rules of route plans name together.
import { type Insertable, sql } from 'kysely'
import { OPERATOR_ID } from '#core/account/operator.ts'
import { markDeleted, updateVersion } from '../crud.ts'
import type { Database, Tx } from '../database.ts'
import { hasText, hasValues, type ListQuery, offsetPage } from '../paging.ts'
import { inScope, type Scope } from '../scope.ts'
import type { GatewayGroupMemberTable, GatewayGroupTable } from '../tables/routing.ts'

const membersCount = sql<number>`(
  select count(*) from gateway_group_member m where m.group_id = p.id)`
const activeCount = sql<number>`(
  select count(*) from gateway_group_member m join gateway g on g.id = m.gateway_id
  where m.group_id = p.id and g.status = 'active')`
/** Rules of route plans that exist. */
const usedByCount = sql<number>`(
  select count(*) from route_target t
  join route_rule r on r.id = t.route_rule_id
  join route_plan n on n.id = r.route_plan_id
  where t.gateway_group_id = p.id and n.deleted_at is null)`

const gatewayGroups = (database: Database, scope: Scope) =>
  database
    .selectFrom('gateway_group as p')
    .where('p.deleted_at', 'is', null)
    .where(inScope(scope, 'p.owner_id'))
    .select(['p.id', 'p.version', 'p.name', 'p.description', 'p.status'])
    .select(['p.created_at', 'p.updated_at'])
    .select([
      membersCount.as('members_count'),
      activeCount.as('active_count'),
      usedByCount.as('used_by_count'),
    ])

const SORTS = {
  name: sql`lower(p.name)`,
  status: sql`p.status`,
  members_count: sql`members_count`,
  used_by_count: sql`used_by_count`,
  created_at: sql`p.created_at`,
}

interface GatewayGroupQuery extends ListQuery<keyof typeof SORTS> {
  readonly status?: GatewayGroupTable['status'] | undefined
  /** Groups with this gateway. */
  readonly gateway_id?: number | undefined
}

export async function listGatewayGroups(
  database: Database,
  scope: Scope,
  query: GatewayGroupQuery,
) {
  const { gateway_id } = query
  let select = gatewayGroups(database, scope)
    .where(hasText(query.q, 'p.name', 'p.description'))
    .where(hasValues({ 'p.status': query.status }))
  if (gateway_id) {
    select = select.where(
      sql<boolean>`exists (select 1 from gateway_group_member m
        where m.group_id = p.id and m.gateway_id = ${gateway_id})`,
    )
  }
  return offsetPage(database, select, query, SORTS, 'name', sql`p.id`)
}

/** The group with its gateways, the highest priority first. */
export async function findGatewayGroup(database: Database, scope: Scope, id: number) {
  const group = await gatewayGroups(database, scope).where('p.id', '=', id).executeTakeFirst()
  if (!group) return undefined
  const members = await database
    .selectFrom('gateway_group_member as m')
    .innerJoin('gateway as g', 'g.id', 'm.gateway_id')
    .where('m.group_id', '=', id)
    .select(['m.gateway_id', 'g.name as gateway_name', 'g.status as gateway_status'])
    .select(['m.priority', 'm.weight'])
    .orderBy('m.priority', 'desc')
    .orderBy(sql`lower(g.name)`)
    .execute()
  return { ...group, members }
}

type GroupValues = Omit<
  Insertable<GatewayGroupTable>,
  'id' | 'owner_id' | 'version' | 'created_at' | 'updated_at' | 'deleted_at'
>
export type MemberValues = Omit<GatewayGroupMemberTable, 'group_id'>

export async function insertGatewayGroup(
  tx: Tx,
  group: GroupValues,
  members: readonly MemberValues[],
): Promise<number> {
  const { id } = await tx
    .insertInto('gateway_group')
    .values({ ...group, owner_id: OPERATOR_ID })
    .returning('id')
    .executeTakeFirstOrThrow()
  await writeMembers(tx, id, members)
  return id
}

/** False if the group has changed since `version` was read. */
export async function updateGatewayGroup(
  tx: Tx,
  id: number,
  version: number,
  group: GroupValues,
  members: readonly MemberValues[],
): Promise<boolean> {
  if (!(await updateVersion(tx, 'gateway_group', id, version, group))) return false
  await writeMembers(tx, id, members)
  return true
}

async function writeMembers(
  tx: Tx,
  group_id: number,
  members: readonly MemberValues[],
): Promise<void> {
  await tx.deleteFrom('gateway_group_member').where('group_id', '=', group_id).execute()
  const rows = members.map((member) => ({ ...member, group_id }))
  await tx.insertInto('gateway_group_member').values(rows).execute()
}

/** The members go too, so that a gateway is not kept by a group that is gone. */
export async function deleteGatewayGroup(tx: Tx, id: number, at: string): Promise<void> {
  await tx.deleteFrom('gateway_group_member').where('group_id', '=', id).execute()
  await markDeleted(tx, 'gateway_group', id, at)
}
