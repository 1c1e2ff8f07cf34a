// Clients of both kinds: wholesale ones are known by address, retail ones by registration.
import { type Insertable, sql } from 'kysely'
import type { Database, Tx } from '../database.ts'
import { contains, type ListQuery, offsetPage } from '../paging.ts'
import { inScope, type Scope } from '../scope.ts'
import { AVAILABLE, asSum } from '../sums.ts'
import type { AccountTable, ClientTable } from '../tables.ts'
import {
  type AccountValues,
  insertAccount,
  type MoneyLimits,
  parentIdOf,
  parentNameOf,
  spentThisMonth,
  spentToday,
  updateAccount,
} from './account-profile.ts'

export type ClientKind = 'WHOLESALE' | 'RETAIL'

const ipCount = sql<number>`(select count(*) from client_ip i where i.account_id = a.id)`
const sipUserCount = sql<number>`(select count(*) from sip_user s where s.account_id = a.id)`
const registeredCount = sql<number>`(select count(*) from registration r
  join sip_user s on s.id = r.sip_user_id where s.account_id = a.id and r.expires_at > now())`
const activeCalls = sql<number>`(select count(*) from open_call c where c.account_id = a.id)`

const clients = (database: Database | Tx, scope: Scope, kind: ClientKind) =>
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
    .select(['a.id', 'a.version', 'a.name', 'a.company', 'a.address', 'a.country_iso2'])
    .select(['a.tax_number', 'a.noc_email', 'a.billing_email', 'a.rates_email', 'a.phone'])
    .select(['a.notes', 'a.status', 'a.channel_limit', 'a.cps_limit', 'a.billing_type'])
    .select(['a.currency', 'a.vat_percent', 'a.created_at', 'a.updated_at', 'u.username'])
    .select(['w.route_plan_id', 'w.max_call_duration_seconds', 'w.max_sell_rate', 'w.codecs'])
    .select(['w.media_mode', 'w.expires_at', 'w.tags', 'w.dst_from', 'w.src_from'])
    .select(['w.translation_id', 'w.dst_list_id', 'w.src_list_id', 'w.cli_policy'])
    .select(['w.cli_list_id', 'w.min_profit_percent', 'w.per_call_cost_limit', 'w.on_net_rate'])
    .select('w.allow_high_risk')
    .select(['t.id as tariff_id', 't.name as tariff_name', 'p.name as route_plan_name'])
    .select([asSum('b.balance').as('balance'), asSum('b.held').as('held'), 'b.credit_limit'])
    .select('b.daily_spend_limit')
    .select(['b.monthly_spend_limit', spentToday.as('spent_today')])
    .select([spentThisMonth.as('spent_this_month'), AVAILABLE.as('available')])
    .select(parentIdOf('a.parent_id').as('parent_id'))
    .select(parentNameOf('a.parent_id').as('parent_name'))
    .select([ipCount.as('ip_count'), sipUserCount.as('sip_user_count')])
    .select([registeredCount.as('registered_count'), activeCalls.as('active_calls')])

const SORTS = {
  name: sql`lower(a.name)`,
  balance: sql`b.balance`,
  available: sql`available`,
  created_at: sql`a.created_at`,
  status: sql`a.status`,
  active_calls: sql`active_calls`,
}

interface ClientQuery extends ListQuery<keyof typeof SORTS> {
  readonly status?: AccountTable['status'] | undefined
  readonly parent_id?: number | undefined
  readonly tariff_id?: number | undefined
  readonly route_plan_id?: number | undefined
  readonly billing_type?: AccountTable['billing_type'] | undefined
}

export async function listClients(
  database: Database,
  scope: Scope,
  kind: ClientKind,
  query: ClientQuery,
) {
  const { q, status, parent_id, tariff_id, route_plan_id, billing_type } = query
  let select = clients(database, scope, kind)
  if (q) {
    const found = contains(q)
    const hasUser = sql<boolean>`exists (select 1 from sip_user s where s.account_id = a.id
      and (s.username ilike ${found} or s.number like ${found}))`
    select = select.where((is) =>
      is.or([
        is('a.name', 'ilike', found),
        is('a.company', 'ilike', found),
        is('u.username', 'ilike', found),
        hasUser,
      ]),
    )
  }
  if (status) select = select.where('a.status', '=', status)
  if (parent_id) select = select.where('a.parent_id', '=', parent_id)
  if (tariff_id) select = select.where('a.tariff_id', '=', tariff_id)
  if (route_plan_id) select = select.where('w.route_plan_id', '=', route_plan_id)
  if (billing_type) select = select.where('a.billing_type', '=', billing_type)
  return offsetPage(database, select, query, SORTS, 'name', sql`a.id`)
}

export async function findClient(
  database: Database | Tx,
  scope: Scope,
  kind: ClientKind,
  id: number,
) {
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
  if (!(await updateAccount(tx, id, version, account))) return false
  await tx.updateTable('client').set(client).where('account_id', '=', id).execute()
  await tx.updateTable('account_balance').set(limits).where('account_id', '=', id).execute()
  return true
}

/** The addresses of a deleted client are free for another one. */
export async function deleteClientIpsOf(tx: Tx, account_id: number): Promise<void> {
  await tx.deleteFrom('client_ip').where('account_id', '=', account_id).execute()
}

export async function countActiveCalls(tx: Tx, account_id: number): Promise<number> {
  const { count } = await tx
    .selectFrom('open_call')
    .where('account_id', '=', account_id)
    .select((is) => is.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
