// Clients of both kinds: wholesale ones are known by address, retail ones by registration.
import { type Insertable, sql } from 'kysely'
import type { Database, Tx } from '../database.ts'
import { hasText, offsetPage } from '../paging.ts'
import { inScope, type Scope } from '../scope.ts'
import type { ClientTable } from '../tables/accounts.ts'
import {
  ACCOUNT_COLUMNS,
  type AccountQuery,
  accountFilters,
  isAccountNamed,
  PAYER_COLUMNS,
} from './account-columns.ts'
import {
  type AccountValues,
  insertAccount,
  type MoneyLimits,
  updateAccount,
} from './account-profile.ts'
import { openRequestCount } from './address-requests.ts'
import { seenPlan } from './reseller-plans.ts'

export type ClientKind = 'WHOLESALE' | 'RETAIL'

/** The columns that only the form of a client fills in. */
export const CLIENT_COLUMNS = [
  'route_plan_id',
  'max_call_duration_seconds',
  'max_sell_rate',
  'codecs',
  'media_mode',
  'expires_at',
  'tags',
  'dst_from',
  'src_from',
  'translation_id',
  'dst_list_id',
  'src_list_id',
  'cli_policy',
  'cli_list_id',
  'allow_high_risk',
  'min_profit_percent',
  'per_call_cost_limit',
  'on_net_rate',
] as const satisfies readonly (keyof ClientTable)[]

type ClientColumn = (typeof CLIENT_COLUMNS)[number]
const SEEN_BY_ALL = CLIENT_COLUMNS.filter(
  (column): column is Exclude<ClientColumn, 'route_plan_id'> => column !== 'route_plan_id',
).map((column) => `w.${column}` as const)

const ipCount = sql<number>`(select count(*) from client_ip i where i.account_id = a.id)`
const sipUserCount = sql<number>`(select count(*) from sip_user s where s.account_id = a.id)`
const registeredCount = sql<number>`(select count(*) from registration r
  join sip_user s on s.id = r.sip_user_id where s.account_id = a.id and r.expires_at > now())`
const parentLevel = sql<number | null>`(
  select level from reseller where account_id = a.parent_id)`
const activeCalls = sql<number>`(select count(*) from open_call c where c.account_id = a.id)`

const clients = (database: Database, scope: Scope, kind: ClientKind) =>
  database
    .selectFrom('account as a')
    .innerJoin('client as w', 'w.account_id', 'a.id')
    .innerJoin('account_balance as b', 'b.account_id', 'a.id')
    .innerJoin('tariff as t', 't.id', 'a.tariff_id')
    .innerJoin('console_user as u', 'u.account_id', 'a.id')
    .leftJoin('route_plan as p', 'p.id', 'w.route_plan_id')
    .where('a.kind', '=', kind)
    .where('a.deleted_at', 'is', null)
    .where('u.deleted_at', 'is', null)
    .where(inScope(scope, 'a.id'))
    .select(ACCOUNT_COLUMNS)
    .select(PAYER_COLUMNS)
    .select('u.username')
    .select(SEEN_BY_ALL)
    .select([seenPlan(scope).id.as('route_plan_id'), seenPlan(scope).name.as('route_plan_name')])
    .select([ipCount.as('ip_count'), sipUserCount.as('sip_user_count')])
    .select([registeredCount.as('registered_count'), activeCalls.as('active_calls')])
    .select([parentLevel.as('parent_level'), openRequestCount(scope).as('open_request_count')])

const SORTS = {
  name: sql`lower(a.name)`,
  balance: sql`b.balance`,
  available: sql`available`,
  created_at: sql`a.created_at`,
  status: sql`a.status`,
  active_calls: sql`active_calls`,
}

interface ClientQuery extends AccountQuery<keyof typeof SORTS> {
  readonly route_plan_id?: number | undefined
  /** With open address requests only. */
  readonly requests?: 'OPEN' | undefined
}

/** A condition: calls by this plan; a plan that the user does not see is none. */
const hasPlan = (scope: Scope, { route_plan_id }: ClientQuery) =>
  route_plan_id === undefined
    ? sql<boolean>`true`
    : sql<boolean>`${seenPlan(scope).id} = ${route_plan_id}`

/** A condition: only these accounts; all, unless given. */
const isOneOf = (ids: readonly number[] | undefined) =>
  ids ? sql<boolean>`a.id = any (${[...ids]}::bigint[])` : sql<boolean>`true`

const hasSipUser = (q: string) => sql<boolean>`exists (
  select 1 from sip_user s where s.account_id = a.id and ${hasText(q, 's.username', 's.number')})`

export async function listClients(
  database: Database,
  scope: Scope,
  kind: ClientKind,
  query: ClientQuery,
  ids?: readonly number[],
) {
  const { q } = query
  const select = clients(database, scope, kind)
    .where((is) => is.or([isAccountNamed(q), ...(q ? [hasSipUser(q)] : [])]))
    .where(accountFilters(query))
    .where(hasPlan(scope, query))
    .where(isOneOf(ids))
    .where(query.requests ? sql<boolean>`${openRequestCount(scope)} > 0` : sql<boolean>`true`)
  return offsetPage(database, select, query, SORTS, 'name', sql`a.id`)
}

/** The route plan of a client, whether or not its name is for the user to see. */
export async function findPlanOfClient(tx: Tx, id: number): Promise<number | null> {
  const { route_plan_id } = await tx
    .selectFrom('client')
    .where('account_id', '=', id)
    .select('route_plan_id')
    .executeTakeFirstOrThrow()
  return route_plan_id
}

export async function findClient(database: Database, scope: Scope, kind: ClientKind, id: number) {
  return clients(database, scope, kind).where('a.id', '=', id).executeTakeFirst()
}

export interface ClientValues {
  readonly account: AccountValues
  readonly client: Omit<Insertable<ClientTable>, 'account_id'>
  readonly limits: MoneyLimits
}

export async function insertClient(
  tx: Tx,
  kind: ClientKind,
  { account, client, limits }: ClientValues,
): Promise<number> {
  const id = await insertAccount(tx, kind, account, limits)
  await tx
    .insertInto('client')
    .values({ ...client, account_id: id })
    .execute()
  return id
}

/** False if the client has changed since `version` was read. */
export async function updateClient(
  tx: Tx,
  id: number,
  version: number,
  { account, client, limits }: ClientValues,
): Promise<boolean> {
  if (!(await updateAccount(tx, id, version, account, limits))) return false
  await tx.updateTable('client').set(client).where('account_id', '=', id).execute()
  return true
}

/** The addresses of a deleted client are free for another one. */
export async function deleteClientIpsOf(tx: Tx, account_id: number): Promise<void> {
  await tx.deleteFrom('client_ip').where('account_id', '=', account_id).execute()
}

export async function countClientCalls(tx: Tx, account_id: number): Promise<number> {
  const { count } = await tx
    .selectFrom('open_call')
    .where('account_id', '=', account_id)
    .select((is) => is.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
