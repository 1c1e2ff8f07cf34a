// Short lists for pickers: what matches the typed text, and the one that is chosen already.
import { isIP } from 'node:net'
import { type RawBuilder, sql } from 'kysely'
import { OPERATOR_ID } from '#core/account/operator.ts'
import type { PackageCycle } from '#core/account/package.ts'
import type { Money } from '#core/money.ts'
import type { UserType } from '#core/permission/permission.ts'
import { isGroupOf } from '../colleagues.ts'
import { isKept, type Kept } from '../crud.ts'
import type { Database } from '../database.ts'
import { contains, startsWith } from '../paging.ts'
import { inScope, isNotOwn, type Scope, seesEverything, seesTariffs } from '../scope.ts'
import type { GatewayTable, TunnelTable } from '../tables/routing.ts'
import type { TariffTable } from '../tables/tariffs.ts'
import { isVisible } from '../tariffs/visible-tariffs.ts'

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

/** The picker of a table of the configuration: the hint, what else a row shows, and its filter. */
const lookupKept =
  <Row extends OptionRow, Query extends LookupQuery = LookupQuery>(
    table: Kept,
    columns: RawBuilder<unknown>,
    filter: (query: Query) => RawBuilder<boolean> = () => sql<boolean>`true`,
  ) =>
  (database: Database, scope: Scope, query: Query): Promise<Row[]> =>
    options(
      database,
      query,
      sql`select id, name, ${columns} from ${sql.table(table)} kept
        where ${isKept(table, scope)} and ${filter(query)}`,
    )

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
        and ${isNotOwn(scope, 'a.id')} and ${query.type ? sql`a.kind = ${query.type}` : sql`true`}
        and ${query.payment === 'RECHARGE' ? sql`a.kind <> 'SETTLEMENT'` : sql`true`}
        and ${query.payment === 'PAYMENT_MADE' ? sql`a.kind = 'SETTLEMENT'` : sql`true`}`,
  )

/** Who can be recharged, by all that identifies it; the hint says by what it was found. */
export async function lookupPayers(
  database: Database,
  scope: Scope,
  { q = '', id }: LookupQuery,
): Promise<OptionRow[]> {
  const found = contains(q)
  const isAddress = isIP(q) > 0
  const { rows } = await sql<OptionRow>`
    select a.id, a.name, coalesce(
        case when a.name ilike ${found} then login.username end,
        case when login.username ilike ${found} then login.username end,
        sip.username, host(ip.ip), '') as hint
    from account a
      left join lateral (
        select u.username from console_user u
        where u.account_id = a.id and u.deleted_at is null limit 1) login on true
      left join lateral (
        select s.username from sip_user s
        where s.account_id = a.id and (s.username ilike ${found} or s.number like ${startsWith(q)})
        order by lower(s.username) limit 1) sip on ${q} <> ''
      left join lateral (
        select i.ip from client_ip i
        where i.account_id = a.id and ${isAddress ? sql`i.ip >>= ${q}::inet` : sql`false`}
        order by masklen(i.ip) desc limit 1) ip on true
    where a.deleted_at is null and a.kind in ('RESELLER', 'WHOLESALE', 'RETAIL')
      and ${inScope(scope, 'a.id')} and ${isNotOwn(scope, 'a.id')}
      and (a.id is not distinct from ${id ?? null}::bigint or a.name ilike ${found}
        or login.username ilike ${found} or sip.username is not null or ip.ip is not null)
    order by a.id is not distinct from ${id ?? null}::bigint desc,
      a.name ilike ${startsWith(q)} desc, lower(a.name), a.id
    limit ${MOST}`.execute(database)
  return rows
}

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

export const lookupPermissionGroups = (
  database: Database,
  scope: Scope,
  query: LookupQuery,
): Promise<OptionRow[]> =>
  options(
    database,
    query,
    sql`select id, name, description as hint from permission_group
      where deleted_at is null and ${isGroupOf(scope, 'owner_id')}`,
  )

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

/** A currency is known by its code, and there are few of them. */
export const lookupCurrencies = (database: Database) =>
  database
    .selectFrom('currency')
    .select(['code', 'name', 'rate', 'is_system'])
    .orderBy('is_system', 'desc')
    .orderBy('code')
    .execute()

type TariffLookup = LookupQuery & { readonly kind?: TariffTable['kind'] | undefined }

/** Those of a kind are to be chosen for accounts: the user's own, and the one chosen so far. */
export const lookupTariffs = (database: Database, scope: Scope, query: TariffLookup) =>
  options<OptionRow>(
    database,
    query,
    sql`select t.id, t.name, t.currency as hint from tariff t
      where t.deleted_at is null and ${seesTariffs(scope, 't.kind')} and ${isVisible(scope)}
        and ${query.kind ? isForAccounts(scope, query.kind, query.id) : sql`true`}`,
  )

const isForAccounts = (scope: Scope, kind: TariffTable['kind'], chosen_id: number | undefined) =>
  sql`t.kind = ${kind} and (${inScope(scope, 't.owner_id')} or t.id = ${chosen_id ?? null}::bigint)`

interface PackageOption extends OptionRow {
  readonly seconds: number
  readonly price: Money
  readonly currency: string
  readonly cycle: PackageCycle
}

type PackageLookup = LookupQuery & {
  readonly currency?: string | undefined
  /** For whom one is chosen. */
  readonly account_id?: number | undefined
}

/** A client has the packages of the account right above it. */
const isSoldTo = (account_id: number) =>
  sql`owner_id = (select a.parent_id from account a where a.id = ${account_id})`

/** Those that are sold. */
export const lookupPackages = lookupKept<PackageOption, PackageLookup>(
  'package',
  sql`seconds, price, currency, cycle,
    seconds || ' s, ' || trim_scale(price / 1000000.0) || ' ' || currency as hint`,
  ({ currency, account_id }) =>
    sql`status = 'active' and ${currency ? sql`currency = ${currency}` : sql`true`}
      and ${account_id ? isSoldTo(account_id) : sql`true`}`,
)

export const lookupRoutePlans = lookupKept('route_plan', sql`mode as hint`)

export const lookupGateways = lookupKept<OptionRow & { readonly status: GatewayTable['status'] }>(
  'gateway',
  sql`status, (select s.name from account s where s.id = settlement_id) as hint`,
)

export interface StatusOption extends OptionRow {
  readonly status: 'active' | 'blocked'
}

export const lookupGatewayGroups = lookupKept<StatusOption>(
  'gateway_group',
  sql`status, coalesce((
    select string_agg(g.name, ', ' order by m.priority desc, g.name)
    from gateway_group_member m join gateway g on g.id = m.gateway_id
    where m.group_id = kept.id), '') as hint`,
)

export const lookupTunnels = lookupKept<StatusOption & { readonly kind: TunnelTable['kind'] }>(
  'tunnel',
  sql`kind, status, host(local_ip) as hint`,
)

export const lookupFailoverPolicies = lookupKept<OptionRow & { readonly is_default: boolean }>(
  'failover_policy',
  sql`description as hint, is_default`,
)

export const lookupTimeWindows = lookupKept<StatusOption>(
  'time_window',
  sql`timezone as hint, status`,
)

type NumberListLookup = LookupQuery & { readonly pool?: 'true' | 'false' | undefined }

export const lookupNumberLists = lookupKept<StatusOption, NumberListLookup>(
  'number_list',
  sql`mode as hint, status`,
  ({ pool }) => (pool ? sql`(mode = 'RANDOM') = ${pool === 'true'}` : sql`true`),
)

export const lookupTranslations = lookupKept<StatusOption>(
  'translation',
  sql`description as hint, status`,
)

interface DeckDestinationOption extends OptionRow {
  readonly prefixes: string[]
}

/**
 * Destinations of the code deck, which has no owner; the hint is the first prefix, and how many
 * follow it.
 */
export const lookupDeckDestinations = (
  database: Database,
  query: LookupQuery,
): Promise<DeckDestinationOption[]> =>
  options(
    database,
    query,
    sql`select min(id) as id, destination as name,
        concat_ws(' +', min(prefix::text), nullif(count(*) - 1, 0)) as hint,
        array_agg(prefix::text order by prefix) as prefixes
      from code_deck_entry group by destination`,
  )
