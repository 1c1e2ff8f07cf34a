// Short lists for pickers: what matches the typed text, and the one that is chosen already.
import { type RawBuilder, sql } from 'kysely'
import { OPERATOR_ID } from '#core/account/operator.ts'
import type { PackageCycle } from '#core/account/package.ts'
import type { Money } from '#core/money.ts'
import type { UserType } from '#core/permission/permission.ts'
import type { Database } from '../database.ts'
import { contains } from '../paging.ts'
import { inScope, type Scope, seesEverything } from '../scope.ts'
import type { GatewayTable, TariffTable, TunnelTable } from '../tables.ts'

const MOST = 50

export interface LookupQuery {
  readonly q?: string | undefined
  readonly id?: number | undefined
}

export interface OptionRow {
  readonly id: number
  readonly name: string
  readonly hint: string
}

/** The chosen one first, then by name. */
function options<T>(
  database: Database,
  { q, id }: LookupQuery,
  from: RawBuilder<unknown>,
): Promise<T[]> {
  const isMatch = q ? sql`(name ilike ${contains(q)} or hint ilike ${contains(q)})` : sql`true`
  const isChosen = sql`id is not distinct from ${id ?? null}::bigint`
  return sql<T>`select * from (${from}) option where ${isMatch} or ${isChosen}
    order by ${isChosen} desc, lower(name), id limit ${MOST}`
    .execute(database)
    .then(({ rows }) => rows)
}

export interface AccountOption extends OptionRow {
  readonly type: UserType
  readonly status: string
}

export const lookupAccounts = (
  database: Database,
  scope: Scope,
  query: LookupQuery & {
    readonly type?: UserType | undefined
    readonly payment?: 'RECHARGE' | 'PAYMENT_MADE' | undefined
  },
): Promise<AccountOption[]> =>
  options(
    database,
    query,
    sql`select a.id, a.name, coalesce(u.username, '') as hint, a.kind as type, a.status
      from account a left join console_user u on u.account_id = a.id and u.deleted_at is null
      where a.deleted_at is null and a.id <> ${OPERATOR_ID} and ${inScope(scope, 'a.id')}
        and ${query.type ? sql`a.kind = ${query.type}` : sql`true`}
        and ${query.payment === 'RECHARGE' ? sql`a.kind <> 'SETTLEMENT'` : sql`true`}
        and ${query.payment === 'PAYMENT_MADE' ? sql`a.kind = 'SETTLEMENT'` : sql`true`}`,
  )

/** Who works for the operator, for those who see everything. */
export const lookupAdmins = (
  database: Database,
  scope: Scope,
  query: LookupQuery,
): Promise<AccountOption[]> =>
  options(
    database,
    query,
    sql`select id, username as name, '' as hint, type, status
      from console_user
      where type = 'ADMIN' and deleted_at is null and ${seesEverything(scope)}`,
  )

export const lookupTariffs = (
  database: Database,
  scope: Scope,
  query: LookupQuery & { readonly kind?: TariffTable['kind'] | undefined },
): Promise<OptionRow[]> =>
  options(
    database,
    query,
    sql`select id, name, currency as hint from tariff
      where deleted_at is null and ${inScope(scope, 'owner_id')}
        and ${query.kind ? sql`kind = ${query.kind}` : sql`true`}`,
  )

interface PackageOption extends OptionRow {
  readonly seconds: number
  readonly price: Money
  readonly currency: string
  readonly cycle: PackageCycle
}

/** Those that are sold. */
export const lookupPackages = (
  database: Database,
  scope: Scope,
  query: LookupQuery & { readonly currency?: string | undefined },
): Promise<PackageOption[]> =>
  options(
    database,
    query,
    sql`select id, name, seconds, price, currency, cycle,
        seconds || ' s, ' || trim_scale(price / 1000000.0) || ' ' || currency as hint
      from package
      where deleted_at is null and status = 'active' and ${inScope(scope, 'owner_id')}
        and ${query.currency ? sql`currency = ${query.currency}` : sql`true`}`,
  )

/** A currency is known by its code, and there are few of them. */
export const lookupCurrencies = (database: Database) =>
  database
    .selectFrom('currency')
    .select(['code', 'name', 'rate', 'is_system'])
    .orderBy('is_system', 'desc')
    .orderBy('code')
    .execute()

