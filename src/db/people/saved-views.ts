import { type Insertable, type Selectable, sql } from 'kysely'
import type { Database, Tx } from '../database.ts'
import { hasValues } from '../paging.ts'
import { type Scope, seesEverything } from '../scope.ts'
import type { SavedViewTable } from '../tables/people.ts'

type Screen = Selectable<SavedViewTable>['screen']

type ViewValues = Omit<Insertable<SavedViewTable>, 'id' | 'user_id' | 'created_at' | 'updated_at'>

/** Above the number of views that admins share in practice. */
const MOST = 500

const views = (database: Database, user_id: number) =>
  database
    .selectFrom('saved_view as v')
    .innerJoin('console_user as u', 'u.id', 'v.user_id')
    .select(['v.id', 'v.name', 'v.screen', 'v.query', 'v.is_shared', 'u.username as owner_name'])
    .select(sql<boolean>`v.user_id = ${user_id}`.as('is_own'))

/**
 * Those of the user, and the shared ones if the scope is everything: their names and filters may
 * name any account.
 */
export async function listSavedViews(
  database: Database,
  scope: Scope,
  user_id: number,
  screen: Screen | undefined,
) {
  return views(database, user_id)
    .where('u.deleted_at', 'is', null)
    .where(sql<boolean>`(v.user_id = ${user_id} or (v.is_shared and ${seesEverything(scope)}))`)
    .where(hasValues({ 'v.screen': screen }))
    .orderBy(sql`is_own desc`)
    .orderBy(sql`lower(v.name)`)
    .orderBy('v.id')
    .limit(MOST)
    .execute()
}

export async function findOwnView(database: Database, user_id: number, id: number) {
  return views(database, user_id)
    .where('v.id', '=', id)
    .where('v.user_id', '=', user_id)
    .executeTakeFirst()
}

/** The lock keeps two requests from both adding the last one. */
export async function countViewsToAdd(tx: Tx, user_id: number): Promise<number> {
  await tx.selectFrom('console_user').where('id', '=', user_id).select('id').forUpdate().execute()
  const { count } = await tx
    .selectFrom('saved_view')
    .where('user_id', '=', user_id)
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export async function insertView(tx: Tx, user_id: number, values: ViewValues): Promise<number> {
  const { id } = await tx
    .insertInto('saved_view')
    .values({ ...values, user_id })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateView(
  tx: Tx,
  user_id: number,
  id: number,
  values: ViewValues,
): Promise<void> {
  await tx
    .updateTable('saved_view')
    .set(values)
    .where('id', '=', id)
    .where('user_id', '=', user_id)
    .execute()
}

export async function deleteView(tx: Tx, user_id: number, id: number): Promise<void> {
  await tx.deleteFrom('saved_view').where('id', '=', id).where('user_id', '=', user_id).execute()
}
