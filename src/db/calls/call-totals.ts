// The totals of the calls of a list. Unlike the list it reads every matching call, so it is a
// separate query with a time limit.
import { type RawBuilder, sql } from 'kysely'
import type { Sum } from '#core/money.ts'
import type { Database } from '../database.ts'
import { searchedPeriod } from '../periods.ts'
import type { Scope } from '../scope.ts'
import { SYSTEM_CURRENCY } from '../settings.ts'
import { type CallQuery, isWanted, within } from './call-filters.ts'
import {
  type ResellerCallQuery,
  resellerCalls,
  resellerEarnings,
  wantedResellerCalls,
} from './reseller-calls.ts'

const GIVE_UP_MS = 10_000

interface CallTotals {
  readonly calls: number
  readonly answered: number
  readonly duration_ms: number
}

interface Earned {
  readonly currency: string
  readonly revenue: Sum
  readonly cost: Sum
}

/**
 * The payments of clients, if in one currency; and those to the settlement account of the scope.
 */
interface Traded {
  readonly sold: Sum | null
  readonly sell_currency: string | null
  readonly bought: Sum | null
  readonly buy_currency: string | null
}

const inOneCurrency = (
  amount: 'sell_amount' | 'buy_amount',
  of: 'sell_currency' | 'buy_currency',
) => {
  const currency = sql`nullif(r.${sql.ref(of)}, '')`
  return {
    sum: sql`case when min(${currency}) = max(${currency}) then sum(r.${sql.ref(amount)}) end`,
    currency: sql`case when min(${currency}) = max(${currency}) then min(${currency}) end`,
  }
}
const sold = inOneCurrency('sell_amount', 'sell_currency')
const bought = inOneCurrency('buy_amount', 'buy_currency')

const COUNTS = sql`count(*) as calls, count(*) filter (where r.status = 'ANSWERED') as answered,
  coalesce(sum(r.duration_ms), 0)::bigint as duration_ms`

async function readRows<Row>(database: Database, query: RawBuilder<Row>): Promise<Row[]> {
  return database.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = ${sql.lit(GIVE_UP_MS)}`.execute(tx)
    return (await query.execute(tx)).rows
  })
}

export async function sumCallRecords(
  database: Database,
  scope: Scope,
  query: CallQuery,
): Promise<CallTotals & Earned & Traded> {
  // The rows of other scopes are last attempts, without what carriers got for those before.
  const hasPurchases = sql.lit(scope.kind === 'settlement')
  const matching = isWanted(scope, query, await searchedPeriod(database, query))
  const [totals] = await readRows(
    database,
    sql<CallTotals & Earned & Traded>`
      select ${COUNTS}, ${SYSTEM_CURRENCY} as currency, coalesce(sum(revenue), 0) as revenue,
        coalesce(sum(cost), 0) as cost, ${sold.sum} as sold, ${sold.currency} as sell_currency,
        case when ${hasPurchases} then ${bought.sum} end as bought,
        case when ${hasPurchases} then ${bought.currency} end as buy_currency
      from call_record r where ${matching}`,
  )
  if (!totals) throw new Error('A sum without groups has one row')
  return totals
}

/** A row for each currency of the resellers. */
export async function sumResellerRecords(
  database: Database,
  scope: Scope,
  query: ResellerCallQuery,
): Promise<(CallTotals & Earned)[]> {
  const period = await searchedPeriod(database, query)
  const { revenue, cost } = resellerEarnings
  return readRows(
    database,
    sql<CallTotals & Earned>`
      select a.currency, ${COUNTS}, coalesce(sum(${revenue}), 0) as revenue,
        coalesce(sum(${cost}), 0) as cost
      from ${resellerCalls} join account a on a.id = p.reseller_id
        left join call_charge own on own.call_id = r.call_id and own.started_at = r.started_at
          and own.account_id = p.reseller_id and ${within('own', period)}
        left join call_charge child on child.call_id = r.call_id
          and child.started_at = r.started_at and child.parent_id = p.reseller_id
          and ${within('child', period)}
      where ${wantedResellerCalls(scope, query, period)}
      group by a.currency order by calls desc, a.currency`,
  )
}
