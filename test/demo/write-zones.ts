// Firewall zones of the demo. This machine itself is always allowed, and with it the demo's phones
// and browser.
import type { Tx } from '#db/database.ts'
import {
  insertFirewallZone,
  replaceZoneNetworks,
  updateFirewallZone,
} from '#db/machine/firewall-zones.ts'

const ZONE = { requests_per_second: null, status: 'active' } as const

export async function writeZones(tx: Tx): Promise<void> {
  const office = await insertFirewallZone(tx, {
    ...ZONE,
    name: 'Office networks',
    description: 'Staff of the operator',
    policy: 'ALLOW',
    services: ['WEB_ADMIN'],
  })
  await replaceZoneNetworks(tx, office, [
    { network: '192.0.2.0/24', comment: 'Head office', expires_at: null },
    { network: '198.51.100.16/28', comment: 'NOC', expires_at: null },
    { network: '2001:db8:60::/48', comment: 'VPN', expires_at: null },
  ])
  const denied = await insertFirewallZone(tx, {
    ...ZONE,
    name: 'No clients there',
    description: 'Registrations and calls from countries without clients',
    policy: 'DENY',
    services: ['SIP_REGISTER', 'SIP_INVITE'],
  })
  await updateFirewallZone(tx, denied, 1, { countries: ['NR', 'TV', 'WF'] })
}
