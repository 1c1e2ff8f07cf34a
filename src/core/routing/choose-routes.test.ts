import { describe, expect, test } from 'vitest'
import { makePlan, makeRule, makeTarget } from '#test/support/route-plans.ts'
import {
  type Loads,
  makeClient,
  makeGateway,
  makeSnapshot,
  makeUsage,
  type Parts,
  START_MS,
  secondGateway,
  secondSettlement,
  type UsageParts,
} from '#test/support/snapshot.ts'
import { cheapBuyTariff, dearBuyTariff, makeTariff } from '#test/support/tariffs.ts'
import { amount, perMinute, share } from '#test/support/terms.ts'
import { NUMBERS } from '#test/support/translations.ts'
import { type Fx, SYSTEM_FX } from '../money.ts'
import { priceOf } from '../tariff/tariff.ts'
import { chooseRoutes } from './choose-routes.ts'
import type { Route } from './decision.ts'
import type { CostMultiplier, FoundRule, RoutePlan, RouteTarget } from './route-plan.ts'
import type { GatewayGroup } from './snapshot.ts'

const PARTY = { vat_percent: share('0'), currency: 'USD', fx: SYSTEM_FX }

const rulesOf = (...plans: RoutePlan[]): FoundRule[] =>
  plans.flatMap((plan) =>
    [...plan.rules.by_prefix.values()]
      .flatMap(({ shared }) => shared)
      .map((rule) => ({ plan, rule })),
  )

/** Tries the first of those that share the calls by weight. */
function choose(
  parts: Parts = {},
  plan: RoutePlan | RoutePlan[] = makePlan(),
  usage = makeUsage(),
) {
  const snapshot = makeSnapshot(parts)
  const client = snapshot.clients.get(10) ?? makeClient()
  const tariff = snapshot.tariffs.get(1) ?? makeTariff()
  const price = priceOf(tariff, NUMBERS.called_number, START_MS / 1000, PARTY, () => true)
  if (!price) throw new Error('The sell tariff of the test has no rate for its number')
  const { routes, trace } = chooseRoutes({
    snapshot,
    usage,
    client,
    numbers: NUMBERS,
    now_ms: START_MS,
    sale: { tariff, price },
    rules: rulesOf(...[plan].flat()),
    random: () => 0,
  })
  const drops = trace.flatMap((step) => (step.step === 'GATEWAY' ? [step.exclusion] : []))
  return { routes, trace, drops, names: routes.map((route) => route.gateway_name) }
}

/** Both gateways of the test snapshot, the first one changed. */
const planOfTargets = (first: Partial<RouteTarget>, mode: RoutePlan['mode'] = 'ORDERED') =>
  makePlan({
    mode,
    rules: [
      makeRule({ targets: [makeTarget(first), makeTarget({ gateway_id: 31, position: 2 })] }),
    ],
  })

const ORDERED = makePlan()
const LCR = makePlan({ mode: 'LCR' })

test('ORDERED tries the gateways by position, whatever they cost', () => {
  expect(choose({}, ORDERED).names).toEqual(['one-a', 'two-a'])
  expect(choose({}, planOfTargets({ position: 3 })).names).toEqual(['two-a', 'one-a'])
})

test('LCR compares what the average call costs, not the price of a minute', () => {
  const by_minute = cheapBuyTariff({ first_increment: 60, next_increment: 60 })
  const short_tariff = makeTariff({ average_duration_seconds: 30 })
  expect(choose({ tariffs: [by_minute, short_tariff] }, LCR).names).toEqual(['one-a', 'two-a'])
  expect(choose({ tariffs: [by_minute] }, LCR).names).toEqual(['two-a', 'one-a'])
  const fee = cheapBuyTariff({ connect_fee: amount('0.011') })
  expect(choose({ tariffs: [fee] }, LCR).names).toEqual(['one-a', 'two-a'])
})

test('LCR compares without VAT, and equal costs are shared by weight', () => {
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
  expect(routes.map((route) => route.buy?.price.prefix)).toEqual(['', '4420'])
})

test('no more gateways are tried than the plan allows, and the best ones are', () => {
  expect(choose({}, makePlan({ mode: 'LCR', max_attempts: 1 })).names).toEqual(['two-a'])
})

