import { expect, test } from 'vitest'
import type { GatewayExclusion } from './exclusions.ts'
import type { Refusal } from './refusal.ts'
import { refusalForNoRoute } from './refusal-for-no-route.ts'
import type { TraceStep } from './trace.ts'

const gateway = (exclusion: GatewayExclusion): TraceStep => ({
  step: 'GATEWAY',
  gateway_id: 30,
  gateway: 'one-a',
  exclusion,
  rate: null,
  rate_currency: null,
  prefix: null,
  cost: null,
  price: null,
  ranked: null,
})

test.each<[Refusal, readonly GatewayExclusion[]]>([
  ['LIMIT_GATEWAY', ['CHANNEL_LIMIT']],
  ['LIMIT_CPS_GATEWAY', ['CPS_LIMIT']],
  ['LIMIT_SETTLEMENT', ['SETTLEMENT_CHANNEL_LIMIT']],
  ['LIMIT_NUMBER', ['CALLED_NUMBER_LIMIT']],
  ['LIMIT_TARGET', ['TARGET_CHANNEL_LIMIT', 'PING_DOWN']],
  ['LIMIT_GATEWAY', ['TARGET_CHANNEL_LIMIT', 'CPS_LIMIT']],
  ['GATEWAYS_DOWN', ['PING_DOWN', 'PING_DOWN']],
  ['GATEWAYS_DOWN', ['TUNNEL_DOWN']],
  ['BALANCE_SETTLEMENT', ['SETTLEMENT_EXHAUSTED']],
  ['NO_ROUTE', ['PING_DOWN', 'TIME_WINDOW']],
  ['NO_ROUTE', ['NO_BUY_RATE']],
  ['CODEC_MISMATCH', ['NO_COMMON_CODEC', 'NO_BUY_RATE']],
  ['NO_PROFIT', ['CHANNEL_LIMIT', 'BELOW_MIN_MARGIN']],
  ['NO_ROUTE', []],
])('%s when every gateway was left out for %j', (refusal, exclusions) => {
  const is_same = new Set(exclusions).size === 1
  expect(refusalForNoRoute(exclusions.map(gateway))).toEqual({
    refusal,
    ...(is_same ? { exclusion: exclusions[0] } : {}),
  })
})
