// A call of each marked client, answered and going on, with a price of its own for each payer.
import { money, rate } from '#core/money.ts'
import type { TestApi } from './api.ts'
import { NO_PACKAGE, openCall, recordAt, writeCalls } from './calls.ts'
import {
  above,
  figureOf,
  isReseller,
  MARKED,
  type Marked,
  type MarkedAccounts,
  mark,
} from './marked-accounts.ts'
import { payersOf } from './marked-things.ts'

/** The charge of the payer at this depth for the call of the client, in millionths. */
export const chargedAt = (client: Marked, depth: number): number => figureOf(client, 5 + depth)
/** The cost of the operator for it. */
export const boughtFor = (client: Marked): number => figureOf(client, 12)

export const isClient = (one: Marked): boolean => /^[wt]/.test(one)

export async function addMarkedCalls(
  { url, clock }: TestApi,
  { ids, tariffs }: MarkedAccounts,
  gateways: Readonly<Record<'c0' | 'c1', number>>,
) {
  const at = clock.now - 60_000
  const found = MARKED.filter(isClient).map((client) => {
    const payers = payersOf(client)
    const tariffOf = (payer: Marked) =>
      tariffs[mark(above(payer) ?? 'op', isReseller(payer) ? 'cost' : 'sell')] ?? 0
    const of_op = {
      ...{ settlement_id: ids.c1, gateway_id: gateways.c1 },
      ...{ buy_amount: money(boughtFor(client)), buy_tariff_id: tariffs[mark('c1', 'buy')] ?? 0 },
      ...{ gateway_user_agent: mark('op', 'agent'), sent_number: '0044' },
    }
    const record = recordAt(at, {
      ...{ account_id: ids[client], reseller_ids: payers.slice(1).map((one) => ids[one]) },
      client_type: client.startsWith('t') ? 'RETAIL' : 'WHOLESALE',
      ...{ destination: mark(client, 'calldest'), caller_name: mark(client, 'callername') },
      ...{ status: 'ANSWERED', attempt_end: 'ANSWERED', duration_ms: 60_000, billed_seconds: 60 },
      ...{ sip_code: 200, prefix: '44', sell_amount: money(chargedAt(client, 0)) },
      revenue: money(chargedAt(client, payers.length - 1)),
      cost: money(boughtFor(client)),
      ...of_op,
    })
    const charges = payers.map((payer, depth) => {
      const net = money(chargedAt(client, depth))
      const next = payers[depth + 1]
      return {
        ...{ call_id: record.call_id, started_at: record.started_at, depth },
        ...{ account_id: ids[payer], parent_id: next ? ids[next] : 1 },
        ...{ tariff_id: tariffOf(payer), rate_id: 1, prefix: '44', terms: { rate: 1 } as never },
        ...{ duration_seconds: 60, billed_seconds: 60, net, vat: money(0), amount: net },
        ...{ currency: 'USD', attempts: 1, income: net },
        ...NO_PACKAGE,
      }
    })
    const price = (value: number, tariff_id: number) => ({
      terms: { rate: rate(value) },
      tariff_id,
    })
    const open = openCall(ids[client], {
      ...{ settlement_id: ids.c1, gateway_id: gateways.c1 },
      destination: mark(client, 'calldest'),
      payer_ids: payers.map((one) => ids[one]).toReversed(),
      held: payers.map((_, depth) => money(chargedAt(client, depth))).toReversed(),
      decided: {
        payers: payers.map((one, depth) => ({
          account_id: ids[one],
          price: price(chargedAt(client, depth), tariffOf(one)),
        })),
        routes: [
          {
            gateway_id: gateways.c1,
            buy: { price: price(boughtFor(client), tariffs[mark('c1', 'buy')] ?? 0) },
          },
        ],
      },
    })
    return { record, charges, open }
  })
  const records = found.map(({ record }) => record)
  const logs = records.map(({ call_id, started_at }) => ({ call_id, started_at, steps: [] }))
  await writeCalls(url, {
    records,
    charges: found.flatMap(({ charges }) => charges),
    opened: found.map(({ open }) => open),
    logs,
  })
  return found.flatMap(({ record, open }) => [record.call_id, open.call_id])
}
