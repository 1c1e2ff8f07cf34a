// The addresses from which wholesale clients call.
import { type Insertable, sql } from 'kysely'
import { insertRow, removeRow, updateVersion } from '../crud.ts'
import type { Database, Tx } from '../database.ts'
import { networkText } from '../networks.ts'
import { hasText, hasValues, type ListQuery, offsetPage } from '../paging.ts'
import { inScope, isOfAdmin, type Scope } from '../scope.ts'
import type { ClientIpTable } from '../tables/accounts.ts'

const ip = networkText('i.ip')

const clientIps = (database: Database, scope: Scope) =>
  database
    .selectFrom('client_ip as i')
    .innerJoin('account as a', 'a.id', 'i.account_id')
    .leftJoin('route_plan as p', 'p.id', 'i.route_plan_id')
    .leftJoin('tariff as t', 't.id', 'i.tariff_id')
    .where('a.deleted_at', 'is', null)
    .where(inScope(scope, 'i.account_id'))
    .select(['i.id', 'i.version', 'i.account_id', 'i.port', 'i.transport', 'i.tech_prefix'])
    .select(['i.description', 'i.status', 'i.created_at', 'i.updated_at'])
    .select(['i.dst_prefixes', 'i.src_prefixes', 'i.dst_min_length', 'i.dst_max_length'])
    .select(['i.channel_limit', 'i.cps_limit', 'i.route_plan_id', 'i.tariff_id'])
    .select(['i.auth_username', 'p.name as route_plan_name', 't.name as tariff_name'])
    .select(['a.name as client_name', ip.as('ip')])

const SORTS = {
  ip: sql`i.ip`,
  client_name: sql`lower(a.name)`,
  tech_prefix: sql`i.tech_prefix`,
  status: sql`i.status`,
  created_at: sql`i.created_at`,
}

interface ClientIpQuery extends ListQuery<keyof typeof SORTS> {
  readonly account_id?: number | undefined
  readonly status?: ClientIpTable['status'] | undefined
  /** Rows whose network holds this address; the caller has checked that it is one. */
  readonly holds?: string | undefined
}

export async function listClientIps(database: Database, scope: Scope, query: ClientIpQuery) {
  const { holds } = query
  let select = clientIps(database, scope)
    .where(hasText(query.q, 'a.name', 'i.description', 'i.auth_username', sql`i.ip::text`))
    .where(hasValues({ 'i.account_id': query.account_id, 'i.status': query.status }))
  if (holds) select = select.where(sql<boolean>`i.ip >>= ${holds}::inet`)
  return offsetPage(database, select, query, SORTS, 'ip', sql`i.id`)
}

export async function findClientIp(database: Database, scope: Scope, id: number) {
  return clientIps(database, scope).where('i.id', '=', id).executeTakeFirst()
}

/** All rows of the client with exactly this network, with whatever port and prefixes. */
export const listAddressesOf = (
  tx: Tx,
  scope: Scope,
  { account_id, network }: { readonly account_id: number; readonly network: string },
) =>
  clientIps(tx, scope)
    .where('i.account_id', '=', account_id)
    .where('i.ip', '=', sql<string>`network(${network}::inet)`)
    .orderBy('i.id')
    .execute()

interface Source {
  readonly ip: string
  readonly port: number | null
  readonly transport: ClientIpTable['transport']
}

interface Owner {
  readonly account_id: number
  readonly client_name: string
}

interface CheckedSource {
  readonly same: Owner | null
  readonly around: (Owner & Source) | null
}

/**
 * Checks each source, in their order: the row that is the same, and the narrowest other one whose
 * network holds it. All wider networks are looked up one by one, because an index finds those.
 */
