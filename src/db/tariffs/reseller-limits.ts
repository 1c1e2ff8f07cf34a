// Counts of the tariffs of a reseller, against its limits.
import { sql } from 'kysely'
import { OPERATOR_ID } from '#core/account/operator.ts'
import { RATES_PER_RESELLER } from '#core/tariff/reseller-limits.ts'
import type { SqlConnection, Tx } from '../database.ts'
import { RESELLER_TARIFFS_LOCK } from '../locks.ts'

/** Until the transaction ends, no other one adds a tariff of the account. */
export async function countOwnTariffs(tx: Tx, owner_id: number): Promise<number> {
  await sql`select pg_advisory_xact_lock(${RESELLER_TARIFFS_LOCK}, ${owner_id}::integer)`.execute(
    tx,
  )
  const { rows } = await sql<{ count: number }>`select count(*) as count from tariff
    where owner_id = ${owner_id} and deleted_at is null`.execute(tx)
  return rows[0]?.count ?? 0
}

const LOCK = `select pg_advisory_xact_lock(${RESELLER_TARIFFS_LOCK}, owner_id::integer)
  from tariff where id = $1 and owner_id <> ${OPERATOR_ID}`

const COUNT = `select count(*) as count from tariff t join tariff o on o.owner_id = t.owner_id
  join tariff_rate r on r.tariff_id = o.id where t.id = $1 and t.owner_id <> ${OPERATOR_ID}`

/**
 * Whether the reseller whose tariff it is would have too many rates with these; the operator never
 * has. Until the transaction ends, no other one counts those of the reseller.
 */
export async function exceedsRates(
  connection: SqlConnection,
  tariff_id: number,
  added: number,
): Promise<boolean> {
  await connection.query(LOCK, [tariff_id])
  const { rows } = await connection.query<{ count: number }>(COUNT, [tariff_id])
  return (rows[0]?.count ?? 0) + added > RATES_PER_RESELLER
}
