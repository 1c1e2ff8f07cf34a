import { expect, test } from 'vitest'
import {
  makeClient,
  makeGateway,
  makeSettlement,
  makeSnapshot,
  makeUsage,
  type Parts,
  START_MS,
} from '#test/support/snapshot.ts'
import { dearBuyTariff } from '#test/support/tariffs.ts'
import { perMinute, share } from '#test/support/terms.ts'
import { NUMBERS } from '#test/support/translations.ts'
import { makeNumberList } from '../number/number-list.ts'
import type { TimeWindow } from '../time/time-window.ts'
import { countsAsProbe, evaluateGateway, ruleHelpers } from './evaluate-gateway.ts'
import { PercentCounters } from './percent-counters.ts'
import type { GatewayCondition, Tunnel, Usage } from './snapshot.ts'

/** The first gateway of the test snapshot. */
function examine(parts: Parts, usage = makeUsage()) {
  const snapshot = makeSnapshot(parts)
  const question = {
    snapshot,
    helpers: ruleHelpers(snapshot),
    usage,
    client: makeClient(),
    numbers: NUMBERS,
    now_ms: START_MS,
    average_duration_seconds: 60,
  }
  return evaluateGateway(question, snapshot.gateways.get(30) ?? makeGateway())
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
  ['GATEWAY_INACTIVE', { gateways: [makeGateway({ status: 'blocked' })] }, makeUsage()],
  ['GATEWAY_INACTIVE', { gateways: [makeGateway({ status: 'maintenance' })] }, makeUsage()],
  ['SETTLEMENT_INACTIVE', { settlements: [makeSettlement({ status: 'blocked' })] }, makeUsage()],
  ['SETTLEMENT_INACTIVE', { gateways: [makeGateway({ settlement_id: 999 })] }, makeUsage()],
  ['SETTLEMENT_EXHAUSTED', {}, makeUsage({}, { exhausted: [20] })],
  [
    'NO_BUY_RATE',
    { tariffs: [dearBuyTariff({ rates: [{ prefix: '49', rate: perMinute('0.01') }] })] },
    makeUsage(),
  ],
  ['NO_BUY_RATE', { tariffs: [dearBuyTariff({ status: 'blocked' })] }, makeUsage()],
  [
    'BUY_RATE_BLOCKED',
    {
      tariffs: [
        dearBuyTariff({ rates: [{ prefix: '44', rate: perMinute('0.01'), blocked: true }] }),
      ],
    },
    makeUsage(),
  ],
  ['NO_COMMON_CODEC', { gateways: [makeGateway({ codecs: ['G723'] })] }, makeUsage()],
  [
    'CHANNEL_LIMIT',
    { gateways: [makeGateway({ channel_limit: 5 })] },
    makeUsage({ 'GATEWAY 30': { calls: 5 } }),
  ],
  [
    'SETTLEMENT_CHANNEL_LIMIT',
    { settlements: [makeSettlement({ channel_limit: 5 })] },
    makeUsage({ 'SETTLEMENT 20': { calls: 5 } }),
  ],
  [
    'CPS_LIMIT',
    { gateways: [makeGateway({ cps_limit: 2 })] },
    makeUsage({ 'GATEWAY 30': { starts: 2 } }),
  ],
  [
    'SETTLEMENT_CPS_LIMIT',
    { settlements: [makeSettlement({ cps_limit: 2 })] },
    makeUsage({ 'SETTLEMENT 20': { starts: 2 } }),
  ],
  ['TUNNEL_DOWN', { tunnels: [tunnel('blocked')], ...changed({ tunnel_id: 8 }) }, makeUsage()],
  ['TUNNEL_DOWN', changed({ tunnel_id: 8 }), makeUsage()],
  ['PING_DOWN', {}, conditionOf({ health: 'DOWN' })],
  ['LOCKED', {}, conditionOf({ lock: 'LOCKED' })],
  ['PAUSED', {}, conditionOf({ is_paused: true })],
  ['TIME_WINDOW', { windows: [mondays(7, [2])], ...changed({ window_id: 7 }) }, makeUsage()],
  ['CALLED_NUMBER', changed({ dst_prefixes: ['33', '4930'] }), makeUsage()],
  ['CALLED_NUMBER', changed({ dst_min_length: 13 }), makeUsage()],
  ['CALLED_NUMBER', changed({ dst_max_length: 11 }), makeUsage()],
  [
    'CALLED_NUMBER',
    { number_lists: [listOf(5, '49')], ...changed({ dst_list_id: 5 }) },
    makeUsage(),
  ],
  [
    'CALLER_NUMBER',
    { number_lists: [listOf(5, '49')], ...changed({ src_list_id: 5 }) },
    makeUsage(),
  ],
  ['BUY_RATE_ABOVE_MAX', changed({ max_buy_rate: perMinute('0.029') }), makeUsage()],
  [
    'CALLED_NUMBER_LIMIT',
    changed({ per_number_channel_limit: 2 }),
    makeUsage({ 'NUMBER 30 442071838750': { calls: 2 } }),
  ],
])('a gateway cannot take a call: %s', (exclusion, parts, usage) => {
  expect(examine(parts, usage).exclusion).toBe(exclusion)
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
    'GATEWAY 30': { calls: 4, starts: 1 },
    'NUMBER 30 442071838750': { calls: 1 },
  })
  expect(examine(parts, usage).exclusion).toBeNull()
})

/** Evaluates it for one call, and counts the call as the engine does. */
function probe(parts: Parts, usage: Usage, counters: PercentCounters) {
  const evaluated = examine(parts, { ...usage, percent_counters: counters })
  const probed_gateway_ids = countsAsProbe(evaluated) ? [30] : []
  counters.count({ turns: [], probed_gateway_ids })
  return evaluated.exclusion
}

test('a gateway on trial takes one call in so many', () => {
  const usage = conditionOf({ lock: 'PROBING' })
  const counters = new PercentCounters()
  const parts = changed({ probe_percent: share('25') })
  const drops = Array.from({ length: 8 }, () => probe(parts, usage, counters))
  expect(drops.filter((exclusion) => exclusion === null)).toHaveLength(2)
  expect(drops[0]).toBe('PROBING')
})

test('only calls that could go there are counted as probes', () => {
  const usage = conditionOf({ lock: 'PROBING' })
  const parts = changed({ probe_percent: share('50') })
  const elsewhere = changed({ probe_percent: share('50'), dst_prefixes: ['33'] })
  const counters = new PercentCounters()
  const drops = [parts, elsewhere, parts, elsewhere].map((one) => probe(one, usage, counters))
  expect(drops[2]).toBeNull()
})

test('a plan is told what the snapshot knows', () => {
  const parts: Parts = {
    windows: [mondays(1, [1]), mondays(2, [2])],
    number_lists: [listOf(5, '44')],
  }
  const { isOpen, accepts, plan } = ruleHelpers(makeSnapshot(parts))
  expect([1, 2, 3].map((id) => isOpen(id, START_MS))).toEqual([true, false, false])
  expect(['4420', '33'].map((number) => accepts(5, number))).toEqual([true, false])
  // A list that is gone cannot object.
  expect(accepts(6, '33')).toBe(true)
  expect([plan(1)?.name, plan(2)]).toEqual(['World', undefined])
})
