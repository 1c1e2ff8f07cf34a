import { type Insertable, sql } from 'kysely'
import { OPERATOR_ID } from '#core/account/operator.ts'
import type { Database, Tx } from '../database.ts'
import { contains, type ListQuery, offsetPage } from '../paging.ts'
import { usedByCount } from '../references.ts'
import { inScope, type Scope } from '../scope.ts'
import type { NumberListTable } from '../tables.ts'

const itemsCount = sql<number>`(
  select count(*) from number_list_item i where i.number_list_id = l.id)`

const numberLists = (database: Database | Tx, scope: Scope) =>
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
  const { q, mode, status } = query
  let select = numberLists(database, scope)
  if (q) {
    const found = contains(q)
    select = select.where((is) =>
      is.or([is('l.name', 'ilike', found), is('l.description', 'ilike', found)]),
    )
  }
  if (mode) select = select.where('l.mode', '=', mode)
  if (status) select = select.where('l.status', '=', status)
  return offsetPage(database, select, query, SORTS, 'name', sql`l.id`)
}

export async function findNumberList(database: Database | Tx, scope: Scope, id: number) {
  return numberLists(database, scope).where('l.id', '=', id).executeTakeFirst()
}

/**
 * Which of these pools exist; they stay pools, and cannot be deleted, until the transaction ends.
 */
export async function lockPools(tx: Tx, scope: Scope, ids: readonly number[]) {
  if (ids.length === 0) return new Set<number>()
  const rows = await tx
    .selectFrom('number_list')
    .where('id', 'in', ids)
    .where('mode', '=', 'RANDOM')
    .where('deleted_at', 'is', null)
    .where(inScope(scope, 'owner_id'))
    .select('id')
    .orderBy('id')
    .forShare()
    .execute()
  return new Set(rows.map((row) => row.id))
}

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

export async function insertNumberList(tx: Tx, list: NumberListValues): Promise<number> {
  const { id } = await tx
    .insertInto('number_list')
    .values({ ...list, owner_id: OPERATOR_ID })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** False if the row has changed since `version` was read. */
export async function updateNumberList(
  tx: Tx,
  id: number,
  version: number,
  list: NumberListValues,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('number_list')
    .set({ ...list, version: version + 1, items_version: sql`items_version + 1` })
    .where('id', '=', id)
    .where('version', '=', version)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** The items go for good. */
export async function deleteNumberList(tx: Tx, id: number, at: string): Promise<void> {
  await tx.deleteFrom('number_list_item').where('number_list_id', '=', id).execute()
  await tx.updateTable('number_list').set({ deleted_at: at }).where('id', '=', id).execute()
}
