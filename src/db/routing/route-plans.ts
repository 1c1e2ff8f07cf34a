import { type Insertable, type RawBuilder, sql } from 'kysely'
import { OPERATOR_ID } from '#core/account/operator.ts'
import type { RoutePlanMode } from '#core/routing/route-plan.ts'
import type { Database, Tx } from '../database.ts'
import { contains, type ListQuery, offsetPage } from '../paging.ts'
import { usedByCount } from '../references.ts'
import { inScope, type Scope } from '../scope.ts'
import type { RoutePlanTable, Tables } from '../tables.ts'

type Status = 'active' | 'blocked'

const clientsCount = (kind: 'WHOLESALE' | 'RETAIL') => sql<number>`(
  select count(*) from client w join account a on a.id = w.account_id
  where w.route_plan_id = p.id and a.kind = ${kind} and a.deleted_at is null)`

const routePlans = (database: Database | Tx, scope: Scope) =>
  database
    .selectFrom('route_plan as p')
    .leftJoin('route_plan as f', 'f.id', 'p.parent_plan_id')
    .where('p.deleted_at', 'is', null)
    .where(inScope(scope, 'p.owner_id'))
    .select(['p.id', 'p.version', 'p.name', 'p.description', 'p.status', 'p.mode'])
    .select(['p.max_attempts', 'p.max_setup_seconds', 'p.rate_delta', 'p.profit_mode'])
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
  const { q, mode, status, gateway_id, gateway_group_id, parent_plan_id } = query
  let select = routePlans(database, scope)
  if (q) {
    const found = contains(q)
    select = select.where((is) =>
      is.or([is('p.name', 'ilike', found), is('p.description', 'ilike', found)]),
    )
  }
  if (mode) select = select.where('p.mode', '=', mode)
  if (status) select = select.where('p.status', '=', status)
  if (gateway_id) select = select.where(leadsTo(gateway_id))
  if (gateway_group_id) {
    select = select.where(hasTarget(sql<boolean>`t.gateway_group_id = ${gateway_group_id}`))
  }
  if (parent_plan_id) select = select.where('p.parent_plan_id', '=', parent_plan_id)
  return offsetPage(database, select, query, SORTS, 'name', sql`p.id`)
}

export async function findRoutePlan(database: Database | Tx, scope: Scope, id: number) {
  return routePlans(database, scope).where('p.id', '=', id).executeTakeFirst()
}

/** Tables whose rows a plan may refer to; they are deleted by a mark. */
export type ReferredTable = keyof Tables &
  ('gateway' | 'gateway_group' | 'number_list' | 'time_window' | 'translation' | 'route_plan')

/** Which of these rows exist; they cannot be deleted until the transaction ends. */
export async function lockExisting(
  tx: Tx,
  scope: Scope,
  table: ReferredTable,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const owner = table === 'gateway' ? 'settlement_id' : 'owner_id'
  // A pool of numbers is no list by which they are accepted or refused.
  const isList = table === 'number_list' ? sql<boolean>`mode <> 'RANDOM'` : sql<boolean>`true`
  const condition = sql<boolean>`${isList} and ${inScope(scope, owner)}`
  return existing(tx, sql`${sql.table(table)}`, condition, ids)
}

/** The same for clients, or for resellers. */
export async function lockAccounts(
  tx: Tx,
  scope: Scope,
  kinds: readonly ('WHOLESALE' | 'RETAIL' | 'RESELLER')[],
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const isKind = sql<boolean>`kind = any (${[...kinds]}::text[]) and ${inScope(scope, 'id')}`
  return existing(tx, sql`account`, isKind, ids)
}

async function existing(
  tx: Tx,
  table: RawBuilder<unknown>,
  condition: RawBuilder<boolean>,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ id: number }>`select id from ${table}
    where id = any (${[...ids]}::bigint[]) and deleted_at is null and ${condition}
    order by id for share`.execute(tx)
  return new Set(rows.map((row) => row.id))
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

/** True for a plan that exists; it cannot be deleted until the transaction ends. */
export async function routePlanExists(tx: Tx, scope: Scope, id: number): Promise<boolean> {
  return (await lockExisting(tx, scope, 'route_plan', [id])).has(id)
}

type PlanValues = Omit<
  Insertable<RoutePlanTable>,
  'id' | 'owner_id' | 'version' | 'created_at' | 'updated_at' | 'deleted_at'
>

export async function insertRoutePlan(tx: Tx, plan: PlanValues): Promise<number> {
  const { id } = await tx
    .insertInto('route_plan')
    .values({ ...plan, owner_id: OPERATOR_ID })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** False if the plan has changed since `version` was read. */
export async function updateRoutePlan(
  tx: Tx,
  id: number,
  version: number,
  plan: PlanValues,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('route_plan')
    .set({ ...plan, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function deleteRoutePlan(tx: Tx, id: number, at: string): Promise<void> {
  await tx.updateTable('route_plan').set({ deleted_at: at }).where('id', '=', id).execute()
}
