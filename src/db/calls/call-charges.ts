// The parts of a call besides its records: the charges of each party, and the reasons for its
// route.
import { sql } from 'kysely'
import type { Money, Sum } from '#core/money.ts'
import type { LoggedStep } from '#core/routing/trace.ts'
import type { Terms } from '#core/tariff/terms.ts'
import type { Database } from '../database.ts'
import { aroundCall } from '../periods.ts'
import { inScope, isOfAdmin, type Scope } from '../scope.ts'
import { type WithEncodedTerms, withTerms } from './charge-terms.ts'

interface ChargeRow {
  readonly account_id: number
  readonly account_name: string
  readonly depth: number
  readonly tariff_id: number
  readonly tariff_name: string | null
  readonly tariff_currency: string
  readonly prefix: string
  /** As they were when the call began. */
  readonly terms: Terms
  readonly duration_seconds: number
  readonly billed_seconds: number
  readonly package_seconds: number
  readonly package_name: string | null
  readonly net: Money
  readonly vat: Money
  readonly amount: Money
  readonly currency: string
  readonly attempts: number
  readonly income: Money
  readonly balance_after: Sum | null
  readonly re_rating_id: number | null
}

/**
 * The charges of each party of the scope: the client, the resellers above it, settlement accounts.
 */
export async function findCharges(
  database: Database,
  scope: Scope,
  call_id: string,
): Promise<ChargeRow[]> {
  const { rows } = await sql<WithEncodedTerms<ChargeRow>>`
    select h.account_id, a.name as account_name, h.depth, h.tariff_id, t.name as tariff_name,
      coalesce(t.currency, h.currency) as tariff_currency, h.prefix, h.terms,
      h.duration_seconds, h.billed_seconds, h.net, h.vat, h.amount,
      h.currency, h.attempts, h.income, h.package_seconds, p.name as package_name,
      h.re_rating_id, l.balance_after::numeric
    from call_charge h
    join account a on a.id = h.account_id
    left join tariff t on t.id = h.tariff_id
    left join package_subscription s on s.id = h.package_subscription_id
    left join package p on p.id = s.package_id
    left join ledger_entry l on l.call_id = h.call_id and l.account_id = h.account_id
      and l.kind = 'CALL' and not exists (
        select from ledger_entry r where r.reverses_id = l.id)
    where ${aroundCall(call_id, 'h.started_at')} and h.call_id = ${call_id}::bigint
      and ${isOfAdmin(scope) ? sql`true` : inScope(scope, 'h.account_id')}
    order by h.depth < 0, h.depth`.execute(database)
  return rows.map(withTerms)
}

/** The steps of the decision; none when routing did not log the call. */
export async function findRoutingSteps(
  database: Database,
  call_id: string,
): Promise<readonly LoggedStep[]> {
  const { rows } = await sql<{ steps: readonly LoggedStep[] }>`
    select steps from routing_log l
    where ${aroundCall(call_id, 'l.started_at')} and l.call_id = ${call_id}::bigint`.execute(
    database,
  )
  return rows[0]?.steps ?? []
}
