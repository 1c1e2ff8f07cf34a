import { expect, test } from 'vitest'
import {
  cheapBuyTariff,
  dearBuyTariff,
  makeClient,
  makeGateway,
  makePlan,
  makeRule,
  makeSettlement,
  makeSwitchboard,
  makeTariff,
  makeUsage,
  type Parts,
  START_MS,
  secondGateway,
  secondSettlement,
} from '#test/support/switchboard.ts'
import { amount, perMinute, share } from '#test/support/terms.ts'
import { priceOf } from '../tariff/tariff.ts'
import { chooseRoutes } from './choose-routes.ts'
import type { Route } from './decision.ts'
import type { RoutePlan } from './route-plan.ts'
import type { Usage } from './switchboard.ts'

function choose(parts: Parts = {}, plan: RoutePlan = makePlan(), usage: Usage = makeUsage()) {
  const switchboard = makeSwitchboard(parts)
  const client = switchboard.clients.get(10) ?? makeClient()
  const sell_tariff = switchboard.tariffs.get(1) ?? makeTariff()
  const called_number = '442071838750'
  const at_seconds = START_MS / 1000
  const sell = priceOf(sell_tariff, called_number, at_seconds, client.vat_percent)
  if (!sell) throw new Error('The sell tariff of the test has no rate for its number')
  const rule = plan.rules.get('') ?? makeRule()
  const question = { switchboard, usage, client, sell_tariff, sell, plan, rule }
  const { routes, trace } = chooseRoutes({ ...question, called_number, at_seconds })
  const drops = trace.flatMap((step) => (step.step === 'gateway' ? [step.dropped] : []))
  return { routes, trace, drops, names: routes.map((route) => route.gateway_name) }
}

const ORDERED = makePlan()
const LCR = makePlan({ mode: 'LCR' })

test('ORDERED tries the gateways by position, whatever they cost', () => {
  expect(choose({}, ORDERED).names).toEqual(['one-a', 'two-a'])
  const targets = [
    { gateway_id: 30, position: 2 },
    { gateway_id: 31, position: 1 },
  ]
  expect(choose({}, makePlan({ rules: [makeRule({ targets })] })).names).toEqual(['two-a', 'one-a'])
})

test('LCR tries the cheapest gateway first', () => {
  expect(choose({}, LCR).names).toEqual(['two-a', 'one-a'])
})

test('LCR compares what the average call costs, not the price of a minute', () => {
  const by_minute = cheapBuyTariff({ first_increment: 60, next_increment: 60 })
  const brief = makeTariff({ average_duration: 30 })
  expect(choose({ tariffs: [by_minute, brief] }, LCR).names).toEqual(['one-a', 'two-a'])
  expect(choose({ tariffs: [by_minute] }, LCR).names).toEqual(['two-a', 'one-a'])
  const fee = cheapBuyTariff({ connect_fee: amount('0.011') })
  expect(choose({ tariffs: [fee] }, LCR).names).toEqual(['one-a', 'two-a'])
})

test('LCR compares without VAT, and equal costs go by position', () => {
  const taxed = secondSettlement({ vat_percent: share('100') })
  expect(choose({ settlements: [taxed] }, LCR).names).toEqual(['two-a', 'one-a'])
  const same = cheapBuyTariff({ rates: [{ prefix: '', rate: perMinute('0.03') }] })
  expect(choose({ tariffs: [same] }, LCR).names).toEqual(['one-a', 'two-a'])
})

test('a cheap short prefix does not hide the dearer long one', () => {
  const rates = [
    { prefix: '', rate: perMinute('0.001') },
    { prefix: '4420', rate: perMinute('0.05') },
  ]
  const { routes } = choose({ tariffs: [cheapBuyTariff({ rates })] }, LCR)
  expect(routes.map((route) => route.buy.price.prefix)).toEqual(['', '4420'])
})

