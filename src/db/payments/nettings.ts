// Nettings: which payments were made together, and at which rate.
import type { Insertable } from 'kysely'
import type { Tx } from '../database.ts'
import type { NettingTable } from '../tables/billing.ts'

export async function insertNetting(tx: Tx, netting: Insertable<NettingTable>): Promise<void> {
  await tx.insertInto('netting').values(netting).execute()
}

/** The one that was made with this key, if it was made before. */
export async function findNettingByKey(tx: Tx, idempotency_key: string) {
  return tx
    .selectFrom('netting')
    .where('idempotency_key', '=', idempotency_key)
    .select(['settlement_payment_id', 'client_payment_id', 'net_payment_id', 'rate'])
    .executeTakeFirst()
}

/** The two payments that set off, of which this is one; the payment of what was left is none. */
export async function findHalvesOf(tx: Tx, payment_id: number): Promise<number[]> {
  const netting = await tx
    .selectFrom('netting')
    .where((is) =>
      is.or([
        is('settlement_payment_id', '=', payment_id),
        is('client_payment_id', '=', payment_id),
      ]),
    )
    .select(['settlement_payment_id', 'client_payment_id'])
    .executeTakeFirst()
  return netting ? [netting.settlement_payment_id, netting.client_payment_id] : []
}
