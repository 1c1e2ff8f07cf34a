// The firewall as engine and API enforce it: all active zones, and the known addresses.
import { sql } from 'kysely'
import type { FirewallZone, KnownNetwork } from '#core/firewall/firewall-zone.ts'
import type { Database } from '../database.ts'

/** Expired networks are left out; `decideZone` leaves out those that expire later. */
export async function readActiveZones(database: Database): Promise<FirewallZone[]> {
  const { rows } = await sql<FirewallZone>`
    select z.id, z.name, z.policy, z.requests_per_second, z.services, z.countries,
      coalesce((select jsonb_agg(jsonb_build_object(
          'network', n.network::text, 'expires_at', n.expires_at) order by n.network)
        from firewall_network n
        where n.zone_id = z.id and (n.expires_at > now()) is not false), '[]') as networks
    from firewall_zone z where z.status = 'active'
    order by z.position, z.id`.execute(database)
  return rows
}

/** IP lists of clients, and gateways whose host is an address. */
export async function readKnownNetworks(database: Database): Promise<KnownNetwork[]> {
  const { rows } = await sql<KnownNetwork>`
    select distinct i.ip::text as network, a.name
      from client_ip i join account a on a.id = i.account_id where a.deleted_at is null
    union select host, name from gateway
      where deleted_at is null and (host ~ '^[0-9]{1,3}([.][0-9]{1,3}){3}$' or host ~ ':')
    order by network, name`.execute(database)
  return rows
}

export interface ZoneHit {
  readonly zone_id: number
  readonly hits: number
}

/** A zone that was deleted meanwhile has no hits. */
export async function addZoneHits(database: Database, hits: readonly ZoneHit[]): Promise<void> {
  if (hits.length === 0) return
  await sql`insert into firewall_hit as h (zone_id, hits)
    select n.zone_id, sum(n.hits) from jsonb_to_recordset(${JSON.stringify(hits)}::jsonb)
      as n (zone_id bigint, hits bigint) join firewall_zone z on z.id = n.zone_id
    group by n.zone_id order by n.zone_id
    on conflict (zone_id) do update
      set hits = h.hits + excluded.hits, last_hit_at = now()`.execute(database)
}
