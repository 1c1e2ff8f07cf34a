// What accounts of every kind have in common: the profile, the balance row, the end.
import { type Insertable, type Selectable, sql } from 'kysely'
import { OPERATOR_ID } from '#core/account/operator.ts'
import type { Sum } from '#core/money.ts'
import { lockRows, updateVersion } from '../crud.ts'
import type { Tx } from '../database.ts'
import { inScope, type Scope } from '../scope.ts'
import { SERVER_ZONE } from '../settings.ts'
import type { AccountBalanceTable, AccountTable } from '../tables.ts'

export type AccountValues = Pick<
  Selectable<AccountTable>,
  | 'parent_id'
  | 'name'
  | 'status'
  | 'company'
  | 'address'
  | 'country_iso2'
  | 'tax_number'
  | 'noc_email'
  | 'billing_email'
  | 'rates_email'
  | 'phone'
  | 'notes'
  | 'billing_type'
  | 'vat_percent'
  | 'tariff_id'
  | 'channel_limit'
  | 'cps_limit'
> & {
  /** Absent, it is the system currency, or stays. */
  readonly currency?: string
}

/** The spending limits of a payer. */
export type MoneyLimits = Pick<
  Insertable<AccountBalanceTable>,
  'credit_limit' | 'daily_spend_limit' | 'monthly_spend_limit'
>

/** Spending counts for the day stored in the balance `b`, and its month. */
const today = sql`(now() at time zone ${SERVER_ZONE})`
export const spentToday = sql<Sum>`case when b.spent_day = ${today}::date
  then b.spent_today else 0 end::numeric`
export const spentThisMonth = sql<Sum>`case when
  date_trunc('month', b.spent_day) = date_trunc('month', ${today}::date)
  then b.spent_this_month else 0 end::numeric`

/** Adds an account with its balance. */
export async function insertAccount(
  tx: Tx,
  kind: Exclude<AccountTable['kind'], 'OPERATOR'>,
  account: AccountValues,
  balance: Omit<Insertable<AccountBalanceTable>, 'account_id'>,
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
export const updateAccount = (
  tx: Tx,
  id: number,
  version: number,
  account: AccountValues,
): Promise<boolean> => updateVersion(tx, 'account', id, version, account)

/** The reseller above, for the console: null is the operator. */
export const parentIdOf = (parent_id: string) =>
  sql<number | null>`nullif(${sql.ref(parent_id)}, ${OPERATOR_ID})`

export const parentNameOf = (parent_id: string) => sql<string | null>`(
  select name from account where id = ${parentIdOf(parent_id)})`

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

/** How many clients hang right under a reseller. */
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
