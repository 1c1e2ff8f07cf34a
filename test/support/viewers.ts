// Clients and settlement accounts that log in, with calls that some of them may see: one over two
// carriers, one of another client, and one that is going on.

import { createRetailClient } from '#contract/accounts/retail-clients.ts'
import { createSettlement } from '#contract/accounts/settlements.ts'
import { createWholesaleClient } from '#contract/accounts/wholesale-clients.ts'
import { createPayment } from '#contract/payments/payments.ts'
import { createGateway } from '#contract/routing/gateways.ts'
import { createTariffRate } from '#contract/tariffs/tariff-rates.ts'
import { createTariff } from '#contract/tariffs/tariffs.ts'
import type { ChargeRow } from '#core/billing/call-batch-rows.ts'
import type { CallRecord } from '#core/call/call-record.ts'
import { type Money, money, rate } from '#core/money.ts'
import type { TestApi } from './api.ts'
import { NO_PACKAGE, openCall, recordAt, writeCalls } from './calls.ts'
import { clientForm, gatewayForm, rateForm, settlementForm, tariffForm } from './forms.ts'

type Kind = 'SELL' | 'BUY'

async function addAccounts({ admin }: TestApi) {
  const addTariff = async (name: string, kind: Kind, destination: string) => {
    const { data } = await admin.call(createTariff, { body: { ...tariffForm, name, kind } })
    const rates = [
      {
        ...rateForm,
        destination,
        rate: rate(kind === 'BUY' ? 700_000 : 1_230_000),
        notes: 'Secret of the operator',
      },
      { ...rateForm, prefix: '8801', destination: `${destination} Mobile`, rate: rate(2_000_000) },
    ]
    for (const body of rates) await admin.call(createTariffRate, { params: { tid: data.id }, body })
    return data.id
  }
  const sell = await addTariff('Gold', 'SELL', 'Kingdom')
  const foreign = await addTariff('Silver', 'SELL', 'Foreign')
  const buy = await addTariff('London prices', 'BUY', 'UK')
  const paris_buy = await addTariff('Paris prices', 'BUY', 'France')
  const wholesale = async (tariff: number, name: string) =>
    (await admin.call(createWholesaleClient, { body: clientForm(tariff, name) })).data.id
  const settlement = async (tariff: number, name: string) =>
    (await admin.call(createSettlement, { body: settlementForm(tariff, name) })).data.id
  const acme = await wholesale(sell, 'Acme')
  const other = await wholesale(foreign, 'Other')
  const { data } = await admin.call(createRetailClient, { body: clientForm(sell, 'Rita') })
  const rita = data.id
  const london = await settlement(buy, 'London')
  const paris = await settlement(paris_buy, 'Paris')
  const gateway = async (of: number, name: string) =>
    (await admin.call(createGateway, { body: gatewayForm(of, name) })).data.id
  const gateways = {
    london: await gateway(london, 'London 1'),
    paris: await gateway(paris, 'Paris 1'),
  }
  return { acme, other, rita, london, paris, gateways, tariffs: { sell, foreign, buy, paris_buy } }
}

type Accounts = Awaited<ReturnType<typeof addAccounts>>

const PREFIX = '44'