export async function checkClientIps(
  database: Database,
  scope: Scope,
  sources: readonly Source[],
): Promise<CheckedSource[]> {
  const [ips, ports, transports] = [
    sources.map((one) => one.ip),
    sources.map((one) => one.port),
    sources.map((one) => one.transport),
  ]
  const { rows } = await sql<Owner & Source & { at: number; is_same: boolean }>`
    with s as (
      select network(ip::inet) as ip, port, transport, at
      from unnest(${ips}::text[], ${ports}::integer[], ${transports}::text[])
        with ordinality as t (ip, port, transport, at)),
    near as materialized (
      select s.at, i.*, i.ip = s.ip and i.port is not distinct from s.port
          and i.transport is not distinct from s.transport
          and i.tech_prefix = '' and i.dst_prefixes = '{}' and i.src_prefixes = '{}' as is_same
      from s cross join generate_series(1, masklen(s.ip)) length
      join client_ip i on i.ip = network(set_masklen(s.ip::inet, length)))
    select i.at, i.is_same, i.account_id, a.name as client_name, ${ip} as ip, i.port, i.transport
    from near i join account a on a.id = i.account_id
    where a.deleted_at is null and ${inScope(scope, 'a.id')}
    order by i.at, masklen(i.ip) desc, i.id`.execute(database)
  const found = Map.groupBy(rows, ({ at }) => at)
  return sources.map((_, at) => {
    const own = found.get(at + 1) ?? []
    return {
      same: own.find(({ is_same }) => is_same) ?? null,
      around: own.find(({ is_same }) => !is_same) ?? null,
    }
  })
}

type SameRow = Source & {
  readonly tech_prefix: string
  readonly dst_prefixes: readonly string[]
  readonly src_prefixes: readonly string[]
}

/** The client of an identical row, other than the one with `but_id`. */
export async function findSameClientIp(tx: Tx, scope: Scope, row: SameRow, but_id?: number) {
  return clientIps(tx, scope)
    .where('i.ip', '=', sql<string>`network(${row.ip}::inet)`)
    .where('i.port', 'is not distinct from', row.port)
    .where('i.transport', 'is not distinct from', row.transport)
    .where('i.tech_prefix', '=', row.tech_prefix)
    .where(sql<boolean>`i.dst_prefixes = ${sorted(row.dst_prefixes)}::text[]`)
    .where(sql<boolean>`i.src_prefixes = ${sorted(row.src_prefixes)}::text[]`)
    .where('i.id', 'is distinct from', but_id ?? null)
    .executeTakeFirst()
}

type ClientIpValues = Omit<
  Insertable<ClientIpTable>,
  'id' | 'version' | 'created_at' | 'updated_at'
>

/** In one order, because rows of the same prefixes are the same row. */
const sorted = (prefixes: readonly string[]) => [...new Set(prefixes)].sort()

/** `network` cuts the bits behind the mask, so that 192.0.2.7/24 is the network that it lies in. */
const values = ({ ip, dst_prefixes = [], src_prefixes = [], ...row }: ClientIpValues) => ({
  ...row,
  ip: sql<string>`network(${ip}::inet)`,
  dst_prefixes: sorted(dst_prefixes),
  src_prefixes: sorted(src_prefixes),
})

export const insertClientIp = (tx: Tx, row: ClientIpValues): Promise<number> =>
  insertRow(tx, 'client_ip', values(row))

/** False if the row has changed since `version` was read. */
export const updateClientIp = (
  tx: Tx,
  id: number,
  version: number,
  row: ClientIpValues,
): Promise<boolean> => updateVersion(tx, 'client_ip', id, version, values(row))

export const deleteClientIp = (tx: Tx, id: number): Promise<void> => removeRow(tx, 'client_ip', id)

/**
 * Whether others have addresses of the network. Calls go by the longest match: a reseller that adds
 * an address of another one's client would take the calls of that client.
 */
export async function overlapsForeign(tx: Tx, scope: Scope, ip: string): Promise<boolean> {
  if (isOfAdmin(scope)) return false
  const { rows } = await sql`select from client_ip i
    where i.ip && ${ip}::inet and not ${inScope(scope, 'i.account_id')} limit 1`.execute(tx)
  return rows.length > 0
}
