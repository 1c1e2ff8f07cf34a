// On which addresses beside the configured ones the switch listens: those of the tunnels.
import { sql } from 'kysely'
import type { Database } from '../database.ts'

/** IPv4 only, as all SIP addresses of the switch. */
export async function listTunnelAddresses(database: Database) {
  return database
    .selectFrom('tunnel as t')
    .where('t.deleted_at', 'is', null)
    .where('t.status', '=', 'active')
    .where(sql<boolean>`family(t.local_ip) = 4 and coalesce(family(t.advertised_ip), 4) = 4`)
    .select(['t.name', 't.sip_port'])
    .select([
      sql<string>`host(t.local_ip)`.as('local_ip'),
      sql<string | null>`host(t.advertised_ip)`.as('advertised_ip'),
    ])
    .orderBy('t.id')
    .execute()
}
