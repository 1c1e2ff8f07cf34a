// A minute below a chain of resellers, charged to each payer.
import { money } from '#core/money.ts'
import { NO_PACKAGE, recordAt } from './calls.ts'

/** The client pays 0.03, and each reseller above it, the nearest first, 0.005 less. */
export function chargedMinute(
  client_id: number,
  reseller_ids: readonly number[],
  tariff_id: number,
) {
  const record = recordAt(Date.now(), {
    ...{ account_id: client_id, reseller_ids: [...reseller_ids], destination: 'United Kingdom' },
    ...{ status: 'ANSWERED', duration_ms: 60_000, billed_seconds: 60, sip_code: 200 },
  })
  const payers = [client_id, ...reseller_ids]
  const charges = payers.map((account_id, depth) => {
    const net = money(30_000 - 5000 * depth)
    return {
      ...{ call_id: record.call_id, started_at: record.started_at, account_id, depth },
      ...{ tariff_id, rate_id: 1, prefix: '44', terms: { rate: 1 } as never },
      ...{ duration_seconds: 60, billed_seconds: 60, net, vat: money(0), amount: net },
      ...{ parent_id: payers[depth + 1] ?? 1, currency: 'USD', attempts: 1, income: net },
      ...NO_PACKAGE,
    }
  })
  return { record, charges }
}
