// The tariffs that a user sees: its own, and those by which its accounts are charged.
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../database.ts'
import { inScope, type Scope } from '../scope.ts'

/** A condition: tariff `t` is one of the scope, or one by which an account of it is charged. */
export function isVisible(scope: Scope, t: 't' | 'p' = 't'): RawBuilder<boolean> {
  const id = sql.ref(`${t}.id`)
  return sql<boolean>`(${inScope(scope, `${t}.owner_id`)}
    or exists (select from account a
      where a.tariff_id = ${id} and a.deleted_at is null and ${inScope(scope, 'a.id')})
    or exists (select from client_ip i
      where i.tariff_id = ${id} and ${inScope(scope, 'i.account_id')}))`
}

/** Stays as it is until the transaction ends. */
export async function lockVisibleTariff(tx: Tx, scope: Scope, id: number): Promise<void> {
  await sql`select from tariff t where t.id = ${id} and t.deleted_at is null
    and ${isVisible(scope)} for share`.execute(tx)
}
