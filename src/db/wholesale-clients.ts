import { type Insertable, sql } from 'kysely'
import type { Money } from '#core/money.ts'
import {
  type AccountValues,
  insertAccount,
  parentIdOf,
  parentNameOf,
  updateAccount,
} from './account-profile.ts'
import type { Database, Tx } from './database.ts'
import { contains, type ListQuery, offsetPage } from './paging.ts'
import { inScope, type Scope } from './scope.ts'
import type { AccountTable, ClientTable } from './tables.ts'

const available = sql<Money>`b.balance + b.credit_limit - b.held`
const ipCount = sql<number>`(select count(*) from client_ip i where i.account_id = a.id)`
const activeCalls = sql<number>`(select count(*) from open_call c where c.account_id = a.id)`

const wholesaleClients = (database: Database | Tx, scope: Scope) =>
  database
    .selectFrom('account as a')
    .innerJoin('client as w', 'w.account_id', 'a.id')
    .innerJoin('account_balance as b', 'b.account_id', 'a.id')
    .innerJoin('tariff as t', 't.id', 'a.tariff_id')
    .innerJoin('console_user as u', 'u.account_id', 'a.id')
    .leftJoin('route_plan as p', 'p.id', 'w.route_plan_id')
    .where('a.deleted_at', 'is', null)
    .where('u.deleted_at', 'is', null)
    .where(inScope(scope, 'a.id'))
    .select(['a.id', 'a.version', 'a.name', 'a.company', 'a.address', 'a.country_iso2'])
    .select(['a.tax_number', 'a.noc_email', 'a.billing_email', 'a.rates_email', 'a.phone'])
    .select(['a.notes', 'a.status', 'a.channel_limit', 'a.cps_limit', 'a.billing_type'])
    .select(['a.vat_percent', 'a.created_at', 'a.updated_at', 'u.username'])
    .select(['w.route_plan_id', 'w.max_call_duration', 'w.max_sell_rate', 'w.codecs'])
    .select(['w.media_mode', 't.id as tariff_id', 't.name as tariff_name'])
    .select(['p.name as route_plan_name', 'b.balance', 'b.credit_limit', 'b.held'])
    .select(parentIdOf('a.parent_id').as('parent_id'))
    .select(parentNameOf('a.parent_id').as('parent_name'))
    .select([available.as('available'), ipCount.as('ip_count'), activeCalls.as('active_calls')])

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

export async function listWholesaleClients(database: Database, scope: Scope, query: ClientQuery) {
  const { q, status, parent_id, tariff_id, route_plan_id, billing_type } = query
  let select = wholesaleClients(database, scope)
  if (q) {
    const found = contains(q)
    select = select.where((is) =>
      is.or([
        is('a.name', 'ilike', found),
        is('a.company', 'ilike', found),
        is('u.username', 'ilike', found),
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

export async function findWholesaleClient(database: Database | Tx, scope: Scope, id: number) {
  return wholesaleClients(database, scope).where('a.id', '=', id).executeTakeFirst()
}

export type ClientValues = Omit<Insertable<ClientTable>, 'account_id'>

export async function insertWholesaleClient(
  tx: Tx,
  account: AccountValues,
  client: ClientValues,
  credit_limit: Money,
): Promise<number> {
  const id = await insertAccount(tx, 'WHOLESALE', account, { credit_limit })
  await tx
    .insertInto('client')
    .values({ ...client, account_id: id })
    .execute()
  return id
}

/** False when somebody has changed the client since `version` was read. */
export async function updateWholesaleClient(
  tx: Tx,
  id: number,
  version: number,
  account: AccountValues,
  client: ClientValues,
  credit_limit: Money,
): Promise<boolean> {
  if (!(await updateAccount(tx, id, version, account))) return false
  await tx.updateTable('client').set(client).where('account_id', '=', id).execute()
  await tx
    .updateTable('account_balance')
    .set({ credit_limit })
    .where('account_id', '=', id)
    .execute()
  return true
}

/** Nobody calls from the addresses of a client that is gone, and another one may get them. */
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
