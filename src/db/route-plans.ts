import { type Insertable, type RawBuilder, sql } from 'kysely'
import { OPERATOR_ID } from './accounts.ts'
import type { Database, Tx } from './database.ts'
import { contains, type ListQuery, offsetPage } from './paging.ts'
import { inScope, type Scope } from './scope.ts'
import type { GatewayTable, RoutePlanTable, RouteRuleTable } from './tables.ts'

type Status = 'active' | 'blocked'

export interface RuleValues {
  readonly dst_prefix: string
  readonly description: string
  readonly action: RouteRuleTable['action']
  readonly status: Status
  /** In the order in which they are tried. */
  readonly targets: { readonly gateway_id: number; readonly status: Status }[]
}

interface RuleRow extends RuleValues {
  readonly id: number
  readonly targets: {
    readonly gateway_id: number
    readonly status: Status
    readonly gateway_name: string
    readonly gateway_status: GatewayTable['status']
  }[]
}

const rulesCount = sql<number>`(select count(*) from route_rule r where r.route_plan_id = p.id)`
const usedByCount = sql<number>`(
  select count(*) from client w join account a on a.id = w.account_id
  where w.route_plan_id = p.id and a.deleted_at is null)`

const routePlans = (database: Database | Tx, scope: Scope) =>
  database
    .selectFrom('route_plan as p')
    .where('p.deleted_at', 'is', null)
    .where(inScope(scope, 'p.owner_id'))
    .select(['p.id', 'p.version', 'p.name', 'p.description', 'p.status', 'p.mode'])
    .select(['p.max_attempts', 'p.created_at', 'p.updated_at'])
    .select([rulesCount.as('rules_count'), usedByCount.as('used_by_count')])

const SORTS = {
  name: sql`lower(p.name)`,
  mode: sql`p.mode`,
  status: sql`p.status`,
  rules_count: sql`rules_count`,
  used_by_count: sql`used_by_count`,
  created_at: sql`p.created_at`,
}

interface RoutePlanQuery extends ListQuery<keyof typeof SORTS> {
  readonly mode?: RoutePlanTable['mode'] | undefined
  readonly status?: Status | undefined
  /** Plans that may send calls to this gateway. */
  readonly gateway_id?: number | undefined
}

const uses = (gateway_id: number): RawBuilder<boolean> => sql<boolean>`exists (
  select 1 from route_rule r join route_target t on t.route_rule_id = r.id
  where r.route_plan_id = p.id and t.gateway_id = ${gateway_id})`

export async function listRoutePlans(database: Database, scope: Scope, query: RoutePlanQuery) {
  const { q, mode, status, gateway_id } = query
  let select = routePlans(database, scope)
  if (q) {
    const found = contains(q)
    select = select.where((is) =>
      is.or([is('p.name', 'ilike', found), is('p.description', 'ilike', found)]),
    )
  }
  if (mode) select = select.where('p.mode', '=', mode)
  if (status) select = select.where('p.status', '=', status)
  if (gateway_id) select = select.where(uses(gateway_id))
  return offsetPage(database, select, query, SORTS, 'name', sql`p.id`)
}

/** The plan with its rules by prefix, and their gateways in order. */
export async function findRoutePlan(database: Database | Tx, scope: Scope, id: number) {
  const plan = await routePlans(database, scope).where('p.id', '=', id).executeTakeFirst()
  if (!plan) return undefined
  const rules = await sql<RuleRow>`
    select r.id, r.dst_prefix, r.description, r.action, r.status, coalesce((
      select json_agg(json_build_object('gateway_id', t.gateway_id, 'status', t.status,
        'gateway_name', g.name, 'gateway_status', g.status) order by t.position)
      from route_target t join gateway g on g.id = t.gateway_id
      where t.route_rule_id = r.id), '[]') as targets
    from route_rule r where r.route_plan_id = ${id} order by r.dst_prefix`.execute(database)
  return { ...plan, rules: rules.rows }
}

