import { expect, test } from 'vitest'
import { expectRefused, expectRouted, namesOf, type Situation } from '#test/support/decide.ts'
import { makePlan, makeRule, makeTarget } from '#test/support/route-plans.ts'
import {
  makeClient,
  makeClientIp,
  makeGateway,
  makeUsage,
  type Parts,
  START_MS,
  secondGateway,
} from '#test/support/snapshot.ts'
import { cheapBuyTariff, dearBuyTariff, makeTariff } from '#test/support/tariffs.ts'
import { amount, perMinute, share } from '#test/support/terms.ts'
import type { Refused, Routed } from './decision.ts'

const stepsOf = (decision: Routed | Refused) => decision.trace.map(({ step }) => step)
const noGateways: Parts = { gateways: [makeGateway({ codecs: [] }), secondGateway({ codecs: [] })] }

const one = { prefix: '44', rate: perMinute('0.06') }
const blockedRate = makeTariff({ rates: [{ ...one, blocked: true }] })
const blockingPlan = makePlan({ rules: [makeRule({ action: 'BLOCK' })] })
const otherPlan = makePlan({ rules: [makeRule({ dst_prefix: '49' })] })
const lossMaker = makeTariff({
  loss_protection: true,
  rates: [{ ...one, rate: perMinute('0.01') }],
})
const fullGateways = makeUsage({ 'GATEWAY 30': { calls: 1 }, 'GATEWAY 31': { calls: 1 } })
const smallGateways = [makeGateway({ channel_limit: 1 }), secondGateway({ channel_limit: 1 })]
const smallTargets = makePlan({
  rules: [makeRule({ targets: [makeTarget({ id: 50, channel_limit: 1 })] })],
})
const fullTargets = makeUsage({ 'TARGET 50': { calls: 1 } })
const buyless: Parts = {
  tariffs: [dearBuyTariff({ rates: [] }), cheapBuyTariff({ status: 'blocked' })],
}

test.each<[string, Refused['refusal'], Situation]>([
  ['an address on no list', 'AUTH_UNKNOWN_IP', { invite: { source_ip: '192.0.2.8' } }],
  [
    'an address of a client that is gone',
    'AUTH_UNKNOWN_IP',
    { parts: { callers: [['192.0.2.7', makeClientIp({ account_id: 999 })]] } },
  ],
  ['a blocked client', 'AUTH_BLOCKED', { parts: { clients: [makeClient({ status: 'blocked' })] } }],
  ['a closed client', 'AUTH_BLOCKED', { parts: { clients: [makeClient({ status: 'closed' })] } }],
  ['a national number', 'NUM_FORMAT', { invite: { dialled_number: '02071838750' } }],
  ['a name instead of a number', 'NUM_FORMAT', { invite: { dialled_number: 'alice' } }],
  [
    'one call more than the client may have',
    'LIMIT_CHANNEL_CLIENT',
    {
      parts: { clients: [makeClient({ channel_limit: 3 })] },
      usage: makeUsage({ 'CLIENT 10': { calls: 3 } }),
    },
  ],
  [
    'one start more than the client may make in a second',
    'LIMIT_CPS_CLIENT',
    {
      parts: { clients: [makeClient({ cps_limit: 5 })] },
      usage: makeUsage({ 'CLIENT 10': { starts: 5 } }),
    },
  ],
  [
    'a number without a rate',
    'DEST_NO_RATE',
    { parts: { tariffs: [makeTariff({ rates: [{ ...one, prefix: '49' }] })] } },
  ],
  [
    'a rate that begins tomorrow',
    'DEST_NO_RATE',
    { parts: { tariffs: [makeTariff({ rates: [{ ...one, starts: START_MS / 1000 + 86_400 }] })] } },
  ],
  ['a blocked tariff', 'DEST_NO_RATE', { parts: { tariffs: [makeTariff({ status: 'blocked' })] } }],
  ['a switch that is drained', 'DRAINING', { parts: { is_draining: true } }],
  [
    'a tariff that is still being loaded',
    'SWITCH_UNAVAILABLE',
    { parts: { clients: [makeClient({ tariff_id: 9 })] } },
  ],
  ['a blocked rate', 'DEST_BLOCKED', { parts: { tariffs: [blockedRate] } }],
  ['a rule that blocks', 'DEST_BLOCKED', { parts: { route_plans: [blockingPlan] } }],
  [
    'a rate above what the client allows',
    'RATE_TOO_HIGH',
    { parts: { clients: [makeClient({ max_sell_rate: perMinute('0.05999999') })] } },
  ],
  [
    'a client without a route plan',
    'NO_ROUTE',
    { parts: { clients: [makeClient({ route_plan_id: null })] } },
  ],
  [
    'a blocked route plan',
    'NO_ROUTE',
    { parts: { route_plans: [makePlan({ status: 'blocked' })] } },
  ],
  ['a plan without a rule for it', 'NO_ROUTE', { parts: { route_plans: [otherPlan] } }],
  [
    'a rule without gateways',
    'NO_ROUTE',
    { parts: { route_plans: [makePlan({ rules: [makeRule({ targets: [] })] })] } },
  ],
  ['no gateway with a price', 'NO_ROUTE', { parts: buyless }],
  [
    'settlement accounts used up',
    'BALANCE_SETTLEMENT',
    { usage: makeUsage({}, { exhausted: [20, 21] }) },
  ],
  ['only gateways that cost more', 'NO_PROFIT', { parts: { tariffs: [lossMaker] } }],
  [
    'only full gateways',
    'LIMIT_GATEWAY',
    { parts: { gateways: smallGateways }, usage: fullGateways },
  ],
  [
    'only targets with all channels in use',
    'LIMIT_TARGET',
    { parts: { route_plans: [smallTargets] }, usage: fullTargets },
  ],
  ['no codec in common', 'CODEC_MISMATCH', { parts: noGateways }],
])('refuses %s: %s', (_name, refusal, situation) => {
  const refused = expectRefused(situation)
  expect(refused.refusal).toBe(refusal)
  expect(refused.trace.at(-1)).toMatchObject({ step: 'REFUSED', refusal })
})

