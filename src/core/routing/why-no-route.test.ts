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
  ['LIMIT_GATEWAY', ['channel limit reached']],
  ['LIMIT_CPS_GATEWAY', ['CPS limit reached']],
  ['LIMIT_SETTLEMENT', ['settlement channel limit reached']],
  ['LIMIT_NUMBER', ['limit per called number reached']],
  ['LIMIT_TARGET', ['target channel limit reached', 'OPTIONS ping down']],
  ['LIMIT_GATEWAY', ['target channel limit reached', 'CPS limit reached']],
  ['GATEWAYS_DOWN', ['OPTIONS ping down', 'OPTIONS ping down']],
  ['GATEWAYS_DOWN', ['tunnel not active']],
  ['BALANCE_CARRIER', ['settlement debt or minutes limit reached']],
  ['NO_ROUTE', ['OPTIONS ping down', 'outside its time window']],
  ['NO_ROUTE', ['no buy rate']],
  ['CODEC_MISMATCH', ['no codec in common', 'no buy rate']],
  ['NO_PROFIT', ['channel limit reached', 'below min margin']],
  ['NO_ROUTE', []],
])('%s when every gateway was left out for %j', (refusal, drops) => {
  const is_same = new Set(drops).size === 1
  expect(whyNoRoute(drops.map(gateway))).toEqual({
    refusal,
    ...(is_same ? { reason: drops[0] } : {}),
  })
})
