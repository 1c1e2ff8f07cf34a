// The facts that the readiness of clients depends on, for a page of clients or for all of a kind.
import { type RawBuilder, sql } from 'kysely'
import type { ReadinessFacts } from '#core/account/client-readiness.ts'
import { OPERATOR_ID } from '#core/account/operator.ts'
import { MAX_FALLBACKS } from '#core/routing/route-plan.ts'
import type { Database } from '../database.ts'
import { inScope, type Scope } from '../scope.ts'
import { AVAILABLE } from '../sums.ts'
import { SPENT_THIS_MONTH, SPENT_TODAY } from './account-columns.ts'

interface ClientFacts extends ReadinessFacts {
  readonly id: number
}

interface Wanted {
  readonly kind: ReadinessFacts['kind']
  /** All of the kind, unless given. */
  readonly ids?: readonly number[] | undefined
}

const isBanned = (ip: string): RawBuilder<boolean> => sql<boolean>`exists (
  select from ban n where n.banned_until > now() and n.ip <<= ${sql.ref(ip)})`

/** A rate that counts now, whatever its hours, and allows calls. */
export const hasRates = (tariff_id: string): RawBuilder<boolean> => sql<boolean>`exists (
  select from tariff_rate r where r.tariff_id = ${sql.ref(tariff_id)} and not r.blocked
    and r.effective_from <= now() and (r.effective_until is null or r.effective_until > now()))`

/**
 * As tables of a query: `leading_plan` has those of the wanted plans whose rules lead to a gateway
 * that can take calls, and whether one of these is up. In two steps, because one join of all these
 * tables takes the planner longer than all the rest.
 */
export const leadingPlans = (wanted_ids: RawBuilder<unknown>) => sql`
  open_gateway as materialized (
    select g.id, s.ping_state <> 'DOWN' and s.lock_state <> 'LOCKED' as is_up
    from gateway g join gateway_state s on s.gateway_id = g.id
      join account c on c.id = g.settlement_id join tariff b on b.id = c.tariff_id
    where g.status = 'active' and c.status = 'active' and b.status = 'active'
      and ${hasRates('b.id')}),
  leading_plan as (
    select u.route_plan_id as id, bool_or(g.is_up) as gateway_up
    from route_rule u join route_target t on t.route_rule_id = u.id
      left join gateway_group o on o.id = t.gateway_group_id
      left join gateway_group_member m on m.group_id = o.id
      join open_gateway g on g.id = coalesce(t.gateway_id, m.gateway_id)
    where u.route_plan_id in (${wanted_ids}) and u.status = 'active' and u.action = 'ROUTE'
      and t.status = 'active' and o.status is distinct from 'blocked'
    group by 1)`

/** Who is asked about, each of their addresses and SIP users, and the resellers above them. */
const callers = (scope: Scope, { kind, ids }: Wanted) => sql`
  wanted as (
    select a.id, a.status, a.tariff_id, a.parent_id, c.route_plan_id, c.expires_at,
      ${AVAILABLE} > 0 or exists (select from package_subscription p
          join package k on k.id = p.package_id and k.owner_id = a.parent_id
        where p.account_id = a.id and p.state = 'ACTIVE' and p.seconds_left > 0) as has_funds,
      coalesce(${SPENT_TODAY} < b.daily_spend_limit, true)
        and coalesce(${SPENT_THIS_MONTH} < b.monthly_spend_limit, true) as within_spend_limits
    from account a join client c on c.account_id = a.id
      join account_balance b on b.account_id = a.id
    where a.kind = ${kind} and a.deleted_at is null and ${inScope(scope, 'a.id')}
      ${ids ? sql`and a.id = any (${[...ids]}::bigint[])` : sql``}),
  source as (
    select i.account_id, coalesce(i.tariff_id, w.tariff_id) as tariff_id,
      coalesce(i.route_plan_id, w.route_plan_id) as plan_id, ${isBanned('i.ip')} as is_banned
    from client_ip i join wanted w on w.id = i.account_id where i.status = 'active'
    union all
    select s.account_id, w.tariff_id, w.route_plan_id, exists (
      select from registration r where r.sip_user_id = s.id and ${isBanned('r.source_ip')})
    from sip_user s join wanted w on w.id = s.account_id where s.status = 'active'),
  way as (
    select * from source
    union all select w.id, w.tariff_id, w.route_plan_id, false from wanted w
      where not exists (select from source s where s.account_id = w.id)),
  above as (
    select w.id as client_id, w.parent_id as id from wanted w
      where w.parent_id <> ${sql.lit(OPERATOR_ID)}
    union all select v.client_id, a.parent_id from above v join account a on a.id = v.id
      where a.parent_id <> ${sql.lit(OPERATOR_ID)})`

