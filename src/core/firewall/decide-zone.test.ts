import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decideZone, makeFirewall } from './decide-zone.ts'
import { type FirewallZone, ZONE_POLICIES, ZONE_SERVICES } from './firewall-zone.ts'

const NOW = Date.parse('2026-11-23T10:00:00Z')
const PAST = '2026-11-23T09:59:59Z'
const LATER = '2026-11-23T10:00:01Z'

const zoneOf = (change: Partial<FirewallZone> = {}): FirewallZone => ({
  id: 1,
  name: 'one',
  policy: 'DENY',
  requests_per_second: null,
  services: ['SIP_INVITE'],
  countries: [],
  networks: [],
  ...change,
})
const listed = (network: string, expires_at: string | null = null) => ({ network, expires_at })
const decide = (
  zones: FirewallZone[],
  address: string,
  country: string | null = null,
  known: { network: string; name: string }[] = [],
) => decideZone(makeFirewall(known, zones), { address, country, service: 'SIP_INVITE' }, NOW)

test('the first zone that has the network or the country of the address decides', () => {
  const zones = [
    zoneOf({ id: 1, services: ['WEB_ADMIN'], networks: [listed('0.0.0.0/0')] }),
    zoneOf({ id: 2, policy: 'RATE_LIMIT', requests_per_second: 5, countries: ['DE', 'FR'] }),
    zoneOf({ id: 3, networks: [listed('192.0.2.0/24'), listed('2001:db8::/32')] }),
  ]
  expect(decide(zones, '192.0.2.1', 'FR')).toMatchObject({
    policy: 'RATE_LIMIT',
    requests_per_second: 5,
    reason: 'COUNTRY',
    zone_id: 2,
    match: 'FR',
  })
  expect(decide(zones, '2001:db8::9', 'US')).toMatchObject({ reason: 'NETWORK', zone_id: 3 })
  expect(decide(zones, '198.51.100.1', 'US')).toMatchObject({ policy: 'ALLOW', reason: 'DEFAULT' })
})

test('a network counts until it expires', () => {
  const zone = (expires_at: string) => [zoneOf({ networks: [listed('192.0.2.0/24', expires_at)] })]
  expect(decide(zone(LATER), '192.0.2.1').policy).toBe('DENY')
  expect(decide(zone(PAST), '192.0.2.1').reason).toBe('DEFAULT')
})

test('this machine is always allowed, so that a wrong zone can be repaired from it', () => {
  const zones = [zoneOf({ networks: [listed('0.0.0.0/0'), listed('::/0')] })]
  for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) {
    expect(decide(zones, address)).toMatchObject({ policy: 'ALLOW', reason: 'LOOPBACK' })
  }
  expect(decide(zones, '192.0.2.1').policy).toBe('DENY')
  expect(decide(zones, '2001:db8::1').policy).toBe('DENY')
})

const ADDRESSES = ['192.0.2.1', '192.0.2.200', '198.51.100.1', '2001:db8::1', '2001:db8:1::1']
const NETWORKS = ['192.0.2.0/24', '192.0.2.1', '192.0.2.128/25', '2001:db8::/32', '2001:db8::1']
const COUNTRIES = ['DE', 'FR', 'US']

/** Which address lies in which network, written down by hand. */
const HOLDS: Record<string, string[]> = {
  '192.0.2.0/24': ['192.0.2.1', '192.0.2.200'],
  '192.0.2.1': ['192.0.2.1'],
  '192.0.2.128/25': ['192.0.2.200'],
  '2001:db8::/32': ['2001:db8::1', '2001:db8:1::1'],
  '2001:db8::1': ['2001:db8::1'],
}

const zones = fc
  .array(
    fc.record({
      name: fc.constant('zone'),
      policy: fc.constantFrom(...ZONE_POLICIES),
      requests_per_second: fc.constant(3),
      services: fc.subarray([...ZONE_SERVICES], { minLength: 1 }),
      countries: fc.subarray(COUNTRIES),
      networks: fc
        .array(fc.tuple(fc.constantFrom(...NETWORKS), fc.constantFrom(null, PAST, LATER)))
        .map((all) => all.map(([network, expires_at]) => ({ network, expires_at }))),
    }),
    { maxLength: 5 },
  )
  .map((all) => all.map((zone, at) => ({ ...zone, id: at + 1 })))
const question = fc.record({
  address: fc.constantFrom(...ADDRESSES),
  country: fc.constantFrom(null, ...COUNTRIES),
  service: fc.constantFrom(...ZONE_SERVICES),
})

test('the zone is the first of those that match alone', () => {
  fc.assert(
    fc.property(zones, question, (all, asked) => {
      const first = all.find(
        (zone) =>
          zone.services.includes(asked.service) &&
          (zone.countries.includes(asked.country ?? '') ||
            zone.networks.some(
              ({ network, expires_at }) =>
                HOLDS[network]?.includes(asked.address) && expires_at !== PAST,
            )),
      )
      const decision = decideZone(makeFirewall([], all), asked, NOW)
      expect(decision.zone_id).toBe(first?.id ?? null)
      expect(decision.policy).toBe(first?.policy ?? 'ALLOW')
    }),
  )
})

test('no zone decides about a known address, and it changes nothing for the others', () => {
  fc.assert(
    fc.property(zones, question, fc.constantFrom(...NETWORKS), (all, asked, network) => {
      const decision = decideZone(makeFirewall([{ network, name: 'client' }], all), asked, NOW)
      if (HOLDS[network]?.includes(asked.address)) {
        expect(decision).toMatchObject({ policy: 'ALLOW', reason: 'KNOWN', match: 'client' })
      } else expect(decision).toEqual(decideZone(makeFirewall([], all), asked, NOW))
    }),
  )
})

test('IPv4 written as IPv6 is the same address', () => {
  fc.assert(
    fc.property(zones, question, (all, asked) => {
      fc.pre(!asked.address.includes(':'))
      const firewall = makeFirewall([], all)
      const mapped = { ...asked, address: `::ffff:${asked.address}` }
      expect(decideZone(firewall, mapped, NOW)).toEqual(decideZone(firewall, asked, NOW))
    }),
  )
})