function callOfAcme({ acme, london, paris, gateways, tariffs }: Accounts, at: number) {
  const common = {
    account_id: acme,
    tariff_id: tariffs.sell,
    sell_rate: rate(1_230_000),
    sell_currency: 'USD',
    buy_currency: 'USD',
    prefix: PREFIX,
    destination: 'Kingdom',
    sent_caller_number: '33100000000',
  }
  const failed = recordAt(at, {
    ...common,
    settlement_id: paris,
    gateway_id: gateways.paris,
    gateway_address: '198.51.100.2:5060',
    sent_number: '99442071838750',
    sent_at: at / 1000,
    attempt_end: 'REFUSED',
    gateway_sip_code: 503,
    buy_amount: money(11),
    sip_code: null,
    is_last: false,
    status: 'FAILED',
  })
  const answered: CallRecord = {
    ...failed,
    settlement_id: london,
    gateway_id: gateways.london,
    gateway_address: '198.51.100.1:5060',
    sent_number: '00442071838750',
    buy_tariff_id: tariffs.buy,
    buy_rate: rate(700_000),
    buy_prefix: PREFIX,
    buy_amount: money(7_000),
    buy_billed_seconds: 60,
    attempt_no: 2,
    attempt_end: 'ANSWERED',
    gateway_sip_code: 200,
    is_last: true,
    status: 'ANSWERED',
    answered_at: at / 1000 + 2,
    duration_ms: 60_000,
    billed_seconds: 60,
    sell_amount: money(12_300),
    revenue: money(12_300),
    cost: money(7_011),
    sip_code: 200,
  }
  const charge = (account_id: number, depth: number, amount: Money): ChargeRow => ({
    call_id: failed.call_id,
    started_at: failed.started_at,
    account_id,
    depth,
    parent_id: 1,
    tariff_id: depth === 0 ? tariffs.sell : tariffs.buy,
    rate_id: 1,
    prefix: PREFIX,
    terms: { rate: rate(depth < 0 ? 700_000 : 1_230_000), currency: 'USD' },
    currency: 'USD',
    attempts: 1,
    income: money(0),
    duration_seconds: 60,
    billed_seconds: 60,
    net: amount,
    vat: money(0),
    amount,
    ...NO_PACKAGE,
  })
  const charges = [
    charge(acme, 0, money(12_300)),
    charge(london, -1, money(7_000)),
    charge(paris, -1, money(11)),
  ]
  return { records: [failed, answered], charges, call_id: failed.call_id }
}

export async function addViewers(api: TestApi, at = Date.now()) {
  const accounts = await addAccounts(api)
  const { acme, other, rita, london, paris, gateways } = accounts
  const own = callOfAcme(accounts, at)
  const foreign = recordAt(at, {
    account_id: other,
    settlement_id: paris,
    gateway_id: gateways.paris,
    attempt_end: 'REFUSED',
  })
  const retail = recordAt(at, {
    account_id: rita,
    client_type: 'RETAIL',
    status: 'CANCELLED',
    destination: 'Retail Kingdom',
  })
  const route = {
    gateway_id: gateways.london,
    sent_number: '00442071838750',
    sent_caller_number: '33100000000',
    buy: { price: { terms: { rate: rate(700_000) }, rate_id: 1, tariff_id: 1 } },
  }
  const active = openCall(acme, {
    settlement_id: london,
    gateway_id: gateways.london,
    payer_ids: [acme],
    held: [money(1_500)],
    decided: { payers: [{ price: { terms: { rate: rate(1_230_000) } } }], routes: [route] },
  })
  await writeCalls(api.url, {
    records: [...own.records, foreign, retail],
    charges: own.charges,
    logs: [{ call_id: own.call_id, started_at: at / 1000, steps: [] }],
    opened: [active, openCall(other, { settlement_id: paris, gateway_id: gateways.paris })],
  })
  const pay = (account_id: number, kind: 'RECHARGE' | 'PAYMENT_MADE', reference: string) =>
    api.admin.call(createPayment, {
      body: {
        kind,
        account_id,
        amount: money(5_000_000),
        method: 'bank',
        reference,
        note: 'Thank you',
        private_note: 'Secret of the operator',
        idempotency_key: crypto.randomUUID(),
      },
    })
  await pay(acme, 'RECHARGE', 'From Acme')
  await pay(other, 'RECHARGE', 'From Other')
  await pay(london, 'PAYMENT_MADE', 'To London')
  return {
    ...accounts,
    /** Ids of calls. */
    ids: {
      own: own.call_id,
      foreign: foreign.call_id,
      retail: retail.call_id,
      active: active.call_id,
    },
  }
}

export type Viewers = Awaited<ReturnType<typeof addViewers>>
