import { expect, test } from 'vitest'
import {
  makeClient,
  makeGateway,
  makeSettlement,
  makeSwitchboard,
  makeUsage,
  type Parts,
  START_MS,
} from '#test/support/switchboard.ts'
import { dearBuyTariff } from '#test/support/tariffs.ts'
import { perMinute, share } from '#test/support/terms.ts'
import { examineGateway, ruleHelpers } from './examine-gateway.ts'
import { makeNumberList } from './number-list.ts'
import type { GatewayCondition, Tunnel, Usage } from './switchboard.ts'
import type { TimeWindow } from './time-window.ts'

const NUMBERS = { dst: '442071838750', src: '12025550100', name: 'Ann', pai: '', diversion: '' }

/** The first gateway of the test switchboard. */
function examine(parts: Parts, usage = makeUsage()) {
  const switchboard = makeSwitchboard(parts)
  const question = {
    switchboard,
    helpers: ruleHelpers(switchboard),
    usage,
    client: makeClient(),
    numbers: NUMBERS,
    now_ms: START_MS,
    average_duration: 60,
  }
  return examineGateway(question, switchboard.gateways.get(30) ?? makeGateway())
}

const conditionOf = (condition: Partial<GatewayCondition>) =>
  makeUsage({}, { conditions: { 30: condition } })

/** Open on the Mondays of Greenwich; the calls of tests begin on one. */
const mondays = (id: number, weekdays: number[]): TimeWindow => ({
  id,
  name: 'Mondays',
  status: 'active',
  timezone: 'UTC',
  ranges: [{ weekdays, from: '00:00', till: '24:00', months: [], days: [] }],
})

const listOf = (id: number, key: string) =>
  makeNumberList({ id, name: 'List', status: 'active', mode: 'PREFIX', default_action: 'REJECT' }, [
    { key, min_length: 0, max_length: 100, action: 'ACCEPT', tag: '' },
  ])

const tunnel = (status: Tunnel['status']): Tunnel => ({
  id: 8,
  name: 'Office',
  status,
  local_ip: '192.0.2.8',
  sip_port: 5060,
})

const changed = (change: Parameters<typeof makeGateway>[0]): Parts => ({
  gateways: [makeGateway(change)],
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
  ['settlement debt or minutes limit reached', {}, makeUsage({}, { exhausted: [20] })],
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
    'channel limit reached',
    { gateways: [makeGateway({ channel_limit: 5 })] },
    makeUsage({ 'gateway 30': { calls: 5 } }),
  ],
  [
    'settlement channel limit reached',
    { settlements: [makeSettlement({ channel_limit: 5 })] },
    makeUsage({ 'settlement 20': { calls: 5 } }),
  ],
  [
    'CPS limit reached',
    { gateways: [makeGateway({ cps_limit: 2 })] },
    makeUsage({ 'gateway 30': { starts: 2 } }),
  ],
  [
    'settlement CPS limit reached',
    { settlements: [makeSettlement({ cps_limit: 2 })] },
    makeUsage({ 'settlement 20': { starts: 2 } }),
  ],
  [
    'tunnel not active',
    { tunnels: [tunnel('blocked')], ...changed({ tunnel_id: 8 }) },
    makeUsage(),
  ],
  ['tunnel not active', changed({ tunnel_id: 8 }), makeUsage()],
  ['OPTIONS ping down', {}, conditionOf({ health: 'DOWN' })],
  ['locked', {}, conditionOf({ lock: 'LOCKED' })],
  ['paused by Retry-After', {}, conditionOf({ is_paused: true })],
  [
    'outside its time window',
    { windows: [mondays(7, [2])], ...changed({ window_id: 7 }) },
    makeUsage(),
  ],
  ['called number not accepted', changed({ dst_prefixes: ['33', '4930'] }), makeUsage()],
  ['called number not accepted', changed({ dst_min_length: 13 }), makeUsage()],
  ['called number not accepted', changed({ dst_max_length: 11 }), makeUsage()],
  [
    'called number not accepted',
    { number_lists: [listOf(5, '49')], ...changed({ dst_list_id: 5 }) },
    makeUsage(),
  ],
  [
    'caller not accepted',
    { number_lists: [listOf(5, '49')], ...changed({ src_list_id: 5 }) },
    makeUsage(),
  ],
  ['buy rate above max', changed({ max_buy_rate: perMinute('0.029') }), makeUsage()],
  [
    'limit per called number reached',
    changed({ per_number_channel_limit: 2 }),
    makeUsage({ 'number 30 442071838750': { calls: 2 } }),
  ],
])('a gateway cannot take a call: %s', (dropped, parts, usage) => {
  expect(examine(parts, usage).dropped).toBe(dropped)
})

test('what a gateway asks for and gets drops it not', () => {
  const parts: Parts = {
    windows: [mondays(7, [1])],
    tunnels: [tunnel('active')],
    number_lists: [listOf(5, '4420'), listOf(6, '1202')],
    ...changed({
      tunnel_id: 8,
      window_id: 7,
      dst_list_id: 5,
      src_list_id: 6,
      dst_prefixes: ['33', '44'],
      dst_min_length: 12,
      dst_max_length: 12,
      max_buy_rate: perMinute('0.03'),
      channel_limit: 5,
      cps_limit: 2,
      per_number_channel_limit: 2,
    }),
  }
  const usage = makeUsage({
    'gateway 30': { calls: 4, starts: 1 },
    'number 30 442071838750': { calls: 1 },
  })
  expect(examine(parts, usage).dropped).toBeNull()
})

test('a gateway on trial takes one call in so many', () => {
  const usage = conditionOf({ lock: 'PROBING' })
  const parts = changed({ probe_percent: share('25') })
  const drops = Array.from({ length: 8 }, () => examine(parts, usage).dropped)
  expect(drops.filter((dropped) => dropped === null)).toHaveLength(2)
  expect(drops[0]).toBe('probing, not a probe call')
})

test('only calls that could go there are counted as probes', () => {
  const usage = conditionOf({ lock: 'PROBING' })
  const parts = changed({ probe_percent: share('50') })
  const elsewhere = changed({ probe_percent: share('50'), dst_prefixes: ['33'] })
  const drops = [parts, elsewhere, parts, elsewhere].map((one) => examine(one, usage).dropped)
  expect(drops[2]).toBeNull()
})

test('a plan is told what the switchboard knows', () => {
  const parts: Parts = {
    windows: [mondays(1, [1]), mondays(2, [2])],
    number_lists: [listOf(5, '44')],
  }
  const { isOpen, accepts, plan } = ruleHelpers(makeSwitchboard(parts))
  expect([1, 2, 3].map((id) => isOpen(id, START_MS))).toEqual([true, false, false])
  expect(['4420', '33'].map((number) => accepts(5, number))).toEqual([true, false])
  // A list that is gone cannot object.
  expect(accepts(6, '33')).toBe(true)
  expect([plan(1)?.name, plan(2)]).toEqual(['World', undefined])
})
