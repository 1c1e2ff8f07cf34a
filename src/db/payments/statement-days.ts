// The movements of the balance of one account, by the day.
import { sql } from 'kysely'
import type { Sum } from '#core/money.ts'
import type { Database } from '../database.ts'
import type { Listed, ListQuery } from '../paging.ts'
import type { Period } from '../periods.ts'
import { inScope, type Scope, seesMoneyOf } from '../scope.ts'
import { zoneOf } from '../settings.ts'
import { ledgerMovements } from './ledger-days.ts'
import { pageOf } from './payment-reports.ts'

export interface StatementDay {
  readonly day: string
  readonly opening: Sum
  readonly calls: Sum
  readonly sales: Sum
  readonly packages: Sum
  readonly payments: Sum
  readonly adjustments: Sum
  readonly closing: Sum
  readonly currency: string
}

interface OfAccount extends Period {
  readonly account_id: number
  /** Zone of the days; null is that of the switch. */
  readonly user_zone: string | null
}

/** A reversal counts as what it takes back. */
const KIND = sql`coalesce(o.kind, l.kind)`
const IS_CORRECTION = sql`(coalesce(q.kind, p.kind, '') in ('ADJUSTMENT', 'BONUS', 'COMMISSION'))`

/**
 * Balances are computed back from that of now, so that months of the ledger that were removed are
 * in the first opening balance.
 */
export async function listStatementDays(
  database: Database,
  scope: Scope,
  { account_id, from_at, to_at, user_zone }: OfAccount,
  query: ListQuery<string>,
): Promise<Listed<StatementDay>> {
  const zone = zoneOf(user_zone)
  const later = ledgerMovements([to_at], (column) => sql`${sql.ref(column)} = ${account_id}`)
  const days = sql`
    select to_char(l.at at time zone ${zone}, 'YYYY-MM-DD') as day,
      sum(l.amount) as total,
      coalesce(sum(l.amount) filter (where ${KIND} = 'CALL'), 0) as calls,
      coalesce(sum(l.amount) filter (where ${KIND} = 'SALE'), 0) as sales,
      coalesce(sum(l.amount) filter (where ${KIND} = 'PACKAGE'), 0) as packages,
      coalesce(sum(l.amount) filter (where ${KIND} = 'PAYMENT' and not ${IS_CORRECTION}), 0)
        as payments,
      coalesce(sum(l.amount) filter (where ${KIND} = 'PAYMENT' and ${IS_CORRECTION}), 0)
        as adjustments
    from ledger_entry l
      left join ledger_entry o on o.id = l.reverses_id
      left join payment p on p.id = l.payment_id
      left join payment q on q.id = p.reverses_id
    where l.account_id = ${account_id} and ${inScope(scope, 'l.account_id')}
      and ${seesMoneyOf(scope, 'l.account_id')}
      and l.at >= ${from_at}::timestamptz and l.at < ${to_at}::timestamptz
    group by 1`
  const rows = sql`
    select d.day, d.closing - d.total as opening, d.calls, d.sales, d.packages, d.payments,
      d.adjustments, d.closing, d.currency
    from (
      select d.*, a.currency, b.balance::numeric
          - (select coalesce(sum(m.money_in + m.money_out), 0) from (${later}) m)
          - coalesce(sum(d.total) over (order by d.day desc
              rows between unbounded preceding and 1 preceding), 0) as closing
      from (${days}) d, account a join account_balance b on b.account_id = a.id
      where a.id = ${account_id}) d`
  return pageOf(database, query, 'day', rows, sql`day`)
}
