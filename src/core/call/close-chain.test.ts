// The charges of a chain of payers, in several currencies, and for attempts.
import { expect, test } from 'vitest'
import {
  LONG,
  makeAttempt,
  makeCall,
  makeEnd,
  NOT_ANSWERED,
  pick,
  START,
} from '#test/support/ended-calls.ts'
import { makeClient, secondGateway, secondSettlement } from '#test/support/snapshot.ts'
import { cheapBuyTariff, makeTariff } from '#test/support/tariffs.ts'
import { amount, makeTerms, perMinute, share, worth } from '#test/support/terms.ts'
import type { Payer } from '../account/payer.ts'
import { NO_MONEY } from '../money.ts'
import type { Call } from './call.ts'
import { closeCall } from './close-call.ts'

const increments = (rate: string, increment: number) =>
  makeTerms({ rate: perMinute(rate), first_increment: increment, next_increment: increment })

test('case 23: each of a chain pays at its own rate, and the top one pays the operator', () => {
  const rates = [{ prefix: '', rate: perMinute('0.03') }]
  const base = makeCall({ tariffs: [cheapBuyTariff({ rates })] })
  const [client] = base.payers
  const reseller = (depth: number, rate: string, increment: number): Payer => ({
    account_id: 10 + depth,
    depth,
    parent_id: 11 + depth,
    price: { ...client.price, terms: increments(rate, increment) },
    cost_limit: null,
    has_limit: true,
  })
  const call: Call = {
    ...base,
    payers: [client, reseller(1, '0.05', 6), reseller(2, '0.045', 60)],
  }
  const closed = closeCall(call, makeEnd({ gateway_id: 31, ended_at: START + 100 }), LONG)
  expect(
    closed.charges.map(({ payer, charge }) => [payer.depth, charge.billed_seconds, charge.amount]),
  ).toEqual([
    [0, 95, amount('0.095')],
    [1, 96, amount('0.08')],
    [2, 120, amount('0.09')],
    [-1, 95, amount('0.0475')],
  ])
  expect(pick(closed, 'sell_amount', 'buy_amount', 'revenue', 'cost')).toEqual([
    [amount('0.095'), amount('0.0475'), amount('0.09'), amount('0.0475')],
  ])
  // Each is paid by the one below: the margins of the vector are income less cost.
  expect(closed.charges.map(({ income }) => income)).toEqual([
    amount('0.095'),
    amount('0.08'),
    NO_MONEY,
    NO_MONEY,
  ])
})

test('income is in the currency of whoever gets it, revenue in that of the system', () => {
  const base = makeCall()
  const [client] = base.payers
  const priced = (currency: string, party_fx: string): Payer['price'] => ({
    ...client.price,
    terms: {
      ...client.price.terms,
      currency,
      party_fx: worth(party_fx),
      tariff_fx: worth(party_fx),
    },
  })
  const payers: Call['payers'] = [
    { ...client, price: priced('EUR', '1.25') },
    { ...client, account_id: 11, depth: 1, price: priced('GBP', '1.5') },
  ]
  const closed = closeCall({ ...base, payers }, makeEnd(), LONG)
  // 0.06 EUR are 0.075 USD, which are 0.05 GBP; 0.06 GBP are 0.09 USD, of which 0.03 go on.
  expect(closed.charges.map(({ income }) => income)).toEqual([amount('0.05'), NO_MONEY, NO_MONEY])
  expect(pick(closed, 'revenue', 'cost', 'sell_currency', 'sell_fx')).toEqual([
    [amount('0.09'), amount('0.03'), 'EUR', worth('1.25')],
  ])
})

test('case 22: attempts cost the client once, and the carrier gets its fee for each', () => {
  const fee = (text: string) => ({ prefix: '', attempt_fee: amount(text), rate: perMinute('0.03') })
  const call = makeCall({
    clients: [makeClient({ vat_percent: share('20') })],
    tariffs: [
      makeTariff({ rates: [fee('0.01')] }),
      makeTariff({ id: 2, kind: 'BUY', rates: [fee('0.002')] }),
      makeTariff({ id: 3, kind: 'BUY', rates: [fee('0.002')] }),
    ],
    settlements: [secondSettlement({ id: 20 })],
    gateways: [secondGateway({ settlement_id: 20 })],
  })
  const attempts = [makeAttempt(30), makeAttempt(31)]
  const closed = closeCall(call, makeEnd({ ...NOT_ANSWERED, sip_code: 503, attempts }), LONG)
  expect(closed.charges.map(({ payer, charge }) => [payer.account_id, charge.amount])).toEqual([
    [10, amount('0.012')],
    [20, amount('0.004')],
  ])
  expect(pick(closed, 'sell_amount', 'buy_amount', 'revenue', 'cost')).toEqual([
    [NO_MONEY, amount('0.002'), NO_MONEY, NO_MONEY],
    [amount('0.012'), amount('0.002'), amount('0.01'), amount('0.004')],
  ])
})
