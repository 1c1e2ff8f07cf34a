// The charge of one party of a call as a row.
import type { PackageHold } from '../account/payer.ts'
import type { Call } from '../call/call.ts'
import type { PartyCharge } from '../call/close-call.ts'
import { encodeTerms } from '../tariff/stored-terms.ts'
import type { ChargeRow } from './call-batch-rows.ts'

export function chargeRow(
  { call_id, started_at }: Call,
  { payer, charge, attempts, package_seconds, income }: PartyCharge,
  package_hold: PackageHold | null,
): ChargeRow {
  const { price, account_id, depth, parent_id } = payer
  return {
    call_id,
    started_at,
    account_id,
    depth,
    parent_id,
    tariff_id: price.tariff_id,
    rate_id: price.rate_id,
    prefix: price.prefix,
    terms: encodeTerms(price.terms),
    currency: price.terms.currency,
    attempts,
    income,
    package_subscription_id: package_seconds > 0 ? (package_hold?.subscription_id ?? null) : null,
    package_seconds,
    ...charge,
  }
}
