import { z } from 'zod'
import { ZONE_POLICIES, ZONE_SERVICES } from '#core/firewall/firewall-zone.ts'
import { isNetwork, ZONE_COMMENT_MAX, ZONE_NETWORKS_MAX } from '#core/firewall/network-list.ts'
import { ZONE_COUNTRIES } from '#core/firewall/regions.ts'
import { endpoint, idParams } from '../endpoint.ts'
import { listQuery } from '../page.ts'
import * as is from '../primitives.ts'

const policy = z.enum(ZONE_POLICIES)
const service = z.enum(ZONE_SERVICES)

const fields = {
  name: is.name(80),
  description: is.text(500),
  policy,
  /** The limit of one address, for each service; only with RATE_LIMIT. */
  requests_per_second: z.number().int().min(1).max(1000).nullable(),
  services: z.array(service).min(1, 'Select at least one.').max(ZONE_SERVICES.length),
  status: is.status,
}
const rateOfLimit = {
  path: ['requests_per_second'],
  message: 'Needed for a rate limit, and only for it.',
}
const hasRateOfLimit = (zone: { policy: string; requests_per_second: number | null }) =>
  (zone.policy === 'RATE_LIMIT') === (zone.requests_per_second !== null)

/** The fields that the activity log compares. */
export const firewallZoneFields = z.strictObject(fields)
export const firewallZoneForm = firewallZoneFields.refine(hasRateOfLimit, rateOfLimit)

const countries = z
  .array(z.string())
  .max(ZONE_COUNTRIES.size)
  .refine((all) => all.every((code) => ZONE_COUNTRIES.has(code)), 'Unknown country.')

export const firewallZone = firewallZoneFields.extend({
  id: is.id,
  version: is.version,
  /** The first active zone that matches an address decides. */
  position: z.number(),
  countries: z.array(z.string()),
  networks_count: z.number(),
  /** Requests that it has decided. */
  hits: z.number(),
  last_hit_at: is.instant.nullable(),
  created_at: is.instant,
  updated_at: is.instant,
})
export type FirewallZone = z.output<typeof firewallZone>

export const zoneNetwork = z.strictObject({
  network: z
    .string()
    .trim()
    .refine(isNetwork, 'An IP address or network, for example 192.0.2.7 or 192.0.2.0/24.'),
  comment: is.text(ZONE_COMMENT_MAX),
  /** From then on it is no part of the zone. */
  expires_at: is.instant.nullable(),
})
export type ZoneNetwork = z.output<typeof zoneNetwork>

export const listFirewallZones = endpoint({
  method: 'GET',
  path: '/api/firewall-zones',
  summary: 'Firewall zones',
  needs: 'firewall_zones.view',
  list: true,
  query: listQuery(['position', 'name', 'policy', 'status', 'hits', 'last_hit_at'], {
    policy: policy.optional(),
    status: is.status.optional(),
  }),
  answer: z.array(firewallZone),
})

export const getFirewallZone = endpoint({
  method: 'GET',
  path: '/api/firewall-zones/:id',
  summary: 'One firewall zone, without its networks',
  needs: 'firewall_zones.view',
  params: idParams,
  answer: firewallZone,
})

export const createFirewallZone = endpoint({
  method: 'POST',
  path: '/api/firewall-zones',
  summary: 'Adds a firewall zone behind all others, without countries and networks',
  needs: 'firewall_zones.create',
  body: firewallZoneForm,
  answer: firewallZone,
})

export const updateFirewallZone = endpoint({
  method: 'PUT',
  path: '/api/firewall-zones/:id',
  summary: 'Changes a firewall zone; never so that it shuts out the address of the request',
  needs: 'firewall_zones.edit',
  params: idParams,
  body: firewallZoneFields.extend({ version: is.version }).refine(hasRateOfLimit, rateOfLimit),
  answer: firewallZone,
})

export const deleteFirewallZone = endpoint({
  method: 'DELETE',
  path: '/api/firewall-zones/:id',
  summary: 'Deletes a firewall zone with its networks',
  needs: 'firewall_zones.delete',
  params: idParams,
})

export const orderFirewallZones = endpoint({
  method: 'PUT',
  path: '/api/firewall-zones/order',
  summary: 'Sets the order in which the zones decide',
  needs: 'firewall_zones.edit',
  /** The ids of all zones. */
  body: z.strictObject({ ids: z.array(is.id).max(1000) }),
})

export const getZoneCountries = endpoint({
  method: 'GET',
  path: '/api/firewall-zones/:id/countries',
  summary: 'The countries of a firewall zone',
  needs: 'firewall_zones.view',
  params: idParams,
  answer: z.object({
    name: z.string(),
    version: is.version,
    countries: z.array(z.string()),
  }),
})

export const setZoneCountries = endpoint({
  method: 'PUT',
  path: '/api/firewall-zones/:id/countries',
  summary: 'Sets the countries of a firewall zone',
  needs: 'firewall_zones.edit',
  params: idParams,
  body: z.strictObject({ version: is.version, countries }),
})

export const getZoneNetworks = endpoint({
  method: 'GET',
  path: '/api/firewall-zones/:id/networks',
  summary: 'The networks of a firewall zone',
  needs: 'firewall_zones.view',
  params: idParams,
  answer: z.object({ name: z.string(), version: is.version, networks: z.array(zoneNetwork) }),
})

export const setZoneNetworks = endpoint({
  method: 'PUT',
  path: '/api/firewall-zones/:id/networks',
  summary: 'Sets the networks of a firewall zone',
  needs: 'firewall_zones.edit',
  params: idParams,
  body: z.strictObject({
    version: is.version,
    networks: z.array(zoneNetwork).max(ZONE_NETWORKS_MAX, `At most ${ZONE_NETWORKS_MAX}.`),
  }),
})

const REASONS = ['LOOPBACK', 'KNOWN', 'NETWORK', 'COUNTRY', 'DEFAULT'] as const

export const testFirewallZones = endpoint({
  method: 'POST',
  path: '/api/firewall-zones/test',
  summary: 'Which zone decides about an address, for each service, and why',
  needs: 'firewall_zones.view',
  body: z.strictObject({
    address: z
      .union([z.ipv4(), z.ipv6()], 'An IP address, for example 192.0.2.7.')
      .or(z.literal(''))
      /** The address of the request itself. */
      .default(''),
  }),
  answer: z.object({
    address: z.string(),
    country: z.string().nullable(),
    /** Bans come before zones. */
    banned_until: is.instant.nullable(),
    services: z.array(
      z.object({
        service,
        policy,
        requests_per_second: z.number().nullable(),
        reason: z.enum(REASONS),
        zone_id: z.number().nullable(),
        zone_name: z.string().nullable(),
        /** The network, country, client or gateway that matched. */
        match: z.string(),
      }),
    ),
  }),
})
export type ZoneTest = z.output<typeof testFirewallZones.answer>
