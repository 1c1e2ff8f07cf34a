import { expect, test } from 'vitest'
import type { FirewallZone } from './firewall-zone.ts'
import { mayShutOut } from './may-shut-out.ts'

const zone = (id: number, change: Partial<FirewallZone> = {}): FirewallZone => ({
  id,
  name: `zone ${id}`,
  policy: 'DENY',
  requests_per_second: null,
  services: ['WEB_ADMIN', 'SIP_INVITE'],
  countries: ['DE'],
  networks: [],
  ...change,
})
const allow = zone(1, { policy: 'ALLOW', countries: ['FR'] })
const deny = zone(2)

test('a zone that denies the console, a longer list of it, and another order may shut out', () => {
  expect(mayShutOut([allow], [allow, deny])).toBe(true)
  expect(mayShutOut([deny], [zone(2, { countries: ['AT', 'DE'] })])).toBe(true)
  expect(mayShutOut([allow, deny], [deny, allow])).toBe(true)
  expect(mayShutOut([allow, deny], [deny])).toBe(true)
  const limit = { policy: 'RATE_LIMIT', requests_per_second: 50 } as const
  expect(mayShutOut([zone(1, limit)], [zone(1, { ...limit, requests_per_second: 5 })])).toBe(true)
})

test('what touches SIP alone, is empty, or allows, does not', () => {
  const sip = zone(3, { services: ['SIP_INVITE', 'SIP_REGISTER'] })
  expect(mayShutOut([deny], [sip, deny])).toBe(false)
  expect(mayShutOut([], [zone(4, { countries: [] })])).toBe(false)
  expect(mayShutOut([deny], [])).toBe(false)
  expect(mayShutOut([deny], [allow])).toBe(false)
  const renamed = zone(2, { name: 'other', services: ['SIP_REGISTER', 'WEB_ADMIN'] })
  expect(mayShutOut([deny], [renamed])).toBe(false)
})
