// The set-up for a first call: the newest of each kind are enough to find the gaps.
import { sql } from 'kysely'
import { findReadinessGaps } from '#core/account/client-readiness.ts'
import type { SetupFacts, SetupTariff } from '#core/account/first-call.ts'
import { TEST_LINE_ADDRESS, TEST_LINE_PROCESS } from '#core/test-line.ts'
import type { Database } from '../database.ts'
import { inScope, type Scope, seesTariffs } from '../scope.ts'
import { silence } from '../silence.ts'
import { hasRates, leadingPlans, readClientFacts } from './client-readiness.ts'

const NEWEST = 20

async function readTariffs(
  database: Database,
  scope: Scope,
  kind: 'SELL' | 'BUY',
): Promise<SetupTariff[]> {
  const { rows } = await sql<SetupTariff>`
    select t.id, t.name, t.status = 'active' as is_active, ${hasRates('t.id')} as has_rates
    from tariff t where t.kind = ${kind} and t.deleted_at is null
      and ${inScope(scope, 't.owner_id')} and ${seesTariffs(scope, 't.kind')}
    order by t.id desc limit ${NEWEST}`.execute(database)
  return rows
}

async function readSettlements(database: Database, scope: Scope) {
  const { rows } = await sql<SetupFacts['settlements'][number]>`
    select a.id, a.name, a.status = 'active' as is_active,
      t.status = 'active' and ${hasRates('t.id')} as tariff_has_rates,
      exists (select from gateway g where g.settlement_id = a.id and g.deleted_at is null)
        as has_gateway
    from account a join tariff t on t.id = a.tariff_id
    where a.kind = 'SETTLEMENT' and a.deleted_at is null and ${inScope(scope, 'a.id')}
    order by a.id desc limit ${NEWEST}`.execute(database)
  return rows
}

async function readGateways(database: Database, scope: Scope) {
  const { rows } = await sql<SetupFacts['gateways'][number]>`
    select g.id, g.name, g.status = 'active' as is_active, s.ping_state = 'DOWN' as is_down,
      s.lock_state = 'LOCKED' as is_locked, exists (
        select from route_target t join route_rule r on r.id = t.route_rule_id
          join route_plan p on p.id = r.route_plan_id
          left join gateway_group_member m on m.group_id = t.gateway_group_id
        where p.deleted_at is null and g.id in (t.gateway_id, m.gateway_id)) as in_plan
    from gateway g join gateway_state s on s.gateway_id = g.id
    where g.deleted_at is null and ${inScope(scope, 'g.settlement_id')}
    order by g.id desc limit ${NEWEST}`.execute(database)
  return rows
}

async function readPlans(database: Database, scope: Scope) {
  const { rows } = await sql<SetupFacts['route_plans'][number]>`
    with ${leadingPlans(sql`select id from route_plan where deleted_at is null`)}
    select p.id, p.name, p.status = 'active' as is_active,
      exists (select from leading_plan l where l.id in (p.id, p.parent_plan_id)) as has_gateway
    from route_plan p where p.deleted_at is null and ${inScope(scope, 'p.owner_id')}
    order by p.id desc limit ${NEWEST}`.execute(database)
  return rows
}

async function readClients(
  database: Database,
  scope: Scope,
  kind: 'WHOLESALE' | 'RETAIL',
): Promise<SetupFacts['clients']> {
  const { rows } = await sql<{ id: number; name: string }>`
    select a.id, a.name from account a
    where a.kind = ${kind} and a.deleted_at is null and ${inScope(scope, 'a.id')}
    order by a.id desc limit ${NEWEST}`.execute(database)
  if (rows.length === 0) return []
  const facts = await readClientFacts(database, scope, { kind, ids: rows.map(({ id }) => id) })
  const gaps = new Map(facts.map((one) => [one.id, findReadinessGaps(one)]))
  return rows.map(({ id, name }) => ({ kind, id, name, gaps: gaps.get(id) ?? [] }))
}

/** The sums of traffic follow a moment after a call. */
async function readCalls(database: Database, scope: Scope) {
  const { rows } = await sql<{ made: boolean; answered: boolean }>`
    select exists (select from call_record c where ${inScope(scope, 'c.account_id')}) as made,
      exists (select from traffic_by_client t
        where t.answered > 0 and ${inScope(scope, 't.account_id')})
      or exists (select from call_record c where c.started_at > now() - interval '1 day'
        and c.status = 'ANSWERED' and ${inScope(scope, 'c.account_id')}) as answered`.execute(
    database,
  )
  return rows[0] ?? { made: false, answered: false }
}

/** Whether the program runs, and whether a gateway leads to its port. */
export async function readTestLine(database: Database, scope: Scope, port: number) {
  const { rows } = await sql<{ is_running: boolean; is_set_up: boolean }>`
    select exists (select from process_state where name = ${TEST_LINE_PROCESS}
        and state = 'running' and seen_at > now() - ${silence}) as is_running,
      exists (select from gateway g where g.host = ${TEST_LINE_ADDRESS} and g.port = ${port}
        and g.deleted_at is null and ${inScope(scope, 'g.settlement_id')}) as is_set_up`.execute(
    database,
  )
  return rows[0] ?? { is_running: false, is_set_up: false }
}

export async function readSetup(
  database: Database,
  scope: Scope,
): Promise<{ facts: SetupFacts; has_calls: boolean }> {
  const calls = await readCalls(database, scope)
  const facts = {
    sell_tariffs: await readTariffs(database, scope, 'SELL'),
    buy_tariffs: await readTariffs(database, scope, 'BUY'),
    settlements: await readSettlements(database, scope),
    gateways: await readGateways(database, scope),
    route_plans: await readPlans(database, scope),
    clients: [
      ...(await readClients(database, scope, 'WHOLESALE')),
      ...(await readClients(database, scope, 'RETAIL')),
    ],
    was_answered: calls.answered,
  }
  return { facts, has_calls: calls.made }
}
