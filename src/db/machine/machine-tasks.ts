// Actions that the console requests from the supervisor: a row each, taken in their order.
import { sql } from 'kysely'
import type { SupervisorAction } from '#core/permission/machine-actions.ts'
import type { Database, Tx } from '../database.ts'

export interface MachineTask {
  readonly id: number
  /** Whose supervisor executes it. */
  readonly node_id: number
  readonly action: SupervisorAction
  readonly is_forced: boolean
}

export interface TaskState {
  readonly id: number
  readonly node_id: number
  readonly action: SupervisorAction
  readonly requested_by: string
  readonly requested_at: string
  readonly taken_at: string | null
  readonly done_at: string | null
  readonly is_ok: boolean | null
  readonly message: string
}

const STATE = [
  ...[
    'id',
    'node_id',
    'action',
    'requested_by',
    'requested_at',
    'taken_at',
    'done_at',
    'is_ok',
    'message',
  ],
] as (keyof TaskState)[]

/** Kept for the console. */
const DAYS_KEPT = 1
const TASKS_SHOWN = 20

export async function requestTask(
  tx: Tx,
  task: Omit<MachineTask, 'id'> & { readonly requested_by: string },
): Promise<number> {
  const { id } = await tx
    .insertInto('machine_task')
    .values(task)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function findTask(database: Database, id: number): Promise<TaskState | undefined> {
  return database.selectFrom('machine_task').where('id', '=', id).select(STATE).executeTakeFirst()
}

/** The newest first. */
export async function listTasks(database: Database): Promise<TaskState[]> {
  return database
    .selectFrom('machine_task')
    .select(STATE)
    .orderBy('id', 'desc')
    .limit(TASKS_SHOWN)
    .execute()
}

/**
 * The oldest task of a node that is not taken; one that waited for a minute is answered as failed.
 */
export async function takeTask(
  database: Database,
  node_id: number,
): Promise<MachineTask | undefined> {
  await sql`update machine_task set done_at = now(), is_ok = false,
      message = 'The supervisor was not running.'
    where taken_at is null and done_at is null
      and requested_at < now() - interval '1 minute'`.execute(database)
  const { rows } = await sql<MachineTask>`
    update machine_task set taken_at = now()
    where id = (select id from machine_task where node_id = ${node_id}
      and taken_at is null and done_at is null order by id limit 1 for update skip locked)
    returning id, node_id, action, is_forced`.execute(database)
  return rows[0]
}

export async function finishTask(
  database: Database,
  id: number,
  { is_ok, message }: { readonly is_ok: boolean; readonly message: string },
): Promise<void> {
  await database
    .updateTable('machine_task')
    .set({ is_ok, message, done_at: sql<string>`now()` })
    .where('id', '=', id)
    .execute()
}

/** When the supervisor starts: what an earlier one has not finished, and what is old. */
export async function clearTasks(database: Database, node_id: number): Promise<void> {
  await sql`update machine_task set done_at = now(), is_ok = false,
      message = 'The supervisor ended before the action was done.'
    where node_id = ${node_id} and taken_at is not null and done_at is null`.execute(database)
  await sql`delete from machine_task
    where done_at < now() - make_interval(days => ${DAYS_KEPT})`.execute(database)
}
