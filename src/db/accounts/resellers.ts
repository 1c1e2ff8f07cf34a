// Resellers: who sells our calls on, in up to five levels.
import { type Insertable, type RawBuilder, sql } from 'kysely'
import { OPERATOR_ID } from '#core/account/operator.ts'
import type { Sum } from '#core/money.ts'
import type { Database, Tx } from '../database.ts'
import { hasValues, offsetPage } from '../paging.ts'
import { inScope, inScopeTree, isNotOwn, isOfAdmin, type Scope } from '../scope.ts'
import { AVAILABLE, asSum } from '../sums.ts'
import type { AccountTable, ResellerTable } from '../tables/accounts.ts'
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
import { clientPlanIds } from './reseller-plans.ts'

const childrenCount = sql<number>`(select count(*) from account c
  where c.parent_id = a.id and c.kind = 'RESELLER' and c.deleted_at is null)`
const clientsCount = sql<number>`(select count(*) from account c
  where c.parent_id = a.id and c.kind <> 'RESELLER' and c.deleted_at is null)`
/** All resellers above a call pay for it, so the call itself lists them. */
const CALLS = sql<{ payer_id: number; count: number }>`(select payer_id, count(*) as count
  from open_call, unnest(payer_ids) as payer (payer_id) group by payer_id)`
const activeCalls = sql<number>`coalesce(calls.count, 0)`

const resellers = (database: Database, scope: Scope) =>
  database
    .selectFrom('account as a')
    .innerJoin('reseller as r', 'r.account_id', 'a.id')
    .innerJoin('account_balance as b', 'b.account_id', 'a.id')
    .innerJoin('tariff as t', 't.id', 'a.tariff_id')
    .innerJoin('console_user as u', 'u.account_id', 'a.id')
    .leftJoin(CALLS.as('calls'), 'calls.payer_id', 'a.id')
    .where('a.deleted_at', 'is', null)
    .where('u.deleted_at', 'is', null)
    .where(inScope(scope, 'a.id'))
    .select(ACCOUNT_COLUMNS)
    .select(PAYER_COLUMNS)
    .select(['u.username', activeCalls.as('active_calls'), asSum('b.lent').as('lent')])
    .select(['r.level', 'r.allow_create_subreseller', 'r.max_clients'])
    .select(['r.low_balance_threshold', 'r.expires_at', 'r.loss_policy', 'r.commission_percent'])
    .select(clientPlanIds('a.id').as('client_plan_ids'))
    .select([childrenCount.as('children_count'), clientsCount.as('clients_count')])

const SORTS = {
  name: sql`lower(a.name)`,
  balance: sql`b.balance`,
  available: sql`available`,
  children_count: sql`children_count`,
  clients_count: sql`clients_count`,
  active_calls: sql`active_calls`,
  status: sql`a.status`,
  created_at: sql`a.created_at`,
}

interface ResellerQuery extends AccountQuery<keyof typeof SORTS> {
  readonly level?: number | undefined
}

export async function listResellers(database: Database, scope: Scope, query: ResellerQuery) {
  const select = resellers(database, scope)
    .where(isNotOwn(scope, 'a.id'))
    .where(isAccountNamed(query.q))
    .where(accountFilters(query))
    .where(hasValues({ 'r.level': query.level }))
  return offsetPage(database, select, query, SORTS, 'name', sql`a.id`)
}

/** A reseller that is not the user's own, which only the account above sees whole and changes. */
export async function findResellerBelow(database: Database, scope: Scope, id: number) {
  return resellers(database, scope)
    .where('a.id', '=', id)
    .where(isNotOwn(scope, 'a.id'))
    .executeTakeFirst()
}

/** A reseller of the scope, with the user's own. */
export async function findReseller(database: Database, scope: Scope, id: number) {
  return resellers(database, scope).where('a.id', '=', id).executeTakeFirst()
}

export type ResellerValues = Omit<Insertable<ResellerTable>, 'account_id' | 'level'>