/** Each tariff and each plan once, however many clients have it. */
const SHARED = sql`
  priced as (
    select t.id, t.status = 'active' as is_active, ${hasRates('t.id')} as has_rates
    from tariff t where t.id in (select tariff_id from way
      union select a.tariff_id from above v join account a on a.id = v.id)),
  fallback as (
    select p.id as plan_id, p.id, p.parent_plan_id, 0 as depth from route_plan p
      where p.id in (select plan_id from way) and p.status = 'active'
    union all
    select f.plan_id, p.id, p.parent_plan_id, f.depth + 1
      from fallback f join route_plan p on p.id = f.parent_plan_id
      where p.status = 'active' and f.depth < ${sql.lit(MAX_FALLBACKS)}),
  ${leadingPlans(sql`select id from fallback`)},
  plan as (
    select f.plan_id, bool_or(l.id is not null) as has_gateway,
      bool_or(coalesce(l.gateway_up, false)) as gateway_up
    from fallback f left join leading_plan l on l.id = f.id group by f.plan_id)`

export async function readClientFacts(
  database: Database,
  scope: Scope,
  wanted: Wanted,
): Promise<ClientFacts[]> {
  const { rows } = await sql<ClientFacts>`
    with recursive ${callers(scope, wanted)}, ${SHARED},
    entry as (
      select w.account_id, bool_and(t.is_active) as tariff_active,
        bool_and(t.has_rates) as has_rates, bool_and(w.plan_id is not null) as has_plan,
        bool_and(p.plan_id is not null) as plan_active,
        bool_and(coalesce(p.has_gateway, false)) as has_gateway,
        bool_and(coalesce(p.gateway_up, false)) as gateway_up
      from way w join priced t on t.id = w.tariff_id left join plan p on p.plan_id = w.plan_id
      group by w.account_id),
    counted as (
      select account_id, count(*) as sources, count(*) filter (where is_banned) as banned
      from source group by account_id),
    chain as (
      select v.client_id,
        bool_and(a.status = 'active' and (r.expires_at > now()) is not false) as active,
        bool_and(t.is_active and t.has_rates) as have_rates,
        bool_and(${AVAILABLE} > 0) as have_funds
      from above v join account a on a.id = v.id join reseller r on r.account_id = v.id
        join account_balance b on b.account_id = v.id join priced t on t.id = a.tariff_id
      group by v.client_id)
    select w.id, ${wanted.kind}::text as kind, w.status = 'active' as is_active,
      (w.expires_at <= now()) is true as is_expired, w.has_funds, w.within_spend_limits,
      coalesce(n.sources, 0) as sources, coalesce(n.banned, 0) as banned,
      e.tariff_active, e.has_rates, e.has_plan, e.plan_active, e.has_gateway, e.gateway_up,
      coalesce(c.active, true) as resellers_active,
      coalesce(c.have_rates, true) as resellers_have_rates,
      coalesce(c.have_funds, true) as resellers_have_funds
    from wanted w join entry e on e.account_id = w.id
      left join counted n on n.account_id = w.id
      left join chain c on c.client_id = w.id`.execute(database)
  return rows
}