test('no more gateways are tried than the plan allows, and the best ones are', () => {
  expect(choose({}, makePlan({ mode: 'LCR', max_attempts: 1 })).names).toEqual(['two-a'])
})

test.each<[string, Parts, Usage]>([
  ['gateway not active', { gateways: [makeGateway({ status: 'blocked' })] }, makeUsage()],
  ['gateway not active', { gateways: [makeGateway({ status: 'maintenance' })] }, makeUsage()],
  [
    'settlement account not active',
    { settlements: [makeSettlement({ status: 'blocked' })] },
    makeUsage(),
  ],
  [
    'settlement account not active',
    { gateways: [makeGateway({ settlement_id: 999 })] },
    makeUsage(),
  ],
  ['credit of the settlement account used up', {}, makeUsage({}, [20])],
  [
    'no buy rate',
    { tariffs: [dearBuyTariff({ rates: [{ prefix: '49', rate: perMinute('0.01') }] })] },
    makeUsage(),
  ],
  ['no buy rate', { tariffs: [dearBuyTariff({ status: 'blocked' })] }, makeUsage()],
  [
    'buy rate blocked',
    {
      tariffs: [
        dearBuyTariff({ rates: [{ prefix: '44', rate: perMinute('0.01'), blocked: true }] }),
      ],
    },
    makeUsage(),
  ],
  ['no codec in common', { gateways: [makeGateway({ codecs: ['G723'] })] }, makeUsage()],
  [
    'all channels in use',
    { gateways: [makeGateway({ channel_limit: 5 })] },
    makeUsage({ 'gateway 30': { calls: 5 } }),
  ],
  [
    'all channels in use',
    { settlements: [makeSettlement({ channel_limit: 5 })] },
    makeUsage({ 'settlement 20': { calls: 5 } }),
  ],
  [
    'calls per second used up',
    { gateways: [makeGateway({ cps_limit: 2 })] },
    makeUsage({ 'gateway 30': { starts: 2 } }),
  ],
  [
    'calls per second used up',
    { settlements: [makeSettlement({ cps_limit: 2 })] },
    makeUsage({ 'settlement 20': { starts: 2 } }),
  ],
  [
    'costs more than the client pays',
    {
      tariffs: [
        makeTariff({ loss_protection: true }),
        dearBuyTariff({ rates: [{ prefix: '', rate: perMinute('0.060001') }] }),
      ],
    },
    makeUsage(),
  ],
])('a gateway is left out and the next one tried: %s', (dropped, parts, usage) => {
  const { drops, names } = choose(parts, ORDERED, usage)
  expect(drops).toEqual([dropped, null])
  expect(names).toEqual(['two-a'])
})

test('a limit that is not reached drops nobody', () => {
  const gateways = [makeGateway({ channel_limit: 5, cps_limit: 2 })]
  const usage = makeUsage({ 'gateway 30': { calls: 4, starts: 1 } })
  expect(choose({ gateways }, ORDERED, usage).drops).toEqual([null, null])
})

/** Vector 20 of domain.md §2.7: cheaper by the minute, dearer for ten seconds. */
const trap = (average_duration: number, loss_protection = true): Parts => ({
  tariffs: [
    makeTariff({
      loss_protection,
      average_duration,
      rates: [{ prefix: '', rate: perMinute('0.012') }],
    }),
    dearBuyTariff({
      first_increment: 60,
      next_increment: 60,
      rates: [{ prefix: '', rate: perMinute('0.011') }],
    }),
    cheapBuyTariff({ rates: [{ prefix: '', rate: perMinute('0.012') }] }),
  ],
})

test('vector 20: a started minute is a loss on calls of ten seconds', () => {
  const { drops, trace } = choose(trap(10))
  expect(drops).toEqual(['costs more than the client pays', null])
  expect(trace[0]).toMatchObject({ cost: amount('0.011'), price: amount('0.002') })
  expect(choose(trap(60)).drops).toEqual([null, null])
  expect(choose(trap(10, false)).drops).toEqual([null, null])
})

