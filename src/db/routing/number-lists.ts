import { type Insertable, sql } from 'kysely'
import { OPERATOR_ID } from '#core/account/operator.ts'
import { insertRow, lockRows, markDeleted, updateVersion } from '../crud.ts'
import type { Database, Tx } from '../database.ts'
import { hasText, hasValues, type ListQuery, offsetPage } from '../paging.ts'
import { usedByCount } from '../references.ts'
import { inScope, type Scope } from '../scope.ts'
import type { NumberListTable } from '../tables/routing.ts'

const itemsCount = sql<number>`(
  select count(*) from number_list_item i where i.number_list_id = l.id)`

const numberLists = (database: Database, scope: Scope) =>
  database
    .selectFrom('number_list as l')
    .where('l.deleted_at', 'is', null)
    .where(inScope(scope, 'l.owner_id'))
    .select(['l.id', 'l.version', 'l.name', 'l.description', 'l.status', 'l.mode'])
    .select(['l.default_action', 'l.is_high_risk', 'l.created_at', 'l.updated_at'])
    .select(itemsCount.as('items_count'))
    .select(usedByCount('number_list', sql`l.id`).as('used_by_count'))

const SORTS = {
  name: sql`lower(l.name)`,
  mode: sql`l.mode`,
  status: sql`l.status`,
  items_count: sql`items_count`,
  used_by_count: sql`used_by_count`,
  created_at: sql`l.created_at`,
}

interface NumberListQuery extends ListQuery<keyof typeof SORTS> {
  readonly mode?: NumberListTable['mode'] | undefined
  readonly status?: NumberListTable['status'] | undefined
}

export async function listNumberLists(database: Database, scope: Scope, query: NumberListQuery) {
  const select = numberLists(database, scope)
    .where(hasText(query.q, 'l.name', 'l.description'))
    .where(hasValues({ 'l.mode': query.mode, 'l.status': query.status }))
  return offsetPage(database, select, query, SORTS, 'name', sql`l.id`)
}

export async function findNumberList(database: Database, scope: Scope, id: number) {
  return numberLists(database, scope).where('l.id', '=', id).executeTakeFirst()
}

/** Which of these pools exist; they stay pools until the transaction ends. */
export const lockPools = (tx: Tx, scope: Scope, ids: readonly number[]) =>
  lockRows(tx, scope, 'number_list', ids, sql<boolean>`mode = 'RANDOM'`)

/** Which of these lists exist; a pool of numbers is none by which they are accepted or refused. */
export const lockLists = (tx: Tx, scope: Scope, ids: readonly number[]) =>
  lockRows(tx, scope, 'number_list', ids, sql<boolean>`mode <> 'RANDOM'`)

/** One number of each of these pools by chance; a pool without any is left out. */
export async function drawFromPools(
  database: Database,
  scope: Scope,
  ids: readonly number[],
): Promise<{ id: number; key: string }[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: number; key: string }>`
    select l.id, i.key from number_list l cross join lateral (
      select key from number_list_item
      where number_list_id = l.id and action = 'ACCEPT' and key <> ''
      order by random() limit 1) i
    where l.id = any (${ids}::bigint[]) and l.mode = 'RANDOM' and l.status = 'active'
      and l.deleted_at is null and ${inScope(scope, 'l.owner_id')}`.execute(database)
  return rows
}

type NumberListValues = Pick<
  Insertable<NumberListTable>,
  'name' | 'description' | 'status' | 'mode' | 'default_action'
>

export const insertNumberList = (tx: Tx, list: NumberListValues): Promise<number> =>
  insertRow(tx, 'number_list', { ...list, owner_id: OPERATOR_ID })

/** False if the row has changed since `version` was read. */
export async function updateNumberList(
  tx: Tx,
  id: number,
  version: number,
  list: NumberListValues,
): Promise<boolean> {
  return updateVersion(tx, 'number_list', id, version, {
    ...list,
    items_version: sql`items_version + 1`,
  })
}

/** The items go for good. */
export async function deleteNumberList(tx: Tx, id: number, at: string): Promise<void> {
  await tx.deleteFrom('number_list_item').where('number_list_id', '=', id).execute()
  await markDeleted(tx, 'number_list', id, at)
}
