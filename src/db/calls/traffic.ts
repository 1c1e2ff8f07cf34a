// The sums of calls per quarter of an hour that a user may see.
import { type RawBuilder, sql } from 'kysely'
import { inScope, inScopeTree, type Scope } from '../scope.ts'

/**
 * Rows (bucket, account_id, calls, answered, duration_ms, revenue, cost, charged, call_pdd_ms,
 * call_pdds) of the scope, from the side of the operator. A settlement account places no calls: its
 * traffic is what went to its gateways, and what it has charged us for that.
 */
export function trafficOf(scope: Scope): RawBuilder<unknown> {
  const byClient = sql`
    select bucket, account_id, calls, answered, duration_ms, revenue, cost, charged,
      call_pdd_ms, call_pdds
    from traffic_by_client where ${inScopeTree(scope, 'account_id')}`
  if (scope.kind === 'everything') return byClient
  return sql`${byClient} union all
    select bucket, settlement_id, attempts, answered, duration_ms, 0, 0, bought,
      attempt_pdd_ms, attempt_pdds
    from traffic_by_gateway where ${inScope(scope, 'settlement_id')}`
}

/** A condition: the open call, its columns after `call`, is one that the scope placed or takes. */
export const openCallInScope = (scope: Scope, call = ''): RawBuilder<boolean> =>
  inScopeTree(scope, `${call}${scope.kind === 'settlement' ? 'settlement_id' : 'account_id'}`)
