// Call nodes: the machines that take calls on this database, and their state.
import { sql } from 'kysely'
import { NODES_MAX } from '#core/call/engine-name.ts'
import type { Database, Tx } from '../database.ts'

export interface ListedNode {
  readonly id: number
  readonly name: string
  readonly sip_address: string
  readonly release: string
  readonly last_migration: string
  readonly joined_at: string | null
  readonly drained_at: string | null
  readonly version: number
  /** When its supervisor last measured the machine; null before the first time. */
  readonly seen_at: string | null
  readonly is_silent: boolean
  readonly calls: number
  readonly load: number | null
  readonly cpu_cores: number | null
  readonly clock_offset_ms: number | null
  /** Until when a code to join is good; null if none is. */
  readonly code_expires_at: string | null
}

/** All that are not removed, by their numbers. */
export async function listNodes(database: Database): Promise<ListedNode[]> {
  const { rows } = await sql<ListedNode>`
    select n.id, n.name, n.sip_address, n.release, n.last_migration, n.joined_at, n.drained_at,
      n.version, p.seen_at, p.seen_at is null or p.state = 'stopped'
        or p.seen_at <= now() - interval '15 seconds' as is_silent,
      (select count(*) from open_call o
        where coalesce(nullif(substr(o.engine, 2), ''), '1')::smallint = n.id) as calls,
      (p.facts #>> '{load,0}')::float8 as load, (p.facts ->> 'cpu_cores')::integer as cpu_cores,
      (p.facts ->> 'clock_offset_ms')::integer as clock_offset_ms,
      (select max(j.expires_at) from node_join j
        where j.node_id = n.id and j.expires_at > now() and j.used_at is null and j.refusal = '')
        as code_expires_at
    from node n left join process_state p on p.node_id = n.id and p.name = 'supervisor'
    where n.removed_at is null order by n.id`.execute(database)
  return rows
}

export interface OwnNodeState {
  readonly name: string
  readonly is_drained: boolean
  readonly is_removed: boolean
}

/** Undefined for a number that was never given. */
export async function readNode(database: Database, id: number): Promise<OwnNodeState | undefined> {
  const { rows } = await sql<OwnNodeState>`
    select name, drained_at is not null as is_drained, removed_at is not null as is_removed
    from node where id = ${id}`.execute(database)
  return rows[0]
}

/** The number of the new node; undefined when all are used up. */
export async function addNode(tx: Tx, name: string): Promise<number | undefined> {
  await sql`lock table node in share row exclusive mode`.execute(tx)
  const { rows } = await sql<{ id: number }>`
    insert into node (id, name)
    select last + 1, ${name} from (select max(id) as last from node) as numbers
    where last < ${NODES_MAX} returning id`.execute(tx)
  return rows[0]?.id
}

/** The version of a node that starts, and where it is reached. */
export async function writeNodeStart(
  database: Database,
  id: number,
  start: { sip_address: string; release: string; last_migration: string },
): Promise<void> {
  await database
    .updateTable('node')
    .set({ ...start, joined_at: sql<string>`coalesce(joined_at, now())` })
    .where('id', '=', id)
    .execute()
}

export interface NewJoin {
  readonly node_id: number
  /** Encrypted. */
  readonly code: string
  readonly minutes: number
}

/** The number of a new code; codes of before for the same node are good no longer. */
export async function addNodeJoin(tx: Tx, { node_id, code, minutes }: NewJoin): Promise<number> {
  await sql`delete from node_join where node_id = ${node_id}`.execute(tx)
  const { rows } = await sql<{ id: number }>`
    insert into node_join (node_id, code, expires_at)
    values (${node_id}, ${code}, now() + make_interval(mins => ${minutes}))
    returning id`.execute(tx)
  return rows[0]?.id ?? 0
}

/** False for a code that is unknown, has expired or was used. */
export async function requestJoin(
  database: Database,
  id: string,
  { node_key, proof }: { node_key: string; proof: string },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update node_join set node_key = ${node_key}, proof = ${proof}
    where id = ${id}::bigint and node_key is null and expires_at > now()`.execute(database)
  return numAffectedRows === 1n
}

export interface JoinRequest {
  readonly id: number
  readonly code: string
  readonly node_key: string
  readonly proof: string
}

/** Requests of nodes that no supervisor has answered. */
export async function listJoinRequests(database: Database): Promise<JoinRequest[]> {
  const { rows } = await sql<JoinRequest>`
    select id, code, node_key, proof from node_join
    where node_key is not null and sealed is null and refusal = '' and expires_at > now()
    order by id limit 10`.execute(database)
  return rows
}

export type JoinAnswer =
  | { readonly supervisor_key: string; readonly sealed: string }
  | { readonly refusal: string }

/** The first answer counts. */
export async function answerJoin(
  database: Database,
  id: number,
  answer: JoinAnswer,
): Promise<void> {
  await database
    .updateTable('node_join')
    .set(answer)
    .where('id', '=', id)
    .where('sealed', 'is', null)
    .where('refusal', '=', '')
    .execute()
}

export interface JoinState {
  readonly node_id: number
  readonly supervisor_key: string | null
  readonly sealed: string | null
  readonly refusal: string
}

export async function readJoin(database: Database, id: string): Promise<JoinState | undefined> {
  const { rows } = await sql<JoinState>`
    select node_id, supervisor_key, sealed, refusal from node_join
    where id = ${id}::bigint`.execute(database)
  return rows[0]
}

/** The code was used; the sealed secrets are not kept. */
export async function finishJoin(database: Database, id: string): Promise<void> {
  await sql`update node_join set used_at = now(), code = '', sealed = ''
    where id = ${id}::bigint`.execute(database)
}