test('a rule that blocks says why in the trace', () => {
  const rule = makeRule({ action: 'BLOCK', block_reason: 'Fraud' })
  const refused = expectRefused({ parts: { route_plans: [makePlan({ rules: [rule] })] } })
  expect(refused.trace.at(-2)).toMatchObject({ step: 'BLOCKED', reason: 'Fraud' })
})

test('a limit of a client is the last call that it may have', () => {
  const clients = [makeClient({ channel_limit: 3, cps_limit: 5 })]
  const usage = makeUsage({ 'CLIENT 10': { calls: 2, starts: 4 } })
  expect(expectRouted({ parts: { clients }, usage }).kind).toBe('routed')
})

test('a rate at the highest that the client allows is not above it', () => {
  const clients = [makeClient({ max_sell_rate: perMinute('0.06') })]
  expect(expectRouted({ parts: { clients } }).kind).toBe('routed')
})

test('of several reasons the one nearest to a working route is told', () => {
  const tariffs = [lossMaker]
  const gateways = [makeGateway({ channel_limit: 1 }), secondGateway()]
  expect(expectRefused({ parts: { tariffs, gateways }, usage: fullGateways }).refusal).toBe(
    'NO_PROFIT',
  )
  const parts = { gateways: [makeGateway({ channel_limit: 1 }), secondGateway({ codecs: [] })] }
  expect(expectRefused({ parts, usage: fullGateways }).refusal).toBe('LIMIT_GATEWAY')
})

test('what is known of the caller grows with each step, up to the refusal', () => {
  const known = {
    account_id: 10,
    client_type: 'WHOLESALE',
    client_ip_id: 100,
    sip_user_id: null,
    reseller_ids: [],
  }
  const called_number = '442071838750'
  const unknown = expectRefused({ invite: { source_ip: '192.0.2.8' } })
  expect([unknown.identity, unknown.payers, stepsOf(unknown)]).toEqual([{}, [], ['REFUSED']])
  const odd = expectRefused({ invite: { dialled_number: 'alice' } })
  expect([odd.identity, odd.payers, stepsOf(odd)]).toEqual([known, [], ['CALLER', 'REFUSED']])
  const unrated = expectRefused({ parts: { clients: [makeClient({ tariff_id: 9 })] } })
  expect(unrated.identity).toEqual({
    ...known,
    called_number,
    routed_caller_number: '12025550100',
  })
  expect(unrated.payers).toEqual([])
  const blocked = expectRefused({ parts: { tariffs: [blockedRate] } })
  expect(blocked.payers).toMatchObject([{ account_id: 10, depth: 0, price: { prefix: '44' } }])
  expect(stepsOf(blocked)).toEqual(['CALLER', 'NUMBER', 'RATE', 'REFUSED'])
})

