import { type Insertable, sql } from 'kysely'
import type { Database, Tx } from './database.ts'
import { contains, type ListQuery, offsetPage } from './paging.ts'
import { inScope, type Scope } from './scope.ts'
import { START_OF_TODAY } from './settings.ts'
import type { GatewayTable } from './tables.ts'

const today = (column: 'attempts' | 'answered') => sql<number>`coalesce((
  select sum(t.${sql.ref(column)}) from traffic_by_gateway t
  where t.gateway_id = g.id and t.bucket >= ${START_OF_TODAY}), 0)::bigint`

/** In how many rules of route plans that exist the gateway stands. */
const usedByCount = sql<number>`(
  select count(*) from route_target t
  join route_rule r on r.id = t.route_rule_id
  join route_plan p on p.id = r.route_plan_id
  where t.gateway_id = g.id and p.deleted_at is null)`

const activeCalls = sql<number>`(select count(*) from open_call c where c.gateway_id = g.id)`

const gateways = (database: Database | Tx, scope: Scope) =>
  database
    .selectFrom('gateway as g')
    .innerJoin('account as s', 's.id', 'g.settlement_id')
    .where('g.deleted_at', 'is', null)
    .where(inScope(scope, 'g.settlement_id'))
    .select(['g.id', 'g.version', 'g.name', 'g.settlement_id', 'g.status', 'g.host', 'g.port'])
    .select(['g.transport', 'g.channel_limit', 'g.cps_limit', 'g.strip_digits', 'g.prepend'])
    .select(['g.codecs', 'g.media_mode', 'g.invite_timeout', 'g.ring_timeout', 'g.description'])
    .select(['g.created_at', 'g.updated_at', 's.name as settlement_name'])
    .select([
      activeCalls.as('active_calls'),
      today('attempts').as('attempts_today'),
      today('answered').as('answered_today'),
      usedByCount.as('used_by_count'),
    ])

const SORTS = {
  name: sql`lower(g.name)`,
  settlement_name: sql`lower(s.name)`,
  host: sql`g.host`,
  status: sql`g.status`,
  active_calls: sql`active_calls`,
  attempts_today: sql`attempts_today`,
  created_at: sql`g.created_at`,
}

interface GatewayQuery extends ListQuery<keyof typeof SORTS> {
  readonly status?: GatewayTable['status'] | undefined
  readonly settlement_id?: number | undefined
}

export async function listGateways(database: Database, scope: Scope, query: GatewayQuery) {
  const { q, status, settlement_id } = query
  let select = gateways(database, scope)
  if (q) {
    select = select.where((is) =>
      is.or([is('g.name', 'ilike', contains(q)), is('g.host', 'ilike', contains(q))]),
    )
  }
  if (status) select = select.where('g.status', '=', status)
  if (settlement_id) select = select.where('g.settlement_id', '=', settlement_id)
  return offsetPage(database, select, query, SORTS, 'name', sql`g.id`)
}

export async function findGateway(database: Database | Tx, scope: Scope, id: number) {
  return gateways(database, scope).where('g.id', '=', id).executeTakeFirst()
}

type GatewayValues = Omit<
  Insertable<GatewayTable>,
  'id' | 'version' | 'created_at' | 'updated_at' | 'deleted_at'
>

export async function insertGateway(tx: Tx, gateway: GatewayValues): Promise<number> {
  const { id } = await tx
    .insertInto('gateway')
    .values(gateway)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** False when somebody has changed the row since `version` was read. */
export async function updateGateway(
  tx: Tx,
  id: number,
  version: number,
  gateway: GatewayValues,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('gateway')
    .set({ ...gateway, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function deleteGateway(tx: Tx, id: number, at: string): Promise<void> {
  await tx.updateTable('gateway').set({ deleted_at: at }).where('id', '=', id).execute()
}

/** Locks the gateway against new uses and names the route plans that use it. */
export async function usersOfGateway(tx: Tx, id: number): Promise<string[]> {
  await tx.selectFrom('gateway').where('id', '=', id).select('id').forUpdate().execute()
  const rows = await tx
    .selectFrom('route_target as t')
    .innerJoin('route_rule as r', 'r.id', 't.route_rule_id')
    .innerJoin('route_plan as p', 'p.id', 'r.route_plan_id')
    .where('t.gateway_id', '=', id)
    .where('p.deleted_at', 'is', null)
    .select('p.name')
    .distinct()
    .orderBy('p.name')
    .execute()
  return rows.map((row) => row.name)
}
