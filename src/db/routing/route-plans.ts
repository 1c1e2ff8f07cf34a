import { type Insertable, type RawBuilder, sql } from 'kysely'
import { OPERATOR_ID } from '#core/account/operator.ts'
import type { RoutePlanMode } from '#core/routing/route-plan.ts'
import { insertRow, markDeleted, updateVersion } from '../crud.ts'
import type { Database, Tx } from '../database.ts'
import { hasText, hasValues, type ListQuery, offsetPage } from '../paging.ts'
import { usedByCount } from '../references.ts'
import { inScope, type Scope } from '../scope.ts'
import type { RoutePlanTable } from '../tables/routing.ts'

type Status = 'active' | 'blocked'

const clientsCount = (kind: 'WHOLESALE' | 'RETAIL') => sql<number>`(
  select count(*) from client w join account a on a.id = w.account_id
  where w.route_plan_id = p.id and a.kind = ${kind} and a.deleted_at is null)`

const routePlans = (database: Database, scope: Scope) =>
  database
    .selectFrom('route_plan as p')
    .leftJoin('route_plan as f', 'f.id', 'p.parent_plan_id')
    .where('p.deleted_at', 'is', null)
    .where(inScope(scope, 'p.owner_id'))
    .select(['p.id', 'p.version', 'p.name', 'p.name_for_resellers', 'p.description'])
    .select([
      'p.status',
      'p.mode',
      'p.max_attempts',
      'p.max_setup_seconds',
      'p.rate_delta',
      'p.profit_mode',
    ])
    .select(['p.min_profit_percent', 'p.min_profit_abs', 'p.dst_list_id', 'p.src_list_id'])
    .select(['p.parent_plan_id', 'f.name as parent_plan_name', 'p.created_at', 'p.updated_at'])
    .select([
      sql<number>`(select count(*) from route_rule r where r.route_plan_id = p.id)`.as(
        'rules_count',
      ),
      usedByCount('route_plan', sql`p.id`).as('used_by_count'),
      clientsCount('WHOLESALE').as('wholesale_count'),
      clientsCount('RETAIL').as('retail_count'),
    ])

const SORTS = {
  name: sql`lower(p.name)`,
  mode: sql`p.mode`,
  status: sql`p.status`,
  rules_count: sql`rules_count`,
  used_by_count: sql`used_by_count`,
  created_at: sql`p.created_at`,
}

interface RoutePlanQuery extends ListQuery<keyof typeof SORTS> {
  readonly mode?: RoutePlanMode | undefined
  readonly status?: Status | undefined
  /** Plans that may send calls to this gateway, itself or in a group. */
  readonly gateway_id?: number | undefined
  readonly gateway_group_id?: number | undefined
  /** Plans that fall back to this one. */
  readonly parent_plan_id?: number | undefined
}

const hasTarget = (condition: RawBuilder<boolean>): RawBuilder<boolean> => sql<boolean>`exists (
  select 1 from route_rule r join route_target t on t.route_rule_id = r.id
  where r.route_plan_id = p.id and ${condition})`

const leadsTo = (gateway_id: number): RawBuilder<boolean> =>
  hasTarget(sql<boolean>`(t.gateway_id = ${gateway_id} or t.gateway_group_id in (
    select group_id from gateway_group_member where gateway_id = ${gateway_id}))`)

export async function listRoutePlans(database: Database, scope: Scope, query: RoutePlanQuery) {
  const { gateway_id, gateway_group_id } = query
  let select = routePlans(database, scope)
    .where(hasText(query.q, 'p.name', 'p.name_for_resellers', 'p.description'))
    .where(
      hasValues({
        'p.mode': query.mode,
        'p.status': query.status,
        'p.parent_plan_id': query.parent_plan_id,
      }),
    )
  if (gateway_id) select = select.where(leadsTo(gateway_id))
  if (gateway_group_id) {
    select = select.where(hasTarget(sql<boolean>`t.gateway_group_id = ${gateway_group_id}`))
  }
  return offsetPage(database, select, query, SORTS, 'name', sql`p.id`)
}

export async function findRoutePlan(database: Database, scope: Scope, id: number) {
  return routePlans(database, scope).where('p.id', '=', id).executeTakeFirst()
}

/** The plan of this id, the plan that it falls back to, and so on; at most ten. */
export async function fallbackChain(tx: Tx, id: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with recursive chain (id, depth) as (
      select ${id}::bigint, 1
      union all
      select p.parent_plan_id, c.depth + 1 from chain c join route_plan p on p.id = c.id
      where p.parent_plan_id is not null and p.deleted_at is null and c.depth < 10)
    select id from chain order by depth`.execute(tx)
  return rows.map((row) => row.id)
}

type PlanValues = Omit<
  Insertable<RoutePlanTable>,
  'id' | 'owner_id' | 'version' | 'created_at' | 'updated_at' | 'deleted_at'
>

export const insertRoutePlan = (tx: Tx, plan: PlanValues): Promise<number> =>
  insertRow(tx, 'route_plan', { ...plan, owner_id: OPERATOR_ID })

/** False if the plan has changed since `version` was read. */
export const updateRoutePlan = (
  tx: Tx,
  id: number,
  version: number,
  plan: PlanValues,
): Promise<boolean> => updateVersion(tx, 'route_plan', id, version, plan)

export const deleteRoutePlan = (tx: Tx, id: number, at: string): Promise<void> =>
  markDeleted(tx, 'route_plan', id, at)