test('an ORDERED plan routes by position, at the price of the client', () => {
  const routed = expectRouted({
    parts: {
      clients: [makeClient({ vat_percent: share('20') })],
      tariffs: [makeTariff({ connect_fee: amount('0.01'), rates: [{ ...one, id: 4 }] })],
    },
  })
  expect(namesOf(routed)).toEqual(['one-a', 'two-a'])
  expect(routed).toMatchObject({
    identity: {
      account_id: 10,
      client_type: 'WHOLESALE',
      client_ip_id: 100,
      called_number: '442071838750',
    },
    route_plan_id: 1,
    route_rule_id: 50,
    max_call_duration_seconds: 7200,
  })
  expect(routed.payers).toMatchObject([
    {
      account_id: 10,
      depth: 0,
      price: {
        tariff_id: 1,
        rate_id: 4,
        prefix: '44',
        terms: {
          rate: perMinute('0.06'),
          first_rate: perMinute('0.06'),
          connect_fee: amount('0.01'),
          vat_percent: share('20'),
        },
      },
    },
  ])
  expect(stepsOf(routed)).toEqual([
    'CALLER',
    'NUMBER',
    'RATE',
    'RULE',
    'GATEWAY',
    'GATEWAY',
    'ORDER',
  ])
})

test('an LCR plan routes by cost', () => {
  const route_plans = [makePlan({ mode: 'LCR' })]
  expect(namesOf(expectRouted({ parts: { route_plans } }))).toEqual(['two-a', 'one-a'])
})

test('what a rate says goes before what its tariff says, zero included', () => {
  const rates = [
    { ...one, first_rate: perMinute('0.1'), first_increment: 30, connect_fee: amount('0') },
  ]
  const tariff = makeTariff({
    first_increment: 60,
    next_increment: 6,
    connect_fee: amount('1'),
    rates,
  })
  const [payer] = expectRouted({ parts: { tariffs: [tariff] } }).payers
  expect(payer.price.terms).toMatchObject({
    first_rate: perMinute('0.1'),
    first_increment: 30,
    next_increment: 6,
    connect_fee: 0,
  })
})

test('the tech prefix tells the client and is taken off before anything is rated', () => {
  const parts: Parts = {
    clients: [makeClient({ id: 11, name: 'Beta' })],
    callers: [
      ['192.0.2.7', makeClientIp()],
      ['192.0.2.7', makeClientIp({ id: 101, account_id: 11, tech_prefix: '77#' })],
    ],
  }
  const routed = expectRouted({ parts, invite: { dialled_number: '77#+442071838750' } })
  expect(routed.identity).toMatchObject({ account_id: 11, called_number: '442071838750' })
  expect(routed.routes[0].sent_number).toBe('442071838750')
})

test('each gateway is sent its own number, made from the number that was called', () => {
  const gateways = [
    makeGateway({ strip_digits: 2, prepend: '0' }),
    secondGateway({ prepend: '9#' }),
  ]
  const routed = expectRouted({ parts: { gateways }, invite: { dialled_number: '+442071838750' } })
  expect(routed.routes.map((route) => route.sent_number)).toEqual(['02071838750', '9#442071838750'])
})

test.each([
  [600, 7200, 600],
  [7200, 3600, 3600],
])(
  'a client limit of %i s and a limit for all of %i s make %i s',
  (of_client, of_all, expected) => {
    const clients = [makeClient({ max_call_duration_seconds: of_client })]
    const routed = expectRouted({ parts: { clients, max_call_duration_seconds: of_all } })
    expect(routed.max_call_duration_seconds).toBe(expected)
  },
)

test('a new rate counts from its second on', () => {
  const from = START_MS / 1000
  const rates = [
    { ...one, id: 1 },
    { ...one, id: 2, starts: from },
  ]
  const rateAt = (now_ms: number) =>
    expectRouted({ parts: { tariffs: [makeTariff({ rates })] }, now_ms }).payers[0].price.rate_id
  expect([rateAt(START_MS - 1), rateAt(START_MS)]).toEqual([1, 2])
})
