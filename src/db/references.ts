// The references to the things that can be deleted. A table that gets such a column adds its line
// here; a test compares the lines with the foreign keys of the database.
import { type RawBuilder, sql } from 'kysely'
import type { Database, Tx } from './database.ts'
import type { Scope } from './scope.ts'

export type UserKind =
  | 'WHOLESALE'
  | 'RETAIL'
  | 'RESELLER'
  | 'SETTLEMENT'
  | 'CLIENT_IP'
  | 'GATEWAY'
  | 'GATEWAY_GROUP'
  | 'ROUTE_PLAN'
  | 'TARIFF'
  | 'TRANSLATION'
  | 'PACKAGE'

/** Who uses a thing. */
export interface User {
  readonly kind: UserKind
  /** The id of an address is that of its client. */
  readonly id: number
  readonly name: string
  /** Level of a reseller; null for others. */
  readonly level: number | null
}

const KIND_LABELS: Readonly<Record<UserKind, string>> = {
  WHOLESALE: 'client',
  RETAIL: 'client',
  RESELLER: 'reseller',
  SETTLEMENT: 'settlement account',
  CLIENT_IP: 'address',
  GATEWAY: 'gateway',
  GATEWAY_GROUP: 'gateway group',
  ROUTE_PLAN: 'route plan',
  TARIFF: 'tariff',
  TRANSLATION: 'translation',
  PACKAGE: 'package',
}

/** Kind, id, name and level of all that refer to an id, or to a code, by one column. */
type Users = (column: string, id: RawBuilder<unknown>) => RawBuilder<unknown>

const is = (column: string, id: RawBuilder<unknown>) => sql`${sql.ref(`x.${column}`)} = ${id}`
const none = sql`null::integer as level`

const accounts: Users = (column, id) => sql`select x.kind::text as kind, x.id, x.name, r.level
  from account x left join reseller r on r.account_id = x.id
  where ${is(column, id)} and x.deleted_at is null and x.kind <> 'OPERATOR'`

const clients: Users = (column, id) => sql`select a.kind::text as kind, a.id, a.name, ${none}
  from client x join account a on a.id = x.account_id
  where ${is(column, id)} and a.deleted_at is null`

const resellers: Users = (column, id) => sql`
  select a.kind::text as kind, a.id, a.name, r.level
  from reseller_plan x join reseller r on r.account_id = x.reseller_id
    join account a on a.id = x.reseller_id
  where ${is(column, id)} and a.deleted_at is null`

const addresses: Users = (column, id) => sql`
  select 'CLIENT_IP' as kind, a.id, host(x.ip) || ' of ' || a.name as name, ${none}
  from client_ip x join account a on a.id = x.account_id
  where ${is(column, id)} and a.deleted_at is null`

const subscribers: Users = (column, id) => sql`select a.kind::text as kind, a.id, a.name, ${none}
  from package_subscription x join account a on a.id = x.account_id
  where ${is(column, id)} and x.state <> 'ENDED' and a.deleted_at is null`

const gateways: Users = (column, id) => sql`select 'GATEWAY' as kind, x.id, x.name, ${none}
  from gateway x where ${is(column, id)} and x.deleted_at is null`

const groupMembers: Users = (column, id) => sql`
  select 'GATEWAY_GROUP' as kind, g.id, g.name, ${none}
  from gateway_group_member x join gateway_group g on g.id = x.group_id
  where ${is(column, id)} and g.deleted_at is null`

const routePlans: Users = (column, id) => sql`select 'ROUTE_PLAN' as kind, x.id, x.name, ${none}
  from route_plan x where ${is(column, id)} and x.deleted_at is null`

const routeRules: Users = (column, id) => sql`select 'ROUTE_PLAN' as kind, p.id, p.name, ${none}
  from route_rule x join route_plan p on p.id = x.route_plan_id
  where ${is(column, id)} and p.deleted_at is null`

const routeTargets: Users = (column, id) => sql`select 'ROUTE_PLAN' as kind, p.id, p.name, ${none}
  from route_target x join route_rule r on r.id = x.route_rule_id
  join route_plan p on p.id = r.route_plan_id
  where ${is(column, id)} and p.deleted_at is null`

const tariffs: Users = (column, id) => sql`select 'TARIFF' as kind, x.id, x.name, ${none}
  from tariff x where ${is(column, id)} and x.deleted_at is null`

const packages: Users = (column, id) => sql`select 'PACKAGE' as kind, x.id, x.name, ${none}
  from package x where ${is(column, id)} and x.deleted_at is null`

const tariffRates: Users = (column, id) => sql`select 'TARIFF' as kind, t.id, t.name, ${none}
  from tariff_rate x join tariff t on t.id = x.tariff_id
  where ${is(column, id)} and t.deleted_at is null`

const computedTariffs: Users = (column, id) => sql`select 'TARIFF' as kind, t.id, t.name, ${none}
  from tariff_markup x join tariff t on t.id = x.tariff_id where ${is(column, id)}`

