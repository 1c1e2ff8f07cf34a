// The route plans that resellers were given for their clients. A reseller without plans of its own
// has those of the nearest one above that has some; no reseller has one that is not given to the
// resellers above it. Resellers see the names that the operator chose for them, and nothing else.
import { type RawBuilder, sql } from 'kysely'
import type { Database, Tx } from '../database.ts'
import { inScope, isOfAdmin, type Scope } from '../scope.ts'

/** Plans by which each account above, itself included, has given calls; the nearest first. */
const above = (reseller_id: RawBuilder<unknown>) => sql`
  with recursive above (id, parent_id, height) as (
    select id, parent_id, 0 from account where id = ${reseller_id}
    union all
    select a.id, a.parent_id, height + 1 from account a join above on a.id = above.parent_id)
  select r.route_plan_id as id, r.position
  from above join reseller_plan r on r.reseller_id = above.id
  where height = (
    select min(n.height) from above n join reseller_plan o on o.reseller_id = n.id)`

/** The ids of the plans that clients of the reseller can have, the preset of new ones first. */
export async function findClientPlans(tx: Tx, reseller_id: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select plan.id
    from (${above(sql`${reseller_id}::bigint`)}) plan join route_plan p on p.id = plan.id
    where p.deleted_at is null order by plan.position`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Those of the reseller in the column, in their order. */
export const clientPlanIds = (column: string) => sql<number[]>`array(
  select rp.route_plan_id from reseller_plan rp
  where rp.reseller_id = ${sql.ref(column)} order by rp.position)`

/** Replaces the plans of the reseller; what the resellers below it may no longer have is taken. */
export async function writeClientPlans(
  tx: Tx,
  reseller_id: number,
  plan_ids: readonly number[],
): Promise<void> {
  await tx.deleteFrom('reseller_plan').where('reseller_id', '=', reseller_id).execute()
  await sql`insert into reseller_plan (reseller_id, route_plan_id, position)
    select ${reseller_id}, id, position
    from unnest(${[...plan_ids]}::bigint[]) with ordinality as plan (id, position)`.execute(tx)
  const left = await findClientPlans(tx, reseller_id)
  await sql`with recursive below (id) as (
      select id from account where parent_id = ${reseller_id}
      union all select a.id from account a join below on a.parent_id = below.id)
    delete from reseller_plan where reseller_id in (select id from below)
      and route_plan_id <> all (${left}::bigint[])`.execute(tx)
}

/** The names of these plans for resellers, in no order; those that are deleted have none. */
export async function namesForResellers(
  tx: Tx,
  scope: Scope,
  plan_ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ id: number; name: string }>`
    select p.id, p.name_for_resellers as name from route_plan p
    where p.id = any (${[...plan_ids]}::bigint[]) and p.deleted_at is null
      and ${isGivenPlan(scope)} for share of p`.execute(tx)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** A condition: an admin may give the plan `p`, or the reseller was given it. */
const isGivenPlan = (scope: Scope) =>
  isOfAdmin(scope)
    ? inScope(scope, 'p.owner_id')
    : sql<boolean>`p.id in (select id from (${above(sql`${scope.account_id}::bigint`)}) given)`

/** A condition: a client of the reseller has the plan already. */
const isOfClient = (scope: Scope) => sql<boolean>`exists (
  select 1 from client c where c.route_plan_id = p.id and ${inScope(scope, 'c.account_id')})`

interface GivenPlan {
  readonly id: number
  readonly name: string
  readonly hint: string
}

const MOST = 200

/** Plans with a name for resellers: for a reseller those that it was given, by that name. */
export async function lookupGivenPlans(
  database: Database,
  scope: Scope,
  {
    q = '',
    id = null,
  }: { readonly q?: string | undefined; readonly id?: number | null | undefined },
): Promise<GivenPlan[]> {
  const name = isOfAdmin(scope) ? sql`p.name` : sql`p.name_for_resellers`
  const hint = isOfAdmin(scope) ? sql`p.name_for_resellers` : sql`''`
  const isChosen = sql`p.id is not distinct from ${id}::bigint`
  const { rows } = await sql<GivenPlan>`
    select p.id, ${name} as name, ${hint} as hint from route_plan p
    where p.deleted_at is null and p.name_for_resellers <> ''
      and (${isGivenPlan(scope)} or ${isChosen} and ${isOfClient(scope)})
      and (${isChosen} or position(lower(${q}) in lower(${name} || ' ' || ${hint})) > 0)
    order by ${isChosen} desc, lower(${name}), p.id limit ${MOST}`.execute(database)
  return rows
}

/** Whether a reseller has the plan for its clients. */
export async function isGiven(tx: Tx, plan_id: number): Promise<boolean> {
  const row = await tx
    .selectFrom('reseller_plan as r')
    .innerJoin('account as a', 'a.id', 'r.reseller_id')
    .where('r.route_plan_id', '=', plan_id)
    .where('a.deleted_at', 'is', null)
    .select('r.reseller_id')
    .executeTakeFirst()
  return row !== undefined
}

/** The plan of a client, as far as the user sees it: resellers see those with a name for them. */
export const seenPlan = (scope: Scope) =>
  isOfAdmin(scope)
    ? { id: sql<number | null>`w.route_plan_id`, name: sql<string | null>`p.name` }
    : {
        id: sql<number | null>`case when p.name_for_resellers <> '' then p.id end`,
        name: sql<string | null>`nullif(p.name_for_resellers, '')`,
      }
