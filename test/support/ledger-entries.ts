import { sql } from 'kysely'
import type { Database } from '#db/database.ts'

const DAY_MS = 24 * 3600 * 1000

/** Books entries of the past, in whole units; the balance of now has them. */
export function openPastLedger(owner: Database) {
  let serial = 0
  return async (account_id: number, units: number, days_ago: number, reverses_id?: number) => {
    serial += 1
    const amount = units * 1_000_000
    const kind = reverses_id ? 'REVERSAL' : days_ago === 5 ? 'PAYMENT' : 'CALL'
    const day = new Date(Date.now() - days_ago * DAY_MS).toISOString()
    await sql`select make_partition('ledger_entry', ${day})`.execute(owner)
    const { rows } = await sql<{ id: number }>`
      insert into ledger_entry (at, account_id, counter_account_id, kind, amount, balance_after,
        call_id, reverses_id)
      values (now() - ${`${days_ago} days`}::interval, ${account_id}, 1, ${kind}, ${amount}, 0,
        ${kind === 'PAYMENT' ? null : serial}, ${reverses_id ?? null})
      returning id`.execute(owner)
    await sql`update account_balance set balance = balance + ${amount}, credit_limit = 1000000000
      where account_id = ${account_id}`.execute(owner)
    return rows[0]?.id
  }
}
