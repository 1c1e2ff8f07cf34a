// The parts that accounts of every kind have in common: the profile, the balance row, the end.
import { type Insertable, type Selectable, sql } from 'kysely'
import { lockRows, updateVersion } from '../crud.ts'
import type { Database, Tx } from '../database.ts'
import { inScope, inScopeTree, type Scope } from '../scope.ts'
import type { AccountBalanceTable, AccountTable } from '../tables/accounts.ts'
import type { BILLING_COLUMNS, PROFILE_COLUMNS } from './account-columns.ts'

export type AccountValues = Pick<
  Selectable<AccountTable>,
  'parent_id' | 'tariff_id' | (typeof PROFILE_COLUMNS)[number]
> & {
  /** Absent, it is the system currency, or stays. */
  readonly currency?: string
} & {
  readonly [Name in (typeof BILLING_COLUMNS)[number]]?: Selectable<AccountTable>[Name] | undefined
}

/** The spending limits of a payer. */
export type MoneyLimits = Pick<
  Insertable<AccountBalanceTable>,
  'credit_limit' | 'daily_spend_limit' | 'monthly_spend_limit'
>

type BalanceValues = Omit<Insertable<AccountBalanceTable>, 'account_id'>

/** Adds an account with its balance. */
export async function insertAccount(
  tx: Tx,
  kind: Exclude<AccountTable['kind'], 'OPERATOR'>,
  account: AccountValues,
  balance: BalanceValues,
): Promise<number> {
  const { id } = await tx
    .insertInto('account')
    .values({ ...account, kind })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('account_balance')
    .values({ account_id: id, ...balance })
    .execute()
  return id
}

/** False if the account has changed since `version` was read. */
export async function updateAccount(
  tx: Tx,
  id: number,
  version: number,
  account: AccountValues,
  balance: BalanceValues,
): Promise<boolean> {
  if (!(await updateVersion(tx, 'account', id, version, account))) return false
  // A balance that stays as it is must not be locked: many are changed in one transaction, and the
  // calls of its account would wait.
  const differs = Object.entries(balance).map(
    ([column, value]) => sql<boolean>`${sql.ref(column)} is distinct from ${value}`,
  )
  await tx
    .updateTable('account_balance')
    .set(balance)
    .where('account_id', '=', id)
    .where((is) => is.or(differs))
    .execute()
  return true
}

/**
 * A reseller that exists; it is locked against deletion and new children until the transaction
 * ends.
 */
export async function lockReseller(tx: Tx, scope: Scope, id: number) {
  return tx
    .selectFrom('account as a')
    .innerJoin('reseller as r', 'r.account_id', 'a.id')
    .where('a.id', '=', id)
    .where('a.deleted_at', 'is', null)
    .where(inScope(scope, 'a.id'))
    .select(['a.id', 'a.name', 'a.status'])
    .select(['r.level', 'r.allow_create_subreseller', 'r.max_clients'])
    .forNoKeyUpdate('a')
    .executeTakeFirst()
}

/** Which of these accounts exist and are of these kinds; they stay until the transaction ends. */
export const lockAccountsOf = (
  tx: Tx,
  scope: Scope,
  kinds: readonly ('WHOLESALE' | 'RETAIL' | 'RESELLER')[],
  ids: readonly number[],
) => lockRows(tx, scope, 'account', ids, sql<boolean>`kind = any (${[...kinds]}::text[])`)

/** The number of clients that are children of a reseller. */
export async function countClientsOf(tx: Tx, reseller_id: number): Promise<number> {
  const { count } = await tx
    .selectFrom('account')
    .where('parent_id', '=', reseller_id)
    .where('kind', '<>', 'RESELLER')
    .where('deleted_at', 'is', null)
    .select((is) => is.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Takes the lock that those who refer to the account also take. */
export async function lockAccount(tx: Tx, id: number): Promise<void> {
  await tx.selectFrom('account').where('id', '=', id).select('id').forUpdate().execute()
}

export async function deleteAccount(tx: Tx, id: number, at: string): Promise<void> {
  await tx
    .updateTable('account')
    .set({ status: 'closed', deleted_at: at })
    .where('id', '=', id)
    .execute()
}

/** Whether it is an account of the tree of the scope. */
export async function isAccountInTree(
  database: Database,
  scope: Scope,
  id: number,
): Promise<boolean> {
  const { rows } = await sql`select from account a
    where a.id = ${id} and a.deleted_at is null and ${inScopeTree(scope, 'a.id')}`.execute(database)
  return rows.length > 0
}