/** The one that no foreign key can hold: pools are named inside of the rules. */
const translations: Users = (column, id) => sql`
  select 'TRANSLATION' as kind, x.id, x.name, ${none}
  from translation x where x.deleted_at is null
  and ${sql.ref(`x.${column}`)} @> jsonb_build_array(jsonb_build_object('pool_list_id', ${id}))`

/** By `table.column`. */
export const REFERENCES = {
  time_window: {
    'gateway.window_id': gateways,
    'route_rule.window_id': routeRules,
    'tariff_rate.window_id': tariffRates,
  },
  tariff: {
    'account.tariff_id': accounts,
    'client_ip.tariff_id': addresses,
    'tariff_markup.parent_id': computedTariffs,
  },
  package: { 'package_subscription.package_id': subscribers },
  route_plan: {
    'client.route_plan_id': clients,
    'client_ip.route_plan_id': addresses,
    'reseller_plan.route_plan_id': resellers,
    'route_plan.parent_plan_id': routePlans,
  },
  gateway: {
    'gateway_group_member.gateway_id': groupMembers,
    'route_target.gateway_id': routeTargets,
  },
  gateway_group: { 'route_target.gateway_group_id': routeTargets },
  tunnel: { 'gateway.tunnel_id': gateways },
  failover_policy: { 'gateway.failover_policy_id': gateways },
  number_list: {
    'client.dst_list_id': clients,
    'client.src_list_id': clients,
    'client.cli_list_id': clients,
    'gateway.dst_list_id': gateways,
    'gateway.src_list_id': gateways,
    'gateway.cli_pool_id': gateways,
    'route_plan.dst_list_id': routePlans,
    'route_plan.src_list_id': routePlans,
    'route_rule.src_list_id': routeRules,
    'translation.rules': translations,
  },
  translation: {
    'client.translation_id': clients,
    'gateway.translation_id': gateways,
    'route_target.translation_id': routeTargets,
  },
  /** By its code. */
  currency: {
    'account.currency': accounts,
    'tariff.currency': tariffs,
    'package.currency': packages,
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Users>>>>
export type Referred = keyof typeof REFERENCES

/** Accounts are referred to by much that stays when they go: these keep them. */
const OF_ACCOUNTS = {
  settlement: { 'gateway.settlement_id': gateways },
  reseller: { 'account.parent_id': accounts },
} as const
export type Used = Referred | keyof typeof OF_ACCOUNTS

const ALL: Readonly<Record<Used, Readonly<Record<string, Users>>>> = {
  ...REFERENCES,
  ...OF_ACCOUNTS,
}

/** Each user once, by how many columns it may refer. */
function usersOf(table: Used, id: RawBuilder<unknown>): RawBuilder<unknown> {
  const queries = Object.entries(ALL[table]).map(([name, users]) =>
    users(name.slice(name.indexOf('.') + 1), id),
  )
  return sql.join(queries, sql` union `)
}

export const usedByCount = (table: Used, id: RawBuilder<number>): RawBuilder<number> =>
  sql<number>`(select count(*) from (${usersOf(table, id)}) as users)`

/** Locks the row against new uses and names what uses it: "gateway gw-1", "route plan Premium". */
export async function lockedUsersOf(
  tx: Tx,
  table: Exclude<Used, 'currency'>,
  id: number,
): Promise<string[]> {
  const locked = table in OF_ACCOUNTS ? 'account' : table
  await sql`select id from ${sql.table(locked)} where id = ${id} for update`.execute(tx)
  const { rows } = await sql<User>`
    select kind, name from (${usersOf(table, sql`${id}::bigint`)}) as users
    order by kind, lower(name)`.execute(tx)
  return rows.map(({ kind, name }) => `${KIND_LABELS[kind]} ${name}`)
}

/**
 * Lists the users of a thing that the caller was found to see: their number, and the first of those
 * of the kinds that the caller may view. A caller who is no operator learns only their number.
 */
export async function listUsersOf(
  database: Database,
  scope: Scope,
  {
    table,
    id,
    kinds,
    limit,
  }: { table: Used; id: number | string; kinds: readonly UserKind[]; limit: number },
) {
  const users = usersOf(table, table === 'currency' ? sql`${id}::text` : sql`${id}::bigint`)
  const { rows: counted } = await sql<{ kind: UserKind; count: number }>`
    select kind, count(*) from (${users}) as users group by kind order by 2 desc`.execute(database)
  const count = counted.reduce((sum, one) => sum + one.count, 0)
  if (count === 0 || scope.kind !== 'everything') return { count, kinds: [], users: [] }
  const { rows } = await sql<User>`select kind, id, name, level from (${users}) as users
    where kind = any (${[...kinds]}) order by kind, lower(name), id limit ${limit}`.execute(
    database,
  )
  return { count, kinds: counted.filter(({ kind }) => kinds.includes(kind)), users: rows }
}
