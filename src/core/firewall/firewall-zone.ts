// Firewall zones: which addresses may use which services of the switch.
import type { UserType } from '../permission/permission.ts'

export const ZONE_POLICIES = ['ALLOW', 'DENY', 'RATE_LIMIT'] as const
export type ZonePolicy = (typeof ZONE_POLICIES)[number]

/** The console has one service for each login door; wholesale, retail and settlement share one. */
export const ZONE_SERVICES = [
  'SIP_REGISTER',
  'SIP_INVITE',
  'WEB_ADMIN',
  'WEB_RESELLER',
  'WEB_CLIENT',
] as const
export type ZoneService = (typeof ZONE_SERVICES)[number]

/** The service that users of a type need for the console. */
export function webServiceOf(type: UserType | 'CLIENT'): ZoneService {
  return type === 'ADMIN' || type === 'RESELLER' ? `WEB_${type}` : 'WEB_CLIENT'
}

export interface ZoneNetwork {
  /** In CIDR notation; a single address needs no length. */
  readonly network: string
  /** From then on it is no part of the zone; null is never. */
  readonly expires_at: string | null
}

export interface FirewallZone {
  readonly id: number
  readonly name: string
  readonly policy: ZonePolicy
  /** Limit for one address, per service; only with RATE_LIMIT. */
  readonly requests_per_second: number | null
  readonly services: readonly ZoneService[]
  /** Two letters by ISO 3166. */
  readonly countries: readonly string[]
  readonly networks: readonly ZoneNetwork[]
}

/** A network of a client's IP list, or the address of a gateway. */
export interface KnownNetwork {
  readonly network: string
  readonly name: string
}
