// The ledger: every movement of every balance, only ever added to.
import { type RawBuilder, sql } from 'kysely'
import type { Money, Sum } from '#core/money.ts'
import type { Database } from '../database.ts'
import {
  afterKey,
  contains,
  countRows,
  keyOf,
  type Listed,
  type ListQuery,
  sortOf,
  toPage,
} from '../paging.ts'
import { chosenPeriod, isWithin, type TimeQuery } from '../periods.ts'
import { inScope, isOfAdmin, isPartyTo, type Scope, seesMoneyOf } from '../scope.ts'
import type { LedgerEntryTable } from '../tables/billing.ts'

export interface LedgerRow {
  readonly id: number
  readonly at: string
  readonly account_id: number
  readonly account_name: string
  readonly counter_account_name: string | null
  readonly kind: LedgerEntryTable['kind']
  readonly amount: Money
  readonly balance_after: Sum
  readonly currency: string
  readonly call_id: string | null
  readonly payment_id: number | null
  readonly re_rating_id: number | null
  readonly note: string
}

interface LedgerQuery extends ListQuery<'id'>, TimeQuery {
  readonly account_id?: number | undefined
  readonly kind?: LedgerEntryTable['kind'] | undefined
  readonly call_id?: string | undefined
}

/**
 * A condition: the account on the other side is one of the scope, or right above the account of the
 * user. A former client of a reseller has another parent by now, and its name is hidden.
 */
const knowsOtherSide = (scope: Scope): RawBuilder<boolean> =>
  isOfAdmin(scope)
    ? sql`true`
    : sql`(${inScope(scope, 'l.counter_account_id')} or l.counter_account_id = (
        select parent_id from account where id = ${scope.account_id}))`

/** A condition: the note is for the user. The reason of a re-rating is the operator's. */
const seesNote = (scope: Scope): RawBuilder<boolean> =>
  isOfAdmin(scope) ? sql`true` : sql`(l.re_rating_id is null and ${knowsOtherSide(scope)})`

export async function listLedger(
  database: Database,
  scope: Scope,
  query: LedgerQuery,
): Promise<Listed<LedgerRow>> {
  const { q, account_id, kind, call_id } = query
  const period = await chosenPeriod(database, query)
  const filters = [inScope(scope, 'l.account_id'), seesMoneyOf(scope, 'l.account_id')]
  filters.push(isPartyTo(scope, 'l.account_id', 'l.counter_account_id'), isWithin('l.at', period))
  if (account_id) filters.push(sql`l.account_id = ${account_id}`)
  if (kind) filters.push(sql`l.kind = ${kind}`)
  if (call_id) filters.push(sql`l.call_id = ${call_id}::bigint`)
  if (q) {
    const found = contains(q)
    filters.push(sql`((l.note ilike ${found} and ${seesNote(scope)})
      or l.account_id in (select a.id from account a where a.name ilike ${found}))`)
  }
  const { sort, direction } = sortOf(query, '-id')
  const way = sql.raw(direction)
  const key = keyOf(query, [/^\d{1,15}$/])
  const isBehind = afterKey(sql`l.id`, 'bigint', [sql`l.id`], key && [...key, ...key], direction)
  const sources = sql`ledger_entry l where ${sql.join(filters, sql` and `)}`
  // Names are looked up for the rows of the page only: a planner that begins with the accounts
  // would sort the entries of all of them.
  const { rows } = await sql<LedgerRow>`
    with l as materialized (
      select l.* from ${sources} and ${isBehind} order by l.id ${way} limit ${query.limit + 1})
    select l.id, l.at, l.account_id, a.name as account_name,
      case when ${knowsOtherSide(scope)} then o.name end as counter_account_name,
      l.kind, l.amount, l.balance_after::numeric, a.currency, l.call_id::text as call_id,
      l.payment_id, l.re_rating_id, case when ${seesNote(scope)} then l.note else '' end as note
    from l join account a on a.id = l.account_id join account o on o.id = l.counter_account_id
    order by l.id ${way}`.execute(database)
  const total = await countRows(database, query, sql`select 1 from ${sources}`)
  return toPage(query, sort, rows, total, (last) => [last.id])
}
