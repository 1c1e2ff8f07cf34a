// Calls with each reseller above their clients: what the list of them and its totals share.
import { type RawBuilder, sql } from 'kysely'
import type { CallStatus } from '#core/call/call-record.ts'
import type { Period, TimeQuery } from '../periods.ts'
import { type Scope, seesEarningsOf } from '../scope.ts'
import { type Asked, among, beginsWith, bothWays, within } from './call-filters.ts'

export interface ResellerCallQuery
  extends TimeQuery,
    Asked<'reseller_id' | 'account_id', readonly number[]>,
    Asked<'called_number', readonly string[]> {
  readonly status?: CallStatus | undefined
  readonly level?: number | undefined
}

/** A row per call `r` and reseller `p`; the nearest one has the depth 1. */
export const resellerCalls = sql`call_record r
    cross join lateral unnest(r.reseller_ids) with ordinality as p(reseller_id, depth)
    join reseller s on s.account_id = p.reseller_id`

/** The client of the call is one of the accounts, or was below one when the call was made. */
const isOrIsBelow = (ids: readonly number[]): RawBuilder<boolean> =>
  sql`(r.account_id = any (${ids}::bigint[]) or r.reseller_ids && ${ids}::bigint[])`

export function wantedResellerCalls(
  scope: Scope,
  query: ResellerCallQuery,
  period: Period,
): RawBuilder<boolean> {
  const { status, level } = query
  const filters = [
    within('r', period),
    sql<boolean>`r.is_last`,
    seesEarningsOf(scope, 'p.reseller_id'),
    ...bothWays(query, 'reseller_id', among('p.reseller_id', 'bigint')),
    ...bothWays(query, 'account_id', isOrIsBelow),
    ...bothWays(query, 'called_number', beginsWith('r.called_number')),
  ]
  if (status === 'FAILED') filters.push(sql`r.status <> 'ANSWERED'`)
  else if (status) filters.push(sql`r.status = ${status}`)
  if (level) filters.push(sql`s.level = ${level}`)
  return sql.join<boolean>(filters, sql` and `)
}

// As core/call/earnings.ts has it, of the charges `own` and `child`.
const PAID = sql`coalesce(own.net, 0)`
const PAYS = sql`coalesce(case when child.amount = child.net then child.income
  else round(child.income::numeric * child.net / nullif(child.amount, 0)) end, 0)`

/** Revenue and cost of a call for a reseller, in its currency and without VAT. */
export const resellerEarnings = {
  revenue: sql`(greatest(${PAYS}, 0) + greatest(-${PAID}, 0))`,
  cost: sql`(greatest(${PAID}, 0) + greatest(-${PAYS}, 0))`,
}
