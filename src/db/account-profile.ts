// What accounts of every kind have in common: the profile, the balance row, the end.
import type { Insertable, Selectable } from 'kysely'
import { OPERATOR_ID } from './accounts.ts'
import type { Tx } from './database.ts'
import type { AccountBalanceTable, AccountTable } from './tables.ts'

export type AccountValues = Pick<
  Selectable<AccountTable>,
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
>

/** Adds an account of the operator's own, with its balance. */
export async function insertAccount(
  tx: Tx,
  kind: 'WHOLESALE' | 'SETTLEMENT',
  account: AccountValues,
  balance: Omit<Insertable<AccountBalanceTable>, 'account_id'>,
): Promise<number> {
  const { id } = await tx
    .insertInto('account')
    .values({ ...account, kind, parent_id: OPERATOR_ID })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('account_balance')
    .values({ account_id: id, ...balance })
    .execute()
  return id
}

/** False when somebody has changed the account since `version` was read. */
export async function updateAccount(
  tx: Tx,
  id: number,
  version: number,
  account: AccountValues,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('account')
    .set({ ...account, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
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
