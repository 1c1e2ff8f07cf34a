// Accounts that spend unusually fast.
import { sql } from 'kysely'
import type { Money, Sum } from '#core/money.ts'
import type { Database } from '../database.ts'
import { inScope, type Scope } from '../scope.ts'

interface SpendWarning {
  readonly id: number
  readonly kind: 'RESELLER' | 'WHOLESALE' | 'RETAIL'
  /** Level of a reseller; null for others. */
  readonly level: number | null
  readonly name: string
  readonly currency: string
  readonly daily_spend_limit: Money
  readonly spent: Sum
  readonly active_calls: number
}

const MINUTES = 10
/** A warning is shown above one third of the limit. */
const SHARE = 3

/**
 * Active accounts that have spent more than a third of their daily limit within ten minutes, by the
 * calls that ended in them, and by the holds of active calls: a hold pays for a number of seconds,
 * of which the last ten minutes are a part. It starts with accounts that have calls, so that its
 * time grows with the calls of ten minutes and not with the accounts.
 */
export async function listSpendWarnings(
  database: Database,
  scope: Scope,
  most: number,
): Promise<{ accounts: SpendWarning[]; count: number }> {
  const { rows } = await sql<SpendWarning & { total: number }>`
    with spending as (
      select account_id, -amount as amount, 0 as calls from ledger_entry
      where at > now() - ${MINUTES}::int * interval '1 minute'
        and kind in ('CALL', 'SALE') and amount < 0 and re_rating_id is null
      union all
      select payer.account_id,
        (payer.held * least(1, ${MINUTES}::int * 60.0 / greatest(granted_seconds, 1)))::bigint, 1
      from open_call, unnest(payer_ids, held) as payer (account_id, held)),
    spent as (
      select account_id, coalesce(sum(amount), 0) as spent,
        sum(calls)::bigint as active_calls
      from spending group by account_id)
    select a.id, a.kind, r.level, a.name, a.currency, b.daily_spend_limit, s.spent,
      s.active_calls, count(*) over () as total
    from spent s join account_balance b on b.account_id = s.account_id
      join account a on a.id = s.account_id left join reseller r on r.account_id = a.id
    where s.spent * ${SHARE}::int > b.daily_spend_limit and a.status = 'active'
      and a.deleted_at is null and ${inScope(scope, 'a.id')}
    order by s.spent::float8 / b.daily_spend_limit desc, a.id limit ${most}`.execute(database)
  return {
    accounts: rows.map(({ total: _, ...account }) => account),
    count: rows[0]?.total ?? 0,
  }
}