test('every gateway of the rule leaves a step with both prices, and the order comes last', () => {
  const gateways = [makeGateway({ status: 'blocked' })]
  const tariffs = [cheapBuyTariff({ rates: [] })]
  expect(choose({}, LCR).trace).toEqual([
    {
      step: 'gateway',
      gateway_id: 30,
      gateway: 'one-a',
      dropped: null,
      rate: perMinute('0.03'),
      prefix: '',
      cost: amount('0.03'),
      price: amount('0.06'),
    },
    expect.objectContaining({ gateway: 'two-a', cost: amount('0.02') }),
    { step: 'order', gateways: ['two-a', 'one-a'] },
  ])
  expect(choose({ gateways, tariffs }).trace).toEqual([
    expect.objectContaining({ gateway: 'one-a', dropped: 'gateway not active' }),
    expect.objectContaining({ gateway: 'two-a', dropped: 'no buy rate', rate: null, cost: null }),
  ])
})

test('a gateway that the switchboard does not know is passed over', () => {
  const targets = [
    { gateway_id: 999, position: 1 },
    { gateway_id: 31, position: 2 },
  ]
  expect(choose({}, makePlan({ rules: [makeRule({ targets })] })).names).toEqual(['two-a'])
})

test.each([
  [0, '', '442071838750'],
  [2, '', '2071838750'],
  [0, '77#', '77#442071838750'],
  [2, '00', '002071838750'],
  [15, '9', '9'],
])(
  'with %i digits off and "%s" before, the gateway is sent its own number',
  (strip_digits, prepend, sent_number) => {
    const gateways = [makeGateway({ strip_digits, prepend })]
    expect(choose({ gateways }).routes.map((route) => route.sent_number)).toEqual([
      sent_number,
      '442071838750',
    ])
  },
)

test('the gateway is offered the codecs of both in the order of the client', () => {
  const clients = [makeClient({ codecs: ['G729', 'PCMU', 'PCMA'] })]
  const gateways = [makeGateway({ codecs: ['PCMA', 'PCMU', 'GSM'] })]
  expect(choose({ clients, gateways }).routes[0]?.codecs).toEqual(['PCMU', 'PCMA'])
})

test.each([
  ['DIRECT', 'DIRECT', 'DIRECT'],
  ['DIRECT', 'PROXY', 'PROXY'],
  ['PROXY', 'DIRECT', 'PROXY'],
  ['PROXY', 'PROXY', 'PROXY'],
] as const)('media of a %s client and a %s gateway is %s', (of_client, of_gateway, media_mode) => {
  const clients = [makeClient({ media_mode: of_client })]
  const gateways = [makeGateway({ media_mode: of_gateway })]
  expect(choose({ clients, gateways }).routes[0]?.media_mode).toBe(media_mode)
})

test('a route carries all that its attempt needs and costs', () => {
  const [route] = choose(
    {
      gateways: [secondGateway({ port: 5070, transport: 'TCP', ring_timeout: 30 })],
      settlements: [secondSettlement({ vat_percent: share('20') })],
    },
    LCR,
  ).routes
  expect(route).toEqual<Route>({
    gateway_id: 31,
    gateway_name: 'two-a',
    settlement_id: 21,
    host: '198.51.100.31',
    port: 5070,
    transport: 'TCP',
    sent_number: '442071838750',
    codecs: ['PCMA', 'PCMU'],
    media_mode: 'PROXY',
    invite_timeout: 4,
    ring_timeout: 30,
    buy: {
      account_id: 21,
      depth: -1,
      price: expect.objectContaining({
        tariff_id: 3,
        rate_id: 301,
        terms: expect.objectContaining({
          rate: perMinute('0.02'),
          vat_percent: share('20'),
        }),
      }),
    },
  })
})
