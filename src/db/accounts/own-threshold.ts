// The threshold at which a client is warned of a low balance, as it has set it itself.
import type { Money } from '#core/money.ts'
import type { Database, Tx } from '../database.ts'
import { isOwn, type Scope } from '../scope.ts'

export const findOwnThreshold = (database: Database, scope: Scope, id: number) =>
  database
    .selectFrom('client as c')
    .innerJoin('account as a', 'a.id', 'c.account_id')
    .where('a.id', '=', id)
    .where('a.deleted_at', 'is', null)
    .where(isOwn(scope, 'a.id'))
    .select(['a.name', 'a.parent_id', 'c.low_balance_threshold'])
    .executeTakeFirst()

export async function setOwnThreshold(
  tx: Tx,
  account_id: number,
  low_balance_threshold: Money | null,
): Promise<void> {
  await tx
    .updateTable('client')
    .set({ low_balance_threshold })
    .where('account_id', '=', account_id)
    .execute()
}
