import { expect, test } from 'vitest'
import { findReadinessGaps, gapsForReseller, type ReadinessFacts } from './client-readiness.ts'

const READY: ReadinessFacts = {
  kind: 'WHOLESALE',
  is_active: true,
  is_expired: false,
  sources: 1,
  tariff_active: true,
  has_rates: true,
  has_plan: true,
  plan_active: true,
  has_gateway: true,
  gateway_up: true,
  has_funds: true,
  within_spend_limits: true,
  resellers_active: true,
  resellers_have_rates: true,
  resellers_have_funds: true,
  banned: 0,
}

const gapsWith = (part: Partial<ReadinessFacts>) => findReadinessGaps({ ...READY, ...part })

test('a client with everything lacks nothing', () => {
  expect(findReadinessGaps(READY)).toEqual([])
})

test.each<[Partial<ReadinessFacts>, string]>([
  [{ is_active: false }, 'ACCOUNT_BLOCKED'],
  [{ is_expired: true }, 'ACCOUNT_EXPIRED'],
  [{ sources: 0 }, 'NO_ADDRESS'],
  [{ sources: 0, kind: 'RETAIL' }, 'NO_SIP_USER'],
  [{ tariff_active: false }, 'TARIFF_BLOCKED'],
  [{ has_rates: false }, 'NO_RATES'],
  [{ plan_active: false }, 'ROUTE_PLAN_BLOCKED'],
  [{ has_gateway: false }, 'NO_GATEWAY'],
  [{ gateway_up: false }, 'GATEWAYS_DOWN'],
  [{ has_funds: false }, 'NO_FUNDS'],
  [{ within_spend_limits: false }, 'SPEND_LIMIT'],
  [{ resellers_active: false }, 'RESELLER_BLOCKED'],
  [{ resellers_have_rates: false }, 'RESELLER_NO_RATES'],
  [{ resellers_have_funds: false }, 'RESELLER_NO_FUNDS'],
  [{ banned: 2 }, 'BANNED'],
])('%o is the gap %s', (part, gap) => {
  expect(gapsWith(part)).toEqual([gap])
})

test('of each item only the first gap is named', () => {
  const no_plan = { has_plan: false, plan_active: false, has_gateway: false, gateway_up: false }
  expect(gapsWith({ ...no_plan, sources: 0, has_funds: false })).toEqual([
    'NO_ADDRESS',
    'NO_ROUTE_PLAN',
    'NO_FUNDS',
  ])
})

test('a reseller has its own gaps, and one for all that is above it', () => {
  expect(gapsForReseller(['NO_ADDRESS', 'NO_FUNDS'])).toEqual(['NO_ADDRESS', 'NO_FUNDS'])
  expect(gapsForReseller(['NO_RATES', 'GATEWAYS_DOWN', 'RESELLER_NO_FUNDS', 'BANNED'])).toEqual([
    'NO_RATES',
    'STOPPED_ABOVE',
  ])
})
