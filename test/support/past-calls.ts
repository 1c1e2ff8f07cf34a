// Calls of the past as the ledger has them, without records and charges.
import { makeCallId } from '#core/call/call-id.ts'
import { makeClient } from '#db/database.ts'
import type { TestApi } from './api.ts'

/**
 * An entry for each call: when it was charged, and in whole units what that did to the balance,
 * which has no floor then.
 */
export async function bookPastCalls(
  { url }: Pick<TestApi, 'url'>,
  account_id: number,
  calls: readonly (readonly [at: string, units: number])[],
): Promise<void> {
  const client = makeClient(url, 'test')
  await client.connect()
  try {
    for (const [at, units] of calls) {
      const call_id = makeCallId(Date.parse(at), 1, account_id)
      await client.query(`select make_partition('ledger_entry', $1)`, [at])
      await client.query(
        `insert into ledger_entry (at, account_id, counter_account_id, kind, amount,
          balance_after, call_id) values ($1, $2, 1, 'CALL', $3, 0, $4)`,
        [at, account_id, units * 1_000_000, call_id],
      )
      await client.query(
        `update account_balance set balance = balance + $2, has_floor = false
        where account_id = $1`,
        [account_id, units * 1_000_000],
      )
    }
  } finally {
    await client.end()
  }
}
