// Call nodes: the machines that take calls on this database, and their state.
import { sql } from 'kysely'
import { FIRST_NODE, NODES_MAX } from '#core/call/engine-name.ts'
import { nodeOfEngine } from '../calls/open-calls.ts'
import type { Database, Tx } from '../database.ts'
import { hasText, type ListQuery, offsetPage } from '../paging.ts'
import { type Scope, seesEverything } from '../scope.ts'
import { silence } from '../silence.ts'

/** Its calls in `open_call`. */
const calls = sql<number>`(select count(*) from open_call o
  where ${sql.raw(nodeOfEngine('o.engine'))} = n.id)`
/**
 * Until when its code is good. A used one counts on, because the node is about to start; one that
 * was refused does not.
 */
const codeExpiresAt = sql<string | null>`(select max(j.expires_at) from node_join j
  where j.node_id = n.id and j.expires_at > now() and j.refusal = '')`
/** The last that its supervisor wrote. */
const isStopped = sql<boolean>`coalesce(p.state = 'stopped', false)`
/** At its first start a node is measured some seconds after it has written its version. */
const isSilent = sql<boolean>`${isStopped}
  or coalesce(p.seen_at, n.updated_at) <= now() - ${silence}`

const isOtherRelease = sql<boolean>`n.release not in ('',
  (select release from node where id = ${sql.lit(FIRST_NODE)}))`

const nodes = (database: Database, scope: Scope) =>
  database
    .selectFrom('node as n')
    .leftJoin('process_state as p', (join) =>
      join.onRef('p.node_id', '=', 'n.id').on('p.name', '=', 'supervisor'),
    )
    .where('n.removed_at', 'is', null)
    .where(seesEverything(scope))
    .select(['n.id', 'n.name', 'n.sip_address', 'n.release', 'n.joined_at', 'n.drained_at'])
    .select(['n.version', 'p.seen_at', calls.as('calls')])
    .select([isStopped.as('is_stopped'), isSilent.as('is_silent')])
    .select([
      isOtherRelease.as('is_other_release'),
      sql<boolean>`n.last_migration <> '' and n.last_migration < (
        select max(last_migration) from node where removed_at is null)`.as('is_behind'),
      sql<number | null>`(p.facts #>> '{load,0}')::float8`.as('load'),
      sql<number | null>`(p.facts ->> 'cpu_cores')::integer`.as('cpu_cores'),
      sql<number | null>`(p.facts ->> 'clock_offset_ms')::float8`.as('clock_offset_ms'),
      codeExpiresAt.as('code_expires_at'),
    ])

const SORTS = { id: sql`n.id`, name: sql`lower(n.name)` }

/** All that are not removed. */
export async function listNodes(
  database: Database,
  scope: Scope,
  query: ListQuery<keyof typeof SORTS>,
) {
  const select = nodes(database, scope).where(hasText(query.q, 'n.name', 'n.sip_address'))
  return offsetPage(database, select, query, SORTS, 'id', sql`n.id`)
}

/** The number in an address may be larger than any of a node. */
const isId = (id: number) => sql<boolean>`n.id = ${id}::bigint`

export async function findNode(database: Database, scope: Scope, id: number) {
  return nodes(database, scope).where(isId(id)).executeTakeFirst()
}

export type ListedNode = NonNullable<Awaited<ReturnType<typeof findNode>>>

/** True for one that does not exist, too. */
export async function isNodeDrained(database: Database, id: number): Promise<boolean> {
  const { rows } = await sql`select from node n where ${isId(id)}
    and removed_at is null and drained_at is null`.execute(database)
  return rows.length === 0
}

/** Locks the row until the transaction ends; false if there is no such node. */
export async function lockNode(tx: Tx, id: number): Promise<boolean> {
  const { rows } = await sql`
    select from node n where ${isId(id)} and removed_at is null for update`.execute(tx)
  return rows.length === 1
}

/** False if it was changed since `version` was read. */
export async function renameNode(
  tx: Tx,
  id: number,
  { name, version }: { readonly name: string; readonly version: number },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('node as n')
    .set({ name, version: version + 1 })
    .where(isId(id))
    .where('version', '=', version)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** One that is drained already stays as it is. */
export async function setDrained(tx: Tx, id: number, is_drained: boolean): Promise<void> {
  const drained_at = is_drained
    ? sql<string>`coalesce(drained_at, now())`
    : sql<string | null>`null::timestamptz`
  await tx.updateTable('node').set({ drained_at }).where('id', '=', id).execute()
}

/** Its supervisor ends; what failed on it is not shown any more. */
export async function removeNode(tx: Tx, id: number): Promise<void> {
  await tx
    .updateTable('node')
    .set({ removed_at: sql<string>`now()` })
    .where('id', '=', id)
    .execute()
  await tx.deleteFrom('node_join').where('node_id', '=', id).execute()
  await sql`delete from failing_work
    where process ~ ${`(^engine-[a-z]| of node )${id}$`}`.execute(tx)
}

export interface NamedNode {
  readonly id: number
  readonly name: string
  readonly release: string
  readonly is_stopped: boolean
  /** A stopped one is silent too. */
  readonly is_silent: boolean
}

/** All that have joined, by their numbers. */
export async function listNodeNames(database: Database): Promise<NamedNode[]> {
  const { rows } = await sql<NamedNode>`
    select n.id, n.name, n.release, ${isStopped} as is_stopped, ${isSilent} as is_silent
    from node n left join process_state p on p.node_id = n.id and p.name = 'supervisor'
    where n.removed_at is null and n.joined_at is not null order by n.id`.execute(database)
  return rows
}

export interface OwnNodeState {
  readonly is_drained: boolean
  readonly is_removed: boolean
}

/** Undefined for a number that was never given. */
export async function readNode(database: Database, id: number): Promise<OwnNodeState | undefined> {
  const { rows } = await sql<OwnNodeState>`
    select drained_at is not null as is_drained, removed_at is not null as is_removed
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

/** The version that a node runs, when it starts. */
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

/** Neither the code, which was used, nor the sealed secrets are kept. */
export async function finishJoin(database: Database, id: string): Promise<void> {
  await sql`update node_join set code = '', sealed = ''
    where id = ${id}::bigint`.execute(database)
}