export async function insertReseller(
  tx: Tx,
  account: AccountValues,
  reseller: ResellerValues & { readonly level: number },
  limits: MoneyLimits,
): Promise<number> {
  const id = await insertAccount(tx, 'RESELLER', account, limits)
  await tx
    .insertInto('reseller')
    .values({ ...reseller, account_id: id })
    .execute()
  return id
}

/** False if the reseller has changed since `version` was read. */
export async function updateReseller(
  tx: Tx,
  id: number,
  version: number,
  account: AccountValues,
  reseller: ResellerValues,
  limits: MoneyLimits,
): Promise<boolean> {
  if (!(await updateAccount(tx, id, version, account, limits))) return false
  await tx.updateTable('reseller').set(reseller).where('account_id', '=', id).execute()
  return true
}

interface TreeNode {
  readonly id: number
  readonly kind: 'RESELLER' | 'WHOLESALE' | 'RETAIL'
  readonly level: number | null
  readonly name: string
  readonly status: AccountTable['status']
  readonly currency: string
  /** Null further down than right below the account of the user. */
  readonly balance: Sum | null
  readonly available: Sum | null
  readonly children_count: number
  readonly clients_count: number
  readonly active_calls: number
}

/**
 * The top of the tree for a user: the children of the operator or of its own account, or the
 * accounts that it is limited to.
 */
function isTop(scope: Scope): RawBuilder<boolean> {
  if (scope.kind === 'accounts') return sql`a.id = any (${[...scope.account_ids]}::bigint[])`
  return sql`a.parent_id = ${isOfAdmin(scope) ? OPERATOR_ID : scope.account_id}`
}

/** The level and the limits of a reseller, its money with what its currency is worth. */
export async function findResellerLimits(tx: Tx, id: number) {
  return tx
    .selectFrom('account as a')
    .innerJoin('reseller as r', 'r.account_id', 'a.id')
    .innerJoin('account_balance as b', 'b.account_id', 'a.id')
    .innerJoin('currency as c', 'c.code', 'a.currency')
    .where('a.id', '=', id)
    .select(['r.level', 'c.rate as fx', 'a.channel_limit', 'a.cps_limit'])
    .select(['b.credit_limit', 'b.daily_spend_limit', 'b.monthly_spend_limit'])
    .select(['r.expires_at', 'r.max_clients'])
    .executeTakeFirstOrThrow()
}

/** Whether it is a reseller of the tree of the scope. */
export async function isResellerInTree(
  database: Database,
  scope: Scope,
  id: number,
): Promise<boolean> {
  const { rows } = await sql`select from reseller r join account a on a.id = r.account_id
    where a.id = ${id} and a.deleted_at is null and ${inScopeTree(scope, 'a.id')}`.execute(database)
  return rows.length > 0
}

/** The children of a reseller: resellers first, then clients, each by name. */
export async function listTreeNodes(
  database: Database,
  scope: Scope,
  reseller_id: number | 'top',
  most: number,
): Promise<{ nodes: TreeNode[]; left_out: number }> {
  const isHere = reseller_id === 'top' ? isTop(scope) : sql`a.parent_id = ${reseller_id}`
  const { rows } = await sql<TreeNode & { total: number }>`
    with below as (
      select a.id, a.kind, r.level, a.name, a.status, a.currency,
        count(*) over () as total, a.kind <> 'RESELLER' as is_client
      from account a left join reseller r on r.account_id = a.id
      where ${isHere} and a.kind in ('RESELLER', 'WHOLESALE', 'RETAIL')
        and a.deleted_at is null and ${inScopeTree(scope, 'a.id')}
      order by is_client, lower(a.name), a.id limit ${most})
    select a.*, case when ${inScope(scope, 'a.id')} then b.balance::numeric end as balance,
      case when ${inScope(scope, 'a.id')} then ${AVAILABLE} end as available,
      ${childrenCount} as children_count, ${clientsCount} as clients_count,
      ${activeCalls} as active_calls
    from below a join account_balance b on b.account_id = a.id
      left join ${CALLS} calls on calls.payer_id = a.id
    order by is_client, lower(a.name), a.id`.execute(database)
  const total = rows[0]?.total ?? 0
  return { nodes: rows, left_out: total - rows.length }
}
