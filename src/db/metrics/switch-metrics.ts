// Figures of calls, money, gateways and nodes for /metrics. A reader of it sees all accounts, or
// comes from an address that the operator has named (ADR-0042).
import { type RawBuilder, sql } from 'kysely'
import { nodeOfEngine } from '../calls/open-calls.ts'
import type { Database, Tx } from '../database.ts'
import { silence } from '../silence.ts'

/** Gateways with series of their own. */
export const GATEWAYS_SHOWN = 200
const QUERY_MS = 2000

/** Runs one query in a transaction that ends it after two seconds. */
export const withinTime = <Rows>(
  database: Database,
  read: (tx: Tx) => Promise<Rows>,
): Promise<Rows> =>
  database.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = ${sql.lit(QUERY_MS)}`.execute(tx)
    return read(tx)
  })

interface NodeFigures {
  readonly node_id: number
  readonly name: string
  readonly is_drained: boolean
  readonly registrations: number
  /** Null while its supervisor gives no sign of life. */
  readonly cpu_percent: number | null
  readonly load: number | null
  readonly memory_bytes: number | null
  readonly memory_used_bytes: number | null
  readonly clock_offset_ms: number | null
  readonly outbox_events: number | null
  readonly disks: readonly { readonly path: string; readonly bytes: number; used_bytes: number }[]
}

const ofMachine = (name: string): RawBuilder<number | null> =>
  sql<number | null>`(p.facts ->> ${sql.lit(name)})::float8`

export async function listNodeFigures(database: Database): Promise<NodeFigures[]> {
  const { rows } = await sql<NodeFigures>`
    select n.id as node_id, n.name, n.drained_at is not null as is_drained,
      (select count(*) from registration r where r.node_id = n.id
        and r.expires_at > now()) as registrations,
      ${ofMachine('cpu_percent')} as cpu_percent, (p.facts #>> '{load,0}')::float8 as load,
      ${ofMachine('memory_bytes')} as memory_bytes,
      ${ofMachine('memory_used_bytes')} as memory_used_bytes,
      ${ofMachine('clock_offset_ms')} as clock_offset_ms,
      ${ofMachine('outbox_events')} as outbox_events, coalesce(p.facts -> 'disks', '[]') as disks
    from node n left join process_state p on p.node_id = n.id and p.name = 'supervisor'
      and p.seen_at > now() - ${silence}
    where n.removed_at is null and n.joined_at is not null order by n.id`.execute(database)
  return rows
}

interface OpenCallFigures {
  readonly node_id: number
  readonly state: 'ROUTING' | 'RINGING' | 'ANSWERED'
  readonly calls: number
}

/** A row for each node and state, also without a call. */
export async function countOpenCallsByState(database: Database): Promise<OpenCallFigures[]> {
  const { rows } = await sql<OpenCallFigures>`
    select n.id as node_id, s.state, count(o.call_id) as calls
    from node n cross join (values ('ROUTING'), ('RINGING'), ('ANSWERED')) s (state)
      left join open_call o
        on o.state = s.state and ${sql.raw(nodeOfEngine('o.engine'))} = n.id
    where n.removed_at is null and n.joined_at is not null
    group by 1, 2 order by 1, 2`.execute(database)
  return rows
}

interface HoldFigures {
  readonly holds: number
  /** The age of the oldest call that holds money. */
  readonly oldest_seconds: number
  /** Those of calls whose grant has ended long ago (I4). */
  readonly expired: number
  /** In the system currency. */
  readonly amount: number
}

export async function sumHolds(database: Database): Promise<HoldFigures> {
  const { rows } = await sql<HoldFigures>`
    select count(*) filter (where o.is_held) as holds,
      coalesce(extract(epoch from now() - min(o.started_at) filter (where o.is_held)), 0)::float8
        as oldest_seconds,
      count(*) filter (where o.expires_at < now() - interval '90 seconds') as expired,
      (select coalesce(sum(b.held::numeric * c.rate), 0) / 1e14
        from account_balance b join account a on a.id = b.account_id
          join currency c on c.code = a.currency
        where b.held > 0)::float8 as amount
    from (select started_at, expires_at, 0 < any (held) as is_held from open_call) o`.execute(
    database,
  )
  const [found] = rows
  if (!found) throw new Error('A sum has one row')
  return found
}

interface GatewayFigures {
  readonly id: number
  readonly name: string
  readonly settlement: string
  readonly ping_state: 'UP' | 'DOWN' | 'UNKNOWN'
  readonly is_locked: boolean
  readonly is_active: boolean
  /** Whether it has series of its own: the first by their ids. */
  readonly is_shown: boolean
}

/** All gateways that there are, and deleted ones that an engine still counts. */
export async function listGatewayFigures(
  database: Database,
  ids: readonly number[],
): Promise<GatewayFigures[]> {
  const { rows } = await sql<GatewayFigures>`
    select g.id, g.name, a.name as settlement, coalesce(s.ping_state, 'UNKNOWN') as ping_state,
      coalesce(s.lock_state, 'OPEN') = 'LOCKED' as is_locked,
      g.status = 'active' and g.deleted_at is null as is_active,
      g.deleted_at is null and row_number() over (order by g.deleted_at is not null, g.id)
        <= ${GATEWAYS_SHOWN} as is_shown
    from gateway g join account a on a.id = g.settlement_id
      left join gateway_state s on s.gateway_id = g.id
    where g.deleted_at is null or g.id = any (${[...ids]}::bigint[])
    order by g.id`.execute(database)
  return rows
}

interface DatabaseFigures {
  readonly bytes: number
  readonly connections: number
  readonly most_connections: number
}

export async function readDatabaseFigures(database: Database): Promise<DatabaseFigures> {
  const { rows } = await sql<DatabaseFigures>`
    select pg_database_size(current_database()) as bytes,
      (select count(*) from pg_stat_activity where backend_type = 'client backend') as connections,
      current_setting('max_connections')::integer as most_connections`.execute(database)
  const [found] = rows
  if (!found) throw new Error('A query without a table has one row')
  return found
}
