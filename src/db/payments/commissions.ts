// The commissions of resellers: who gets one, of what, and from when on the next one counts.
import { type Selectable, sql } from 'kysely'
import type { Percent, Sum } from '#core/money.ts'
import type { Database, Tx } from '../database.ts'
import type { ResellerTable } from '../tables/accounts.ts'

/** Resellers with a commission. */
export async function listCommissioned(database: Database) {
  return database
    .selectFrom('reseller as r')
    .innerJoin('account as a', 'a.id', 'r.account_id')
    .where('r.commission_percent', '>', 0 as Percent)
    .where('r.commission_from', 'is not', null)
    .where('a.deleted_at', 'is', null)
    .select(['a.id', 'a.parent_id', 'r.commission_from'])
    .orderBy('a.id')
    .execute()
}

/** Locked until the transaction ends, so that a month is paid once. */
export async function lockCommission(
  tx: Tx,
  id: number,
): Promise<Pick<Selectable<ResellerTable>, 'commission_percent' | 'commission_from'>> {
  return tx
    .selectFrom('reseller')
    .where('account_id', '=', id)
    .select(['commission_percent', 'commission_from'])
    .forUpdate()
    .executeTakeFirstOrThrow()
}

export async function setCommissionFrom(tx: Tx, id: number, commission_from: string) {
  await tx.updateTable('reseller').set({ commission_from }).where('account_id', '=', id).execute()
}

/** The charges of an account for calls that began in the period, without VAT, in its currency. */
export async function sumChargedCalls(
  tx: Tx,
  id: number,
  { from_at, to_at }: { readonly from_at: string; readonly to_at: string },
): Promise<Sum> {
  const { rows } = await sql<{ net: Sum }>`
    select coalesce(sum(net), 0) as net from call_charge
    where account_id = ${id} and started_at >= ${from_at}::timestamptz
      and started_at < ${to_at}::timestamptz`.execute(tx)
  return rows[0]?.net ?? (0n as Sum)
}