/** True for a plan that exists; it cannot be deleted until the transaction ends. */
export async function routePlanExists(tx: Tx, scope: Scope, id: number): Promise<boolean> {
  const plan = await tx
    .selectFrom('route_plan')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where(inScope(scope, 'owner_id'))
    .select('id')
    .forShare()
    .executeTakeFirst()
  return plan !== undefined
}

/** Which of these gateways exist; they cannot be deleted until the transaction ends. */
export async function lockGateways(tx: Tx, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const rows = await tx
    .selectFrom('gateway')
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .select('id')
    .orderBy('id')
    .forShare()
    .execute()
  return new Set(rows.map((row) => row.id))
}

type PlanValues = Omit<
  Insertable<RoutePlanTable>,
  'id' | 'owner_id' | 'version' | 'created_at' | 'updated_at' | 'deleted_at'
>

export async function insertRoutePlan(
  tx: Tx,
  plan: PlanValues,
  rules: readonly RuleValues[],
): Promise<number> {
  const { id } = await tx
    .insertInto('route_plan')
    .values({ ...plan, owner_id: OPERATOR_ID })
    .returning('id')
    .executeTakeFirstOrThrow()
  await writeRules(tx, id, rules)
  return id
}

/** False when somebody has changed the plan since `version` was read. */
export async function updateRoutePlan(
  tx: Tx,
  id: number,
  version: number,
  plan: PlanValues,
  rules: readonly RuleValues[],
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('route_plan')
    .set({ ...plan, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) return false
  await writeRules(tx, id, rules)
  return true
}

/** A rule whose prefix stays keeps its id, because call records name the rule that they went by. */
async function writeRules(tx: Tx, plan_id: number, rules: readonly RuleValues[]): Promise<void> {
  const json = JSON.stringify(rules)
  const prefixes = rules.map((rule) => rule.dst_prefix)
  await sql`delete from route_rule
    where route_plan_id = ${plan_id} and dst_prefix <> all (${prefixes}::text[])`.execute(tx)
  await sql`insert into route_rule (route_plan_id, dst_prefix, description, action, status)
    select ${plan_id}, dst_prefix, description, action, status
    from jsonb_to_recordset(${json}::jsonb)
      as r (dst_prefix text, description text, action text, status text)
    on conflict (route_plan_id, dst_prefix) do update set description = excluded.description,
      action = excluded.action, status = excluded.status, version = route_rule.version + 1
      `.execute(tx)
  await sql`delete from route_target where route_rule_id in
    (select id from route_rule where route_plan_id = ${plan_id})`.execute(tx)
  await sql`insert into route_target (route_rule_id, gateway_id, position, status)
    select r.id, (t.value ->> 'gateway_id')::bigint, t.ordinality, t.value ->> 'status'
    from jsonb_array_elements(${json}::jsonb) given
    join route_rule r on r.route_plan_id = ${plan_id}
      and r.dst_prefix = given.value ->> 'dst_prefix' collate "C"
    cross join jsonb_array_elements(given.value -> 'targets') with ordinality t`.execute(tx)
}

export async function deleteRoutePlan(tx: Tx, id: number, at: string): Promise<void> {
  await tx.updateTable('route_plan').set({ deleted_at: at }).where('id', '=', id).execute()
}

/** Locks the plan against new uses and names the clients that use it. */
export async function usersOfRoutePlan(tx: Tx, id: number): Promise<string[]> {
  await tx.selectFrom('route_plan').where('id', '=', id).select('id').forUpdate().execute()
  const rows = await tx
    .selectFrom('client as w')
    .innerJoin('account as a', 'a.id', 'w.account_id')
    .where('w.route_plan_id', '=', id)
    .where('a.deleted_at', 'is', null)
    .select('a.name')
    .orderBy('a.name')
    .execute()
  return rows.map((row) => row.name)
}
