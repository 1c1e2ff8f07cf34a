import { expect, test } from 'vitest'
import {
  LONG,
  makeAnswer,
  makeAttempt,
  makeCall,
  makeEnd,
  NOT_ANSWERED,
  pick,
  START,
} from '#test/support/ended-calls.ts'
import { makeClient, secondSettlement } from '#test/support/snapshot.ts'
import { makeTariff } from '#test/support/tariffs.ts'
import { amount, perMinute, share } from '#test/support/terms.ts'
import { addMoney, NO_MONEY, SYSTEM_FX } from '../money.ts'
import type { CallEnd } from './call.ts'
import type { CallRecord } from './call-record.ts'
import { closeCall } from './close-call.ts'

function only<T>(rows: readonly T[]): T {
  expect(rows).toHaveLength(1)
  return rows[0] as T
}

test('a call that the first gateway answers has one record with the money of both sides', () => {
  const closed = closeCall(makeCall(), makeEnd({ attempts: [makeAnswer(30)] }), LONG)
  expect(only(closed.records)).toEqual<CallRecord>({
    started_at: START,
    sent_at: START,
    progress_at: START + 2,
    answered_at: START + 5,
    ended_at: START + 65,
    call_id: '123',
    account_id: 10,
    client_type: 'WHOLESALE',
    client_ip_id: 100,
    tariff_id: 1,
    rate_id: 1,
    sell_rate: perMinute('0.06'),
    sell_amount: amount('0.06'),
    billed_seconds: 60,
    prefix: '',
    destination: '',
    settlement_id: 20,
    gateway_id: 30,
    gateway_address: '198.51.100.30:5060',
    buy_tariff_id: 2,
    buy_rate_id: 201,
    buy_rate: perMinute('0.03'),
    buy_amount: amount('0.03'),
    buy_billed_seconds: 60,
    buy_prefix: '',
    revenue: amount('0.06'),
    cost: amount('0.03'),
    route_plan_id: 1,
    route_rule_id: 50,
    duration_ms: 60_000,
    pdd_ms: 2000,
    call_pdd_ms: 2000,
    routing_ms: 3,
    sip_code: 200,
    q850_cause: 16,
    gateway_sip_code: 200,
    gateway_q850_cause: null,
    attempt_end: 'ANSWERED',
    not_sent_reason: null,
    gateway_user_agent: '',
    sip_reason: 'OK',
    source_ip: '192.0.2.7',
    source_port: 5060,
    attempt_no: 1,
    is_last: true,
    status: 'ANSWERED',
    refusal: null,
    fault: null,
    release_side: 'CALLER',
    caller_number: '12025550100',
    caller_name: 'Ann',
    dialled_number: '442071838750',
    called_number: '442071838750',
    sent_number: '442071838750',
    sip_call_id: 'abc@192.0.2.7',
    user_agent: 'PBX 1.0',
    engine: 'e1',
    sip_user_id: null,
    reseller_ids: [],
    route_target_id: 61,
    routed_caller_number: '12025550100',
    sent_caller_number: '12025550100',
    transport: 'UDP',
    media_mode: 'PROXY',
    codec: '',
    media: null,
    one_way_audio: null,
    early_media: false,
    sell_currency: 'USD',
    sell_fx: SYSTEM_FX,
    buy_currency: 'USD',
    buy_fx: SYSTEM_FX,
    pai: '',
    rpid: '',
    diversion: '',
    privacy: '',
    from_domain: '192.0.2.7',
    dialled_domain: '192.0.2.1',
    local_address: '192.0.2.1:5060',
    sent_caller_name: 'Ann',
    tunnel_id: null,
  })
  expect(closed.charges.map((party) => [party.payer.account_id, party.balance_change])).toEqual([
    [10, amount('-0.06')],
    [20, amount('0.03')],
  ])
})