test('a gateway that cannot take the call is left out and the next one tried', () => {
  const gateways = [makeGateway({ status: 'blocked' })]
  const { drops, names } = choose({ gateways }, ORDERED)
  expect(drops).toEqual(['GATEWAY_INACTIVE', null])
  expect(names).toEqual(['two-a'])
})

/** Case 20 of docs/domain/billing.md: cheaper by the minute, more expensive for ten seconds. */
const trap = (average_duration_seconds: number, loss_protection = true): Parts => ({
  tariffs: [
    makeTariff({
      loss_protection,
      average_duration_seconds,
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

test('case 20: a started minute is a loss on calls of ten seconds', () => {
  const { drops, trace } = choose(trap(10))
  expect(drops).toEqual(['COST_ABOVE_REVENUE', null])
  expect(trace[0]).toMatchObject({ cost: amount('0.011'), price: amount('0.002') })
  expect(choose(trap(60)).drops).toEqual([null, null])
  expect(choose(trap(10, false)).drops).toEqual([null, null])
})

test('every gateway of the rule leaves a step with both prices, and the order comes last', () => {
  const gateways = [makeGateway({ status: 'blocked' })]
  const tariffs = [cheapBuyTariff({ rates: [] })]
  expect(choose({}, LCR).trace).toEqual([
    {
      step: 'GATEWAY',
      gateway_id: 30,
      gateway: 'one-a',
      exclusion: null,
      rate: perMinute('0.03'),
      rate_currency: 'USD',
      prefix: '',
      cost: amount('0.03'),
      price: amount('0.06'),
      ranked: { mode: 'LCR', candidate: expect.objectContaining({ cost: amount('0.03') }) },
    },
    expect.objectContaining({ gateway: 'two-a', cost: amount('0.02') }),
    { step: 'ORDER', gateways: ['two-a', 'one-a'] },
  ])
  expect(choose({ gateways, tariffs }).trace).toEqual([
    expect.objectContaining({ gateway: 'one-a', exclusion: 'GATEWAY_INACTIVE' }),
    expect.objectContaining({ gateway: 'two-a', exclusion: 'NO_BUY_RATE', rate: null, cost: null }),
  ])
})

test('a gateway that the snapshot does not know is passed over', () => {
  expect(choose({}, planOfTargets({ gateway_id: 999 })).names).toEqual(['two-a'])
})

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
      gateways: [secondGateway({ port: 5070, transport: 'TCP' })],
      settlements: [secondSettlement({ vat_percent: share('20') })],
    },
    LCR,
  ).routes
  expect(route).toEqual<Route>({
    gateway_id: 31,
    gateway_name: 'two-a',
    settlement_id: 21,
    target_id: 62,
    target_channel_limit: null,
    address: '198.51.100.31:5070',
    sent_number: '442071838750',
    sent_caller_number: '12025550100',
    sent_caller_name: 'Ann',
    sent_pai: '',
    sent_diversion: '',
    codecs: ['PCMA', 'PCMU'],
    media_mode: 'PROXY',
    buy: {
      account_id: 21,
      depth: -1,
      parent_id: 1,
      cost_limit: null,
      has_limit: false,
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

test('bad quality and the last resort come after the others', () => {
  const quality: UsageParts = { conditions: { 31: { is_deprioritised: true } } }
  expect(choose({}, LCR, makeUsage({}, quality)).names).toEqual(['one-a', 'two-a'])
  const parts: Parts = { gateways: [secondGateway({ last_resort: true })] }
  expect(choose(parts, LCR).names).toEqual(['one-a', 'two-a'])
})

describe('a target', () => {
  test.each<[Partial<RouteTarget>, Loads, string | null]>([
    [{ valid_from_ms: START_MS + 1 }, {}, 'TARGET_DATES'],
    [{ valid_from_ms: START_MS }, {}, null],
    [{ valid_until_ms: START_MS }, {}, 'TARGET_DATES'],
    [{ valid_until_ms: START_MS + 1 }, {}, null],
    [{ channel_limit: 3 }, { 'TARGET 61': { calls: 3 } }, 'TARGET_CHANNEL_LIMIT'],
    [{ channel_limit: 3 }, { 'TARGET 61': { calls: 2 }, 'TARGET 62': { calls: 9 } }, null],
  ])('%j takes part within its dates and its limit', (target, loads, exclusion) => {
    expect(choose({}, planOfTargets(target), makeUsage(loads)).drops).toEqual([exclusion, null])
  })

  test('counts with its multiplier when costs are compared', () => {
    const dearer = (times: number) => ({
      targets: [
        makeTarget({ cost_multiplier: 10_000 as CostMultiplier }),
        makeTarget({ gateway_id: 31, position: 2, cost_multiplier: times as CostMultiplier }),
      ],
    })
    const plan = (times: number) => makePlan({ mode: 'LCR', rules: [makeRule(dearer(times))] })
    expect(choose({}, plan(10_000)).names).toEqual(['two-a', 'one-a'])
    expect(choose({}, plan(15_001)).names).toEqual(['one-a', 'two-a'])
  })

  test('a dearer one of higher priority comes first within the delta, not beyond it', () => {
    const plan = (rate_delta: string) => ({
      ...planOfTargets({ priority: 200 }, 'LCR'),
      rate_delta: perMinute(rate_delta),
    })
    expect(choose({}, plan('0.01')).names).toEqual(['one-a', 'two-a'])
    expect(choose({}, plan('0.009')).names).toEqual(['two-a', 'one-a'])
  })
})

describe('a gateway group', () => {
  const group = (change: Partial<GatewayGroup> = {}): GatewayGroup => ({
    id: 5,
    name: 'Both',
    status: 'active',
    members: [
      { gateway_id: 30, priority: 100, weight: 1 },
      { gateway_id: 31, priority: 200, weight: 1 },
    ],
    ...change,
  })
  const target = { gateway_group_id: 5, gateway_id: null }
  const plan = makePlan({ rules: [makeRule({ targets: [makeTarget(target)] })] })

  test('stands for its gateways, the one with the higher priority first', () => {
    expect(choose({ gateway_groups: [group()] }, plan).names).toEqual(['two-a', 'one-a'])
  })

  test('that is blocked is left out by name', () => {
    const { routes, trace } = choose({ gateway_groups: [group({ status: 'blocked' })] }, plan)
    expect(routes).toEqual([])
    expect(trace).toMatchObject([{ gateway: 'Both', exclusion: 'GATEWAY_GROUP_INACTIVE' }])
  })

  test('does not make a gateway be tried twice', () => {
    const gateway_groups = [group()]
    expect(choose({ gateway_groups }, planOfTargets(target)).names).toEqual(['two-a', 'one-a'])
  })
})

describe('of several rules', () => {
  const fallback = makePlan({
    id: 2,
    mode: 'LCR',
    max_attempts: 1,
    rules: [makeRule({ id: 51, targets: [makeTarget({ id: 71, gateway_id: 31 })] })],
  })
  const only = (gateway_id: number) =>
    makePlan({ rules: [makeRule({ targets: [makeTarget({ gateway_id })] })] })

  test('the targets of the first are tried first, as often as the first plan says', () => {
    expect(choose({}, [only(30), fallback]).names).toEqual(['one-a', 'two-a'])
    expect(choose({}, [{ ...only(30), max_attempts: 1 }, fallback]).names).toEqual(['one-a'])
  })

  test('a last resort of the first comes after all of the others', () => {
    const parts: Parts = { gateways: [makeGateway({ last_resort: true })] }
    expect(choose(parts, [only(30), fallback]).names).toEqual(['two-a', 'one-a'])
  })

  test('each plan asks for its own profit', () => {
    const strict = {
      ...only(31),
      profit_mode: 'PER_CALL',
      min_profit_percent: share('300'),
    } as const
    const { drops, names } = choose({}, [strict, fallback])
    expect(drops).toEqual(['BELOW_MIN_MARGIN', null])
    expect(names).toEqual(['two-a'])
  })
})

test('a carrier of another currency is compared in the currency of the system', () => {
  const euros = 110_000_000 as Fx
  const parts: Parts = {
    currencies: { EUR: euros },
    settlements: [secondSettlement({ currency: 'EUR' })],
    tariffs: [cheapBuyTariff({ currency: 'EUR', fx: euros })],
  }
  const costs = choose(parts, LCR).trace.map((step) => 'cost' in step && step.cost)
  expect(costs.slice(0, 2)).toEqual([amount('0.03'), amount('0.022')])
})

test('no rule is no route', () => {
  expect(choose({}, [])).toMatchObject({ routes: [], trace: [] })
})
