// The difference between ledger and balances: always nothing (I1). By the sums of days, because the
// entries of years would be read each time; `npm run verify` reads them.
import { sql } from 'kysely'
import type { Database } from '../database.ts'

interface LedgerDifference {
  readonly currency: string
  readonly accounts: number
  /** The sum over all accounts, each without its sign, in millionths. */
  readonly difference: bigint
}

/** One statement, so that it sees one moment: a row for each currency that accounts have. */
export async function sumLedgerDifferences(database: Database): Promise<LedgerDifference[]> {
  const { rows } = await sql<LedgerDifference>`
    with moved as (
      select account_id, sum(amount) as amount from (
        select account_id, money_in + money_out as amount from ledger_day
        union all
        select account_id, amount::numeric from ledger_entry
        where id > (select done_id from ledger_summed)) m
      group by account_id)
    select a.currency, count(*) filter (where b.balance <> coalesce(m.amount, 0)) as accounts,
      coalesce(sum(abs(b.balance - coalesce(m.amount, 0))), 0) as difference
    from account_balance b join account a on a.id = b.account_id
      left join moved m on m.account_id = b.account_id
    group by a.currency order by a.currency`.execute(database)
  return rows
}
