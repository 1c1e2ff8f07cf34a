import { expect, test } from 'vitest'
import type { Refusal } from './refusal.ts'
import type { Drop, TraceStep } from './trace.ts'
import { whyNoRoute } from './why-no-route.ts'

const gateway = (dropped: Drop): TraceStep => ({
  step: 'gateway',
  gateway_id: 30,
  gateway: 'one-a',
  dropped,
  rate: null,
  prefix: null,
  cost: null,
  price: null,
  ranked: null,
})

test.each<[Refusal, readonly Drop[]]>([
  ['LIMIT_GATEWAY', ['all channels in use']],
  ['LIMIT_CPS_GATEWAY', ['calls per second used up']],
  ['LIMIT_SETTLEMENT', ['all channels of its settlement account in use']],
  ['LIMIT_NUMBER', ['as many calls to the number as it may have']],
  ['LIMIT_TARGET', ['all channels of its target in use', 'does not answer OPTIONS']],
  ['LIMIT_GATEWAY', ['all channels of its target in use', 'calls per second used up']],
  ['GATEWAYS_DOWN', ['does not answer OPTIONS', 'does not answer OPTIONS']],
  ['GATEWAYS_DOWN', ['tunnel not active']],
  ['BALANCE_CARRIER', ['debt or minutes of the settlement account used up']],
  ['NO_ROUTE', ['does not answer OPTIONS', 'outside its hours']],
  ['NO_ROUTE', ['no buy rate']],
  ['CODEC_MISMATCH', ['no codec in common', 'no buy rate']],
  ['NO_PROFIT', ['all channels in use', 'earns less than the least profit']],
  ['NO_ROUTE', []],
])('%s when every gateway was left out for %j', (refusal, drops) => {
  const is_same = new Set(drops).size === 1
  expect(whyNoRoute(drops.map(gateway))).toEqual({
    refusal,
    ...(is_same ? { reason: drops[0] } : {}),
  })
})
