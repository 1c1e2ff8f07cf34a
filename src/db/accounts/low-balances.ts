// Whose money runs out: who was refused for it within a day, and who has little left.
import { sql } from 'kysely'
import type { Sum } from '#core/money.ts'
import type { Refusal } from '#core/routing/refusal.ts'
import type { Database } from '../database.ts'
import { inScope, type Scope } from '../scope.ts'
import { AVAILABLE } from '../sums.ts'

const TOP = 10

const CLIENT_REFUSAL: Refusal = 'BALANCE_LOW'
const RESELLER_REFUSAL: Refusal = 'BALANCE_RESELLER'

export interface LowBalance {
  readonly id: number
  readonly kind: 'RESELLER' | 'WHOLESALE' | 'RETAIL'
  /** Level of a reseller; null for others. */
  readonly level: number | null
  readonly name: string
  readonly currency: string
  readonly available: Sum
  /** Calls that its money did not pay for, within a day. */
  readonly refused_calls: number
  /** How long it lasts if the next days cost what the last one did; null if that was nothing. */
  readonly days_left: number | null
}

/**
 * A call does not say which reseller above its client was without money: it is the one that has the
 * least left. The literals are those of the index.
 */
const REFUSED = sql`
  select account_id, count(*) as calls from call_record
  where refusal = ${sql.lit(CLIENT_REFUSAL)} and is_last
    and started_at > now() - interval '1 day' and started_at <= now() + interval '1 minute'
  group by account_id
  union all
  select poorest.account_id, sum(c.calls) from (
    select reseller_ids, count(*) as calls from call_record
    where refusal = ${sql.lit(RESELLER_REFUSAL)} and is_last
      and started_at > now() - interval '1 day' and started_at <= now() + interval '1 minute'
    group by reseller_ids) c, lateral (
    select b.account_id from account_balance b join account a on a.id = b.account_id
      join currency x on x.code = a.currency
    where b.account_id = any (c.reseller_ids)
    order by ${AVAILABLE} * x.rate, b.account_id limit 1) poorest
  group by poorest.account_id`

/**
 * Active payers that were refused for money, or have no more left than they spent within the last
 * day, or, for a reseller, than its own threshold. Spending alone would miss a payer that was
 * refused all day.
 */
export async function lowBalances(database: Database, scope: Scope): Promise<LowBalance[]> {
  const { rows } = await sql<LowBalance>`
    with refused as (
      select account_id, sum(calls)::bigint as calls from (${REFUSED}) each group by account_id),
    spent as (
      select account_id, sum(amount) as amount from (
        select account_id, charged as amount from traffic_by_client
        where bucket > now() - interval '1 day'
        union all
        select reseller_id, cost from traffic_by_reseller
        where bucket > now() - interval '1 day') each
      group by account_id)
    select a.id, a.kind, r.level, a.name, a.currency, left_over.available,
      coalesce(refused.calls, 0)::bigint as refused_calls,
      (greatest(left_over.available, 0) / nullif(greatest(spent.amount, 0), 0))::float8
        as days_left
    from account a join account_balance b on b.account_id = a.id
      left join reseller r on r.account_id = a.id
      left join refused on refused.account_id = a.id
      left join spent on spent.account_id = a.id,
      lateral (select ${AVAILABLE} as available) left_over
    where a.deleted_at is null and a.status = 'active' and b.has_floor
      and ${inScope(scope, 'a.id')}
      and (refused.calls > 0
        or available <= greatest(r.low_balance_threshold, spent.amount, 0))
    order by refused_calls desc, days_left nulls first, available, a.id
    limit ${TOP}`.execute(database)
  return rows
}