export const lookupResellers = (
  database: Database,
  scope: Scope,
  query: LookupQuery & { readonly level?: number | undefined },
): Promise<OptionRow[]> =>
  options(
    database,
    query,
    sql`select a.id, a.name, concat_ws(' under ', 'Level ' || r.level, p.name) as hint
      from reseller r join account a on a.id = r.account_id
        left join account p on p.id = nullif(a.parent_id, ${OPERATOR_ID})
      where a.deleted_at is null and ${inScope(scope, 'a.id')}
        and ${query.level ? sql`r.level = ${query.level}` : sql`true`}`,
  )

export const lookupRoutePlans = (
  database: Database,
  scope: Scope,
  query: LookupQuery,
): Promise<OptionRow[]> =>
  options(
    database,
    query,
    sql`select id, name, mode as hint from route_plan
      where deleted_at is null and ${inScope(scope, 'owner_id')}`,
  )

export interface GatewayOption extends OptionRow {
  readonly status: GatewayTable['status']
}

export const lookupGateways = (
  database: Database,
  scope: Scope,
  query: LookupQuery,
): Promise<GatewayOption[]> =>
  options(
    database,
    query,
    sql`select g.id, g.name, s.name as hint, g.status
      from gateway g join account s on s.id = g.settlement_id
      where g.deleted_at is null and ${inScope(scope, 'g.settlement_id')}`,
  )

export interface GatewayGroupOption extends OptionRow {
  readonly status: 'active' | 'blocked'
}

export const lookupGatewayGroups = (
  database: Database,
  scope: Scope,
  query: LookupQuery,
): Promise<GatewayGroupOption[]> =>
  options(
    database,
    query,
    sql`select p.id, p.name, p.status, coalesce((
        select string_agg(g.name, ', ' order by m.priority desc, g.name)
        from gateway_group_member m join gateway g on g.id = m.gateway_id
        where m.group_id = p.id), '') as hint
      from gateway_group p where p.deleted_at is null and ${inScope(scope, 'p.owner_id')}`,
  )

export interface TunnelOption {
  readonly id: number
  readonly name: string
  readonly kind: TunnelTable['kind']
  readonly status: TunnelTable['status']
}

export const lookupTunnels = (
  database: Database,
  scope: Scope,
  query: LookupQuery,
): Promise<TunnelOption[]> =>
  options(
    database,
    query,
    sql`select id, name, kind, status, host(local_ip) as hint from tunnel
      where deleted_at is null and ${inScope(scope, 'owner_id')}`,
  )

export interface FailoverPolicyOption extends OptionRow {
  readonly is_default: boolean
}

export const lookupFailoverPolicies = (
  database: Database,
  scope: Scope,
  query: LookupQuery,
): Promise<FailoverPolicyOption[]> =>
  options(
    database,
    query,
    sql`select id, name, description as hint, is_default from failover_policy
      where deleted_at is null and ${inScope(scope, 'owner_id')}`,
  )

export interface StatusOption extends OptionRow {
  readonly status: 'active' | 'blocked'
}

export const lookupTimeWindows = (
  database: Database,
  scope: Scope,
  query: LookupQuery,
): Promise<StatusOption[]> =>
  options(
    database,
    query,
    sql`select id, name, timezone as hint, status from time_window
      where deleted_at is null and ${inScope(scope, 'owner_id')}`,
  )

export const lookupNumberLists = (
  database: Database,
  scope: Scope,
  query: LookupQuery & { readonly pool?: 'true' | 'false' | undefined },
): Promise<StatusOption[]> =>
  options(
    database,
    query,
    sql`select id, name, mode as hint, status from number_list
      where deleted_at is null and ${inScope(scope, 'owner_id')}
        and ${query.pool ? sql`(mode = 'RANDOM') = ${query.pool === 'true'}` : sql`true`}`,
  )

export const lookupTranslations = (
  database: Database,
  scope: Scope,
  query: LookupQuery,
): Promise<StatusOption[]> =>
  options(
    database,
    query,
    sql`select id, name, description as hint, status from translation
      where deleted_at is null and ${inScope(scope, 'owner_id')}`,
  )
