// Which firewall zone decides about a request, and what it decides.
import { NetworkTable } from '../ip-network.ts'
import type { FirewallZone, KnownNetwork, ZonePolicy, ZoneService } from './firewall-zone.ts'

interface Listed {
  readonly network: string
  readonly expires_ms: number
}

/** The zones and known addresses, indexed for lookups. */
export interface Firewall {
  readonly known: NetworkTable<KnownNetwork>
  readonly zones: readonly {
    readonly zone: FirewallZone
    readonly services: ReadonlySet<ZoneService>
    readonly countries: ReadonlySet<string>
    readonly networks: NetworkTable<Listed>
  }[]
}

/** `zones` are the active ones in the order of their positions. */
export function makeFirewall(
  known: readonly KnownNetwork[],
  zones: readonly FirewallZone[],
): Firewall {
  const known_table = new NetworkTable<KnownNetwork>()
  for (const one of known) known_table.add(one.network, one)
  return {
    known: known_table,
    zones: zones.map((zone) => {
      const networks = new NetworkTable<Listed>()
      for (const { network, expires_at } of zone.networks) {
        const expires_ms = expires_at === null ? Number.POSITIVE_INFINITY : Date.parse(expires_at)
        networks.add(network, { network, expires_ms })
      }
      const services = new Set(zone.services)
      return { zone, services, countries: new Set(zone.countries), networks }
    }),
  }
}

interface ZoneQuestion {
  readonly address: string
  /** Country of the address, by the country database; null if it has none. */
  readonly country: string | null
  readonly service: ZoneService
}

/**
 * LOOPBACK: this machine itself, so that a wrong zone can be repaired from it. KNOWN: a client or
 * a gateway. NETWORK and COUNTRY: of the zone. DEFAULT: no zone matches.
 */
export type ZoneReason = 'LOOPBACK' | 'KNOWN' | 'NETWORK' | 'COUNTRY' | 'DEFAULT'

export interface ZoneDecision {
  readonly policy: ZonePolicy
  readonly requests_per_second: number | null
  readonly reason: ZoneReason
  readonly zone_id: number | null
  readonly zone_name: string | null
  /** The network, country or known name that matched; empty by default. */
  readonly match: string
}

const LOOPBACK = new NetworkTable<string>()
for (const network of ['127.0.0.1', '::1']) LOOPBACK.add(network, network)

const allowed = (reason: ZoneReason, match: string): ZoneDecision => ({
  policy: 'ALLOW',
  requests_per_second: null,
  reason,
  zone_id: null,
  zone_name: null,
  match,
})

/** Known addresses first, then the first zone that matches, then the default: allowed. */
export function decideZone(
  firewall: Firewall,
  { address, country, service }: ZoneQuestion,
  now_ms: number,
): ZoneDecision {
  const [loopback] = LOOPBACK.find(address)
  if (loopback) return allowed('LOOPBACK', '')
  const known = firewall.known.find(address)[0]?.[0]
  if (known) return allowed('KNOWN', known.name)
  for (const { zone, services, countries, networks } of firewall.zones) {
    if (!services.has(service)) continue
    const listed = networks.find(address).flat()
    const network = listed.find(({ expires_ms }) => now_ms < expires_ms)?.network
    const isOfCountry = country !== null && countries.has(country)
    if (network === undefined && !isOfCountry) continue
    return {
      policy: zone.policy,
      requests_per_second: zone.policy === 'RATE_LIMIT' ? zone.requests_per_second : null,
      reason: network === undefined ? 'COUNTRY' : 'NETWORK',
      zone_id: zone.id,
      zone_name: zone.name,
      match: network ?? country ?? '',
    }
  }
  return allowed('DEFAULT', '')
}