test('after a failed gateway the price is that of the one that answered', () => {
  const attempts = [makeAttempt(30, { ringing_at: START + 0.5 })]
  const closed = closeCall(makeCall(), makeEnd({ gateway_id: 31, attempts }), LONG)
  expect(pick(closed, 'attempt_no', 'is_last', 'gateway_id', 'status', 'sip_code')).toEqual([
    [1, false, 30, 'FAILED', null],
    [2, true, 31, 'ANSWERED', 200],
  ])
  expect(pick(closed, 'buy_rate', 'buy_amount', 'revenue', 'cost', 'duration_ms')).toEqual([
    [perMinute('0.03'), 0, 0, 0, 0],
    [perMinute('0.02'), amount('0.02'), amount('0.06'), amount('0.02'), 60_000],
  ])
  expect(pick(closed, 'started_at', 'ended_at', 'answered_at', 'q850_cause')).toEqual([
    [START, START + 1, null, null],
    [START, START + 65, START + 5, 16],
  ])
  expect(closed.charges.map((party) => party.payer.account_id)).toEqual([10, 21])
})

test('when all gateways fail, the last attempt stands for the call, and nobody pays', () => {
  const attempts = [makeAttempt(30), makeAttempt(31, { sip_code: 500, ended_at: START + 3 })]
  const end = makeEnd({ ...NOT_ANSWERED, sip_code: 503, reason: 'Unavailable', attempts })
  const closed = closeCall(makeCall(), end, LONG)
  expect(pick(closed, 'attempt_no', 'is_last', 'gateway_id', 'status', 'refusal')).toEqual([
    [1, false, 30, 'FAILED', null],
    [2, true, 31, 'FAILED', 'ALL_ROUTES_FAILED'],
  ])
  expect(pick(closed, 'sip_code', 'sip_reason', 'ended_at')).toEqual([
    [null, '', START + 1],
    [503, 'Unavailable', START + 4],
  ])
  expect(pick(closed, 'gateway_sip_code', 'gateway_q850_cause', 'attempt_end')).toEqual([
    [503, 34, 'REFUSED'],
    [500, 34, 'REFUSED'],
  ])
  expect(closed.charges).toEqual([])
})

test.each([486, 600, 603, 607, 608])('%i is the word of the called user, not ours', (sip_code) => {
  const attempts = [makeAttempt(30, { sip_code, q850_cause: 17 })]
  const closed = closeCall(makeCall(), makeEnd({ ...NOT_ANSWERED, sip_code, attempts }), LONG)
  expect(pick(closed, 'status', 'refusal', 'sip_code')).toEqual([['FAILED', null, sip_code]])
})

test('whether a gateway was heard before the answer stands in the last record', () => {
  const attempts = [makeAttempt(30)]
  const end = makeEnd({ gateway_id: 31, attempts, early_media: true })
  expect(pick(closeCall(makeCall(), end, LONG), 'early_media')).toEqual([[false], [true]])
})

test('a call cancelled before any gateway was tried has one record without a gateway', () => {
  const end = makeEnd({ ...NOT_ANSWERED, sip_code: 487, released_by: 'CALLER' })
  const closed = closeCall(makeCall(), end, LONG)
  expect(pick(closed, 'status', 'attempt_no', 'is_last', 'gateway_id', 'buy_rate')).toEqual([
    ['CANCELLED', 0, true, null, null],
  ])
  expect(pick(closed, 'sell_rate', 'sell_amount', 'refusal', 'pdd_ms')).toEqual([
    [perMinute('0.06'), 0, null, null],
  ])
  expect(closed.charges).toEqual([])
})

test('a call cancelled while it rings keeps its attempts and when it rang', () => {
  const attempts = [
    makeAttempt(30),
    makeAttempt(31, { sip_code: 487, sent_at: START + 1, ringing_at: START + 2.25 }),
  ]
  const end = makeEnd({ ...NOT_ANSWERED, sip_code: 487, released_by: 'CALLER', attempts })
  const closed = closeCall(makeCall(), end, LONG)
  expect(pick(closed, 'attempt_no', 'status', 'release_side', 'progress_at')).toEqual([
    [1, 'FAILED', null, null],
    [2, 'CANCELLED', 'CALLER', START + 2.25],
  ])
  expect(pick(closed, 'pdd_ms', 'call_pdd_ms')).toEqual([
    [null, null],
    [1250, 2250],
  ])
  expect(closed.charges).toEqual([])
})

