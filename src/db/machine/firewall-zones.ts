// Firewall zones as the console shows and changes them.
import { type Insertable, sql } from 'kysely'
import { insertRow, removeRow, updateVersion } from '../crud.ts'
import type { Database, Tx } from '../database.ts'
import { hasText, hasValues, type ListQuery, offsetPage } from '../paging.ts'
import { type Scope, seesEverything } from '../scope.ts'
import type { FirewallNetworkTable, FirewallZoneTable } from '../tables/machine.ts'

const networksCount = sql<number>`(
  select count(*) from firewall_network n where n.zone_id = z.id)`

const zones = (database: Database, scope: Scope) =>
  database
    .selectFrom('firewall_zone as z')
    .leftJoin('firewall_hit as h', 'h.zone_id', 'z.id')
    .where(seesEverything(scope))
    .select(['z.id', 'z.version', 'z.name', 'z.description', 'z.position', 'z.policy'])
    .select(['z.requests_per_second', 'z.services', 'z.countries', 'z.status'])
    .select(['z.created_at', 'z.updated_at', 'h.last_hit_at'])
    .select([networksCount.as('networks_count'), sql<number>`coalesce(h.hits, 0)`.as('hits')])

const SORTS = {
  position: sql`z.position`,
  name: sql`lower(z.name)`,
  policy: sql`z.policy`,
  status: sql`z.status`,
  hits: sql`coalesce(h.hits, 0)`,
  last_hit_at: sql`h.last_hit_at`,
}

interface ZoneQuery extends ListQuery<keyof typeof SORTS> {
  readonly policy?: FirewallZoneTable['policy'] | undefined
  readonly status?: FirewallZoneTable['status'] | undefined
}

export async function listFirewallZones(database: Database, scope: Scope, query: ZoneQuery) {
  const select = zones(database, scope)
    .where(hasText(query.q, 'z.name', 'z.description'))
    .where(hasValues({ 'z.policy': query.policy, 'z.status': query.status }))
  return offsetPage(database, select, query, SORTS, 'position', sql`z.id`)
}

export async function findFirewallZone(database: Database, scope: Scope, id: number) {
  return zones(database, scope).where('z.id', '=', id).executeTakeFirst()
}

/** Changes of zones wait for each other: all of them are weighed together. */
export async function lockFirewallZones(tx: Tx): Promise<void> {
  await sql`lock table firewall_zone in share row exclusive mode`.execute(tx)
}

type ZoneValues = Pick<
  Insertable<FirewallZoneTable>,
  'name' | 'description' | 'policy' | 'requests_per_second' | 'services' | 'status'
>

/** A new zone is the last one, so that it takes nothing from the others. */
export async function insertFirewallZone(tx: Tx, zone: ZoneValues): Promise<number> {
  const { rows } = await sql<{ position: number }>`
    select coalesce(max(position), 0) + 1 as position from firewall_zone`.execute(tx)
  return insertRow(tx, 'firewall_zone', { ...zone, position: rows[0]?.position ?? 1 })
}

/** False if the row has changed since `version` was read. */
export const updateFirewallZone = (
  tx: Tx,
  id: number,
  version: number,
  zone: Partial<ZoneValues & Pick<Insertable<FirewallZoneTable>, 'countries'>>,
): Promise<boolean> => updateVersion(tx, 'firewall_zone', id, version, zone)

export const deleteFirewallZone = (tx: Tx, id: number): Promise<void> =>
  removeRow(tx, 'firewall_zone', id)

/** Ids and names in the order in which the zones decide. */
export async function listZoneOrder(
  database: Database,
  scope: Scope,
): Promise<{ id: number; name: string }[]> {
  return database
    .selectFrom('firewall_zone')
    .where(seesEverything(scope))
    .select(['id', 'name'])
    .orderBy('position')
    .orderBy('id')
    .execute()
}

export async function setZoneOrder(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`update firewall_zone z set position = o.place
    from unnest(${[...ids]}::bigint[]) with ordinality as o (id, place)
    where o.id = z.id`.execute(tx)
}

/** A single address is shown without its length, as it was typed. */
const networkText = sql<string>`case
  when masklen(network) = (case family(network) when 4 then 32 else 128 end)
  then host(network) else network::text end`

export async function listZoneNetworks(database: Database, scope: Scope, zone_id: number) {
  return database
    .selectFrom('firewall_network')
    .where('zone_id', '=', zone_id)
    .where(seesEverything(scope))
    .select([networkText.as('network'), 'comment', 'expires_at'])
    .orderBy('firewall_network.network')
    .execute()
}

type NetworkValues = Omit<Insertable<FirewallNetworkTable>, 'zone_id'>

/** `network()` cuts the bits behind the length: 192.0.2.7/24 is the network that it lies in. */
export async function replaceZoneNetworks(
  tx: Tx,
  zone_id: number,
  networks: readonly NetworkValues[],
): Promise<void> {
  await tx.deleteFrom('firewall_network').where('zone_id', '=', zone_id).execute()
  await sql`insert into firewall_network (zone_id, network, comment, expires_at)
    select ${zone_id}, network(n.network::inet), n.comment, n.expires_at
    from jsonb_to_recordset(${JSON.stringify(networks)}::jsonb)
      as n (network text, comment text, expires_at timestamptz)`.execute(tx)
}
