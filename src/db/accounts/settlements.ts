// Settlement accounts: carriers, their buy tariffs and what we owe them.
import { sql } from 'kysely'
import type { Money } from '#core/money.ts'
import type { Database, Tx } from '../database.ts'
import { offsetPage } from '../paging.ts'
import { inScope, type Scope } from '../scope.ts'
import { SERVER_ZONE } from '../settings.ts'
import { asSum } from '../sums.ts'
import {
  ACCOUNT_COLUMNS,
  type AccountQuery,
  accountFilters,
  isAccountNamed,
} from './account-columns.ts'
import { type AccountValues, insertAccount, updateAccount } from './account-profile.ts'

const START_OF_MONTH = sql`
  (date_trunc('month', now() at time zone ${SERVER_ZONE}) at time zone ${SERVER_ZONE})`
const gatewaysCount = sql<number>`(
  select count(*) from gateway g where g.settlement_id = a.id and g.deleted_at is null)`
const activeCalls = sql<number>`(select count(*) from open_call c where c.settlement_id = a.id)`

/** Talk of this month in whole minutes, that of calls that are going on too. */
const minutesThisMonth = sql<number>`floor((
  (select coalesce(sum(t.duration_ms), 0) from traffic_by_gateway t
    where t.settlement_id = a.id
      and t.bucket >= ${START_OF_MONTH})
  + (select coalesce(sum(extract(epoch from now() - c.answered_at)) * 1000, 0)
    from open_call c where c.settlement_id = a.id and c.answered_at is not null)
) / 60000)::bigint`

const settlements = (database: Database, scope: Scope) =>
  database
    .selectFrom('account as a')
    .innerJoin('settlement as x', 'x.account_id', 'a.id')
    .innerJoin('account_balance as b', 'b.account_id', 'a.id')
    .innerJoin('tariff as t', 't.id', 'a.tariff_id')
    .leftJoin('console_user as u', (join) =>
      join.onRef('u.account_id', '=', 'a.id').on('u.deleted_at', 'is', null),
    )
    .leftJoin('account as c', 'c.id', 'x.client_id')
    .leftJoin('account_balance as d', 'd.account_id', 'x.client_id')
    .where('a.deleted_at', 'is', null)
    .where(inScope(scope, 'a.id'))
    .select(ACCOUNT_COLUMNS)
    .select([sql<string>`coalesce(u.username, '')`.as('username'), 'b.max_debt'])
    .select(['x.client_id', 'x.monthly_minutes_cap', 'c.name as client_name'])
    .select(['c.currency as client_currency', asSum('d.balance').as('client_balance')])
    .select([asSum('b.balance').as('balance')])
    .select([gatewaysCount.as('gateways_count'), activeCalls.as('active_calls')])
    .select(minutesThisMonth.as('minutes_this_month'))

const SORTS = {
  name: sql`lower(a.name)`,
  balance: sql`b.balance`,
  gateways_count: sql`gateways_count`,
  status: sql`a.status`,
  active_calls: sql`active_calls`,
  created_at: sql`a.created_at`,
}

type SettlementQuery = Omit<AccountQuery<keyof typeof SORTS>, 'parent_id'>

export async function listSettlements(database: Database, scope: Scope, query: SettlementQuery) {
  const select = settlements(database, scope)
    .where(isAccountNamed(query.q))
    .where(accountFilters(query))
  return offsetPage(database, select, query, SORTS, 'name', sql`a.id`)
}

export async function findSettlement(database: Database, scope: Scope, id: number) {
  return settlements(database, scope).where('a.id', '=', id).executeTakeFirst()
}

/** The columns that only a settlement account has. */
export interface SettlementValues {
  readonly max_debt: Money | null
  readonly client_id: number | null
  readonly monthly_minutes_cap: number | null
}

export async function insertSettlement(
  tx: Tx,
  account: AccountValues,
  { max_debt, ...values }: SettlementValues,
): Promise<number> {
  // It is credited with what calls cost, never held back: its balance has no floor.
  const id = await insertAccount(tx, 'SETTLEMENT', account, { has_floor: false, max_debt })
  await tx
    .insertInto('settlement')
    .values({ ...values, account_id: id })
    .execute()
  return id
}

/** False if the account has changed since `version` was read. */
export async function updateSettlement(
  tx: Tx,
  id: number,
  version: number,
  account: AccountValues,
  { max_debt, ...values }: SettlementValues,
): Promise<boolean> {
  if (!(await updateAccount(tx, id, version, account, { max_debt }))) return false
  await tx.updateTable('settlement').set(values).where('account_id', '=', id).execute()
  return true
}