test.each(['BALANCE_END', 'COST_LIMIT_END', 'DURATION_LIMIT', 'HUNG_UP', 'CALL_LOST'] as const)(
  'a call that the switch cuts is answered and paid, and says why: %s',
  (cut) => {
    const closed = closeCall(makeCall(), makeEnd({ cut, released_by: 'SWITCH' }), LONG)
    expect(pick(closed, 'status', 'refusal', 'release_side', 'sell_amount')).toEqual([
      ['ANSWERED', cut, 'SWITCH', amount('0.06')],
    ])
  },
)

test('the client pays for no more than was granted, the gateway is paid for all', () => {
  const closed = closeCall(makeCall(), makeEnd({ ended_at: START + 65.7 }), 60)
  expect(pick(closed, 'duration_ms', 'billed_seconds', 'buy_billed_seconds')).toEqual([
    [60_700, 60, 61],
  ])
  expect(pick(closed, 'sell_amount', 'buy_amount', 'revenue', 'cost')).toEqual([
    [amount('0.06'), amount('0.0305'), amount('0.06'), amount('0.0305')],
  ])
})

test('an answer without any talk costs nothing, and no balance moves by minus zero', () => {
  const closed = closeCall(makeCall(), makeEnd({ ended_at: START + 5 }), LONG)
  expect(pick(closed, 'status', 'duration_ms', 'sell_amount', 'revenue')).toEqual([
    ['ANSWERED', 0, 0, 0],
  ])
  expect(closed.charges.map((party) => party.balance_change)).toEqual([0, 0])
})

test('an end before its answer, as after a clock was set, lasts nothing', () => {
  const closed = closeCall(makeCall(), makeEnd({ ended_at: START + 3 }), LONG)
  expect(pick(closed, 'duration_ms', 'sell_amount', 'buy_amount')).toEqual([[0, 0, 0]])
})

test("VAT is nobody's revenue and nobody's cost", () => {
  const call = makeCall({
    clients: [makeClient({ vat_percent: share('20') })],
    settlements: [secondSettlement({ vat_percent: share('10') })],
  })
  const closed = closeCall(call, makeEnd({ gateway_id: 31 }), LONG)
  expect(pick(closed, 'sell_amount', 'buy_amount', 'revenue', 'cost')).toEqual([
    [amount('0.072'), amount('0.022'), amount('0.06'), amount('0.02')],
  ])
})

test('a call sold below cost has more cost than revenue', () => {
  const tariffs = [makeTariff({ rates: [{ prefix: '', rate: perMinute('0.01') }] })]
  expect(pick(closeCall(makeCall({ tariffs }), makeEnd(), LONG), 'revenue', 'cost')).toEqual([
    [amount('0.01'), amount('0.03')],
  ])
})

test('a call that a gateway unknown to us answered is sold all the same', () => {
  const closed = closeCall(makeCall(), makeEnd({ gateway_id: 999 }), LONG)
  expect(pick(closed, 'status', 'gateway_id', 'sell_amount')).toEqual([
    ['ANSWERED', null, amount('0.06')],
  ])
  expect(closed.charges).toHaveLength(1)
})

test.each<[string, Partial<CallEnd>, number]>([
  ['answered at once', {}, 1],
  ['answered at the second gateway', { gateway_id: 31, attempts: [makeAttempt(30)] }, 2],
  ['failed', { ...NOT_ANSWERED, sip_code: 503, attempts: [makeAttempt(30), makeAttempt(31)] }, 2],
  ['cancelled', { ...NOT_ANSWERED, sip_code: 487, attempts: [] }, 1],
  ['cancelled later', { ...NOT_ANSWERED, sip_code: 487, attempts: [makeAttempt(30)] }, 1],
])('one record an attempt, and exactly one stands for the call: %s', (_name, end, size) => {
  const { records, charges } = closeCall(makeCall(), makeEnd(end), LONG)
  expect(records).toHaveLength(size)
  expect(records.map(({ is_last }) => is_last)).toEqual(records.map((_, at) => at === size - 1))
  expect(new Set(records.map(({ attempt_no }) => attempt_no)).size).toBe(size)
  const sold = records.map(({ sell_amount }) => sell_amount).reduce(addMoney)
  expect(sold).toBe(charges.find(({ payer }) => payer.depth === 0)?.charge.amount ?? NO_MONEY)
})
