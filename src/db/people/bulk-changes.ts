// Bulk changes: what was changed in many things at once, and what each of them had before.
import { type RawBuilder, sql } from 'kysely'
import type { Database, Tx } from '../database.ts'
import { hasText, hasValues, type ListQuery, offsetPage } from '../paging.ts'
import { type Scope, seesEverything } from '../scope.ts'

/** By field, what it was and what it became. */
export type FieldChanges = Record<string, [was: unknown, is: unknown]>

interface ChangedThing {
  readonly thing_id: string
  readonly name: string
  readonly changes: FieldChanges
}

interface NewChange {
  readonly resource: string
  readonly operations: readonly object[]
  readonly skipped_count: number
  readonly created_by: number
  readonly created_at: string
}

export async function insertBulkChange(
  tx: Tx,
  change: NewChange,
  things: readonly ChangedThing[],
): Promise<number> {
  const { id } = await tx
    .insertInto('bulk_change')
    .values({
      ...change,
      operations: JSON.stringify(change.operations),
      changed_count: things.length,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`insert into bulk_change_thing (bulk_change_id, thing_id, name, changes)
    select ${id}, thing_id, name, changes
    from json_to_recordset(${JSON.stringify(things)}::json)
      as things (thing_id text, name text, changes jsonb)`.execute(tx)
  return id
}

/** With what their things had before. */
export async function deleteBulkChangesBefore(tx: Tx, at: string): Promise<void> {
  await tx.deleteFrom('bulk_change').where('created_at', '<', at).execute()
}

/** Names of things may be of any account: who sees some of them only has the own changes. */
const isSeen = (scope: Scope, user_id: number): RawBuilder<boolean> =>
  sql<boolean>`(${seesEverything(scope)} or c.created_by = ${user_id})`

const changes = (database: Database, scope: Scope, user_id: number) =>
  database
    .selectFrom('bulk_change as c')
    .innerJoin('console_user as u', 'u.id', 'c.created_by')
    .leftJoin('console_user as by', 'by.id', 'c.undone_by')
    .where(isSeen(scope, user_id))
    .select(['c.id', 'c.resource', 'c.operations', 'c.changed_count', 'c.skipped_count'])
    .select(['c.created_at', 'c.undone_count', 'c.undone_at'])
    .select(['u.username as created_by', 'by.username as undone_by'])

const SORTS = { id: sql`c.id`, resource: sql`c.resource`, changed_count: sql`c.changed_count` }

interface BulkChangeQuery extends ListQuery<keyof typeof SORTS> {
  readonly resource?: string | undefined
  readonly is_undone?: 'true' | 'false' | undefined
}

export async function listBulkChanges(
  database: Database,
  scope: Scope,
  user_id: number,
  query: BulkChangeQuery,
) {
  const { is_undone } = query
  const isUndone = sql<boolean>`(${is_undone ?? null}::boolean is null
    or (c.undone_at is not null) = ${is_undone ?? null}::boolean)`
  const select = changes(database, scope, user_id)
    .where(hasText(query.q, 'u.username', 'c.resource'))
    .where(hasValues({ 'c.resource': query.resource }))
    .where(isUndone)
  return offsetPage(database, select, query, SORTS, '-id', sql`c.id`)
}

export async function findBulkChange(
  database: Database,
  scope: Scope,
  user_id: number,
  id: number,
) {
  return changes(database, scope, user_id).where('c.id', '=', id).executeTakeFirst()
}

/** Keeps two users from undoing it both. */
export async function lockBulkChange(tx: Tx, id: number): Promise<void> {
  await tx.selectFrom('bulk_change').where('id', '=', id).select('id').forUpdate().execute()
}

const things = (database: Database, bulk_change_id: number) =>
  database
    .selectFrom('bulk_change_thing as t')
    .where('t.bulk_change_id', '=', bulk_change_id)
    .select(['t.id', 't.thing_id', 't.name', 't.is_undone'])
    .select(sql<FieldChanges>`t.changes`.as('changes'))

export async function listChangedThings(
  database: Database,
  bulk_change_id: number,
  query: ListQuery<'name'>,
) {
  const select = things(database, bulk_change_id).where(hasText(query.q, 't.name'))
  return offsetPage(database, select, query, { name: sql`lower(t.name)` }, 'name', sql`t.id`)
}

/** In the order in which they were changed. */
export const changedThings = (database: Database, bulk_change_id: number) =>
  things(database, bulk_change_id).orderBy('t.id').execute()

export async function markUndone(
  tx: Tx,
  id: number,
  by: { readonly undone_by: number; readonly undone_at: string },
  thing_ids: readonly string[],
): Promise<void> {
  await tx
    .updateTable('bulk_change')
    .set({ ...by, undone_count: thing_ids.length })
    .where('id', '=', id)
    .execute()
  await sql`update bulk_change_thing set is_undone = true
    where bulk_change_id = ${id} and thing_id = any (${[...thing_ids]}::text[])`.execute(tx)
}
