// The states that the processes of the switch report of themselves.
import { type Selectable, sql } from 'kysely'
import { nodeOf } from '#core/call/engine-name.ts'
import type { Database, SqlConnection } from '../database.ts'
import { SILENCE, silence } from '../silence.ts'
import type { ProcessStateTable } from '../tables/machine.ts'

export interface ProcessState {
  readonly node_id: number
  readonly name: string
  readonly state: Selectable<ProcessStateTable>['state']
  readonly detail: string
  readonly seen_at: string
}

export interface ListedProcess extends ProcessState {
  readonly node_name: string
  /** The acknowledgement of the detail, which is a warning while the process runs. */
  readonly acknowledged: {
    readonly reason: string
    readonly username: string
    readonly until: string
  } | null
}

/** By node and name; one that has not been seen for a while counts as stopped. */
export async function listProcessStates(database: Database): Promise<ListedProcess[]> {
  const { rows } = await sql<
    Omit<ListedProcess, 'acknowledged'> & { reason: string | null; username: string; until: string }
  >`
    select p.node_id, n.name as node_name, p.name,
      case when seen_at < now() - ${silence} then 'stopped' else state end as state,
      detail, seen_at, a.reason, a.username, a.until
    from process_state p join node n on n.id = p.node_id left join acknowledged_warning a
      on a.process = p.name and a.warning = p.detail and a.until > now()
    where n.removed_at is null order by p.node_id, p.name`.execute(database)
  return rows.map(({ reason, username, until, ...process }) => ({
    ...process,
    acknowledged: reason === null ? null : { reason, username, until },
  }))
}

/** The state of a process, as the supervisor reports it. */
export type PartState = Pick<ProcessState, 'name' | 'state' | 'detail'> & {
  readonly pid: number | undefined
}

export async function writePartStates(
  database: Database,
  node_id: number,
  states: readonly PartState[],
): Promise<void> {
  await database
    .insertInto('process_state')
    .values(
      states.map(({ pid, ...state }) => ({
        ...state,
        node_id,
        facts: JSON.stringify(pid ? { pid } : {}),
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['node_id', 'name']).doUpdateSet((row) => ({
        state: row.ref('excluded.state'),
        detail: row.ref('excluded.detail'),
        facts: row.ref('excluded.facts'),
        seen_at: sql<string>`now()`,
      })),
    )
    .execute()
}

/** Forgets engines of this node that are not configured any more. */
export async function deleteOtherEngines(
  database: Database,
  node_id: number,
  engines: readonly string[],
): Promise<void> {
  await database
    .deleteFrom('process_state')
    .where('node_id', '=', node_id)
    .where('name', 'like', 'engine-%')
    .where('name', 'not in', engines)
    .execute()
}

/**
 * The first by name of the engines that give signs of life does the work that must be done once.
 */
export const isFirstEngine = (database: SqlConnection, engine: string): Promise<boolean> =>
  isFirst(database, engine, null)

/** The first of its node does what must be done once for each switch. */
export const isFirstOfNode = (database: SqlConnection, engine: string): Promise<boolean> =>
  isFirst(database, engine, nodeOf(engine))

async function isFirst(
  database: SqlConnection,
  engine: string,
  node_id: number | null,
): Promise<boolean> {
  const { rows } = await database.query<{ first: string | null }>(
    `select min(name) as first from process_state
      where name like 'calls-%' and seen_at > now() - ${SILENCE}
        and node_id = coalesce($1, node_id)`,
    [node_id],
  )
  const first = rows[0]?.first ?? null
  return first === null || first === `calls-${engine}`
}
