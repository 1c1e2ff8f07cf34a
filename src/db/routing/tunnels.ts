// Tunnels: the addresses of this machine that a gateway is called from.
import { type Insertable, sql } from 'kysely'
import { OPERATOR_ID } from '#core/account/operator.ts'
import { insertRow, markDeleted, updateVersion } from '../crud.ts'
import type { Database, Tx } from '../database.ts'
import { hasText, hasValues, type ListQuery, offsetPage } from '../paging.ts'
import { inScope, type Scope } from '../scope.ts'
import type { TunnelTable } from '../tables/routing.ts'

const usedByCount = sql<number>`(
  select count(*) from gateway g where g.tunnel_id = t.id and g.deleted_at is null)`

const tunnels = (database: Database, scope: Scope) =>
  database
    .selectFrom('tunnel as t')
    .where('t.deleted_at', 'is', null)
    .where(inScope(scope, 't.owner_id'))
    .select(['t.id', 't.version', 't.name', 't.kind', 't.sip_port', 't.interface', 't.status'])
    .select(['t.description', 't.created_at', 't.updated_at'])
    .select([
      sql<string>`host(t.local_ip)`.as('local_ip'),
      sql<string | null>`host(t.advertised_ip)`.as('advertised_ip'),
      usedByCount.as('used_by_count'),
    ])

const SORTS = {
  name: sql`lower(t.name)`,
  kind: sql`t.kind`,
  local_ip: sql`t.local_ip`,
  status: sql`t.status`,
  used_by_count: sql`used_by_count`,
  created_at: sql`t.created_at`,
}

interface TunnelQuery extends ListQuery<keyof typeof SORTS> {
  readonly kind?: TunnelTable['kind'] | undefined
  readonly status?: TunnelTable['status'] | undefined
}

export async function listTunnels(database: Database, scope: Scope, query: TunnelQuery) {
  const select = tunnels(database, scope)
    .where(hasText(query.q, 't.name', 't.interface', sql`host(t.local_ip)`))
    .where(hasValues({ 't.kind': query.kind, 't.status': query.status }))
  return offsetPage(database, select, query, SORTS, 'name', sql`t.id`)
}

export async function findTunnel(database: Database, scope: Scope, id: number) {
  return tunnels(database, scope).where('t.id', '=', id).executeTakeFirst()
}

type TunnelValues = Omit<
  Insertable<TunnelTable>,
  'id' | 'owner_id' | 'version' | 'created_at' | 'updated_at' | 'deleted_at'
>

export const insertTunnel = (tx: Tx, tunnel: TunnelValues): Promise<number> =>
  insertRow(tx, 'tunnel', { ...tunnel, owner_id: OPERATOR_ID })

/** False if the row has changed since `version` was read. */
export const updateTunnel = (
  tx: Tx,
  id: number,
  version: number,
  tunnel: TunnelValues,
): Promise<boolean> => updateVersion(tx, 'tunnel', id, version, tunnel)

export const deleteTunnel = (tx: Tx, id: number, at: string): Promise<void> =>
  markDeleted(tx, 'tunnel', id, at)
