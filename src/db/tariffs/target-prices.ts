// The rates of the targets of a route rule, and of the tariffs by which the operator is paid for
// the calls of a plan.
import { sql } from 'kysely'
import { OPERATOR_ID } from '#core/account/operator.ts'
import type { Rate } from '#core/money.ts'
import type { PrefixRates } from '#core/tariff/prefix-prices.ts'
import type { Database } from '../database.ts'
import { inScope, type Scope, seesTariffs } from '../scope.ts'
import { beginningsOf } from './rate-filters.ts'
import { byRank, isInEffect, readRateInstantNow } from './rate-in-effect.ts'

/** More longer prefixes than these are not compared. */
export const LONGER_MAX = 2000

export interface TargetGateway {
  readonly gateway_id: number
  readonly gateway_name: string
  /** Null for a gateway that is a target itself. */
  readonly gateway_group_id: number | null
  readonly settlement_name: string
  readonly tariff_id: number
}

interface Asked {
  readonly gateway_ids: readonly number[]
  readonly group_ids: readonly number[]
}

export async function listTargetGateways(
  database: Database,
  scope: Scope,
  { gateway_ids, group_ids }: Asked,
): Promise<TargetGateway[]> {
  const { rows } = await sql<TargetGateway>`
    select g.id as gateway_id, g.name as gateway_name, of.gateway_group_id,
      a.name as settlement_name, a.tariff_id
    from (select unnest(${[...gateway_ids]}::bigint[]) as gateway_id,
          null::bigint as gateway_group_id
        union all select gateway_id, group_id from gateway_group_member
          where group_id = any (${[...group_ids]}::bigint[])) of
      join gateway g on g.id = of.gateway_id join account a on a.id = g.settlement_id
    where g.deleted_at is null and ${inScope(scope, 'g.settlement_id')}
    order by of.gateway_group_id nulls first, lower(g.name), g.id`.execute(database)
  return rows
}

export interface PayingTariff {
  readonly id: number
  readonly name: string
}

/**
 * The tariffs that clients of the plan, and of plans that fall back to it, or their top resellers
 * pay.
 */
export async function listPayingTariffs(
  database: Database,
  scope: Scope,
  plan_id: number,
): Promise<PayingTariff[]> {
  const { rows } = await sql<PayingTariff>`
    with recursive plan (id) as (
      select ${plan_id}::bigint
      union select p.id from route_plan p join plan on p.parent_plan_id = plan.id
        where p.deleted_at is null),
    payer (id, parent_id, tariff_id) as (
      (select a.id, a.parent_id, a.tariff_id from client c join account a on a.id = c.account_id
        where c.route_plan_id in (select id from plan) and a.deleted_at is null
      union select a.id, a.parent_id, coalesce(i.tariff_id, a.tariff_id)
        from client_ip i join account a on a.id = i.account_id
        where i.route_plan_id in (select id from plan) and a.deleted_at is null)
      union select a.id, a.parent_id, a.tariff_id from payer join account a
        on a.id = payer.parent_id where payer.parent_id <> ${sql.lit(OPERATOR_ID)})
    select distinct t.id, t.name from payer join tariff t on t.id = payer.tariff_id
    where payer.parent_id = ${sql.lit(OPERATOR_ID)} and t.status = 'active'
      and ${inScope(scope, 'payer.id')} and ${seesTariffs(scope, 't.kind')}
    order by t.id limit 50`.execute(database)
  return rows
}

interface RateRow {
  readonly tariff_id: number
  readonly prefix: string
  readonly blocked: boolean
  readonly worth: Rate
}

/** By tariff: the rates in effect for numbers with the prefix, in the system currency. */
export async function readPrefixRates(
  database: Database,
  tariff_ids: readonly number[],
  prefix: string,
): Promise<ReadonlyMap<number, PrefixRates>> {
  const instant = await readRateInstantNow(database)
  const effective = sql`r.tariff_id = t.id and ${isInEffect(instant)}`
  const columns = sql`r.prefix, r.blocked, r.rate, r.reverse_billing, r.window_id,
    r.effective_from`
  const { rows } = await sql<RateRow>`
    select distinct on (t.id, f.prefix) t.id as tariff_id, f.prefix, f.blocked,
      round(case when f.reverse_billing then - f.rate else f.rate end::numeric * c.rate
        / 100000000)::bigint as worth
    from tariff t join currency c on c.code = t.currency, lateral (
      (select ${columns} from tariff_rate r
        where ${effective} and r.prefix = any (${beginningsOf(prefix)}::text[]))
      union all
      (select ${columns} from tariff_rate r
        where ${effective} and r.prefix > ${prefix} and r.prefix < ${`${prefix}:`}
        order by r.prefix limit ${LONGER_MAX + 1})) f
    where t.id = any (${[...tariff_ids]}::bigint[]) and t.status = 'active'
    order by t.id, f.prefix, ${byRank('f')}`.execute(database)
  const of_tariff = Map.groupBy(rows, ({ tariff_id }) => tariff_id)
  return new Map(
    [...of_tariff].map(([id, rates]) => [
      id,
      new Map(rates.map(({ prefix: one, blocked, worth }) => [one, blocked ? null : worth])),
    ]),
  )
}
