import { CompiledQuery, type Insertable, sql } from 'kysely'
import type { ItemLine } from '#core/number/number-list-lines.ts'
import { forRows } from '../columns.ts'
import { insertRow, lockRow, removeRow, updateVersion } from '../crud.ts'
import type { Database, Tx } from '../database.ts'
import { contains, hasValues, type ListQuery, offsetPage, startsWith } from '../paging.ts'
import type { Scope } from '../scope.ts'
import type { NumberListItemTable } from '../tables/routing.ts'

const items = (database: Database, number_list_id: number) =>
  database
    .selectFrom('number_list_item as i')
    .where('i.number_list_id', '=', number_list_id)
    .select(['i.id', 'i.version', 'i.number_list_id', 'i.key', 'i.min_length', 'i.max_length'])
    .select(['i.action', 'i.tag', 'i.description', 'i.created_at', 'i.updated_at'])

const SORTS = {
  key: sql`i.key`,
  action: sql`i.action`,
  tag: sql`i.tag`,
  updated_at: sql`i.updated_at`,
}

interface ItemQuery extends ListQuery<keyof typeof SORTS> {
  readonly action?: NumberListItemTable['action'] | undefined
  readonly tag?: string | undefined
  readonly number?: string | undefined
}

/** Every key that a number may go by, the empty one included. */
const keysOf = (number: string): string[] =>
  Array.from({ length: number.length + 1 }, (_, length) => number.slice(0, length))

/** The items of a list; whether the caller may see the list is for its own query to say. */
export async function listItems(database: Database, number_list_id: number, query: ItemQuery) {
  const { q, number } = query
  let select = items(database, number_list_id).where(
    hasValues({ 'i.action': query.action, 'i.tag': query.tag }),
  )
  if (q) {
    select = select.where((is) =>
      is.or([is('i.key', 'like', startsWith(q)), is('i.description', 'ilike', contains(q))]),
    )
  }
  if (number) select = select.where('i.key', 'in', keysOf(number))
  return offsetPage(database, select, query, SORTS, number ? '-key' : 'key', sql`i.id`)
}

export async function findItem(database: Database, number_list_id: number, id: number) {
  return items(database, number_list_id).where('i.id', '=', id).executeTakeFirst()
}

/** All items that could fit a number. */
export async function itemsFor(database: Database, number_list_id: number, number: string) {
  return items(database, number_list_id).where('i.key', 'in', keysOf(number)).execute()
}

/** The list and its number of items; locked until the transaction ends. */
export async function lockNumberList(tx: Tx, scope: Scope, id: number) {
  const list = await lockRow(tx, scope, 'number_list', id, 'update')
  if (!list) return undefined
  const { items_count } = await tx
    .selectFrom('number_list_item')
    .where('number_list_id', '=', id)
    .select((count) => count.fn.countAll<number>().as('items_count'))
    .executeTakeFirstOrThrow()
  return { ...list, items_count }
}

/** Signals changed items to the engine. */
export async function countItemsChange(tx: Tx, id: number): Promise<void> {
  await tx
    .updateTable('number_list')
    .set({ items_version: sql`items_version + 1` })
    .where('id', '=', id)
    .execute()
}

type ItemValues = Omit<
  Insertable<NumberListItemTable>,
  'id' | 'number_list_id' | 'version' | 'created_at' | 'updated_at'
>

export const insertItem = (tx: Tx, number_list_id: number, item: ItemValues): Promise<number> =>
  insertRow(tx, 'number_list_item', { ...item, number_list_id })

/** False if the row has changed since `version` was read. */
export const updateItem = (
  tx: Tx,
  id: number,
  version: number,
  item: ItemValues,
): Promise<boolean> => updateVersion(tx, 'number_list_item', id, version, item)

export const deleteItem = (tx: Tx, id: number): Promise<void> =>
  removeRow(tx, 'number_list_item', id)

const stage = forRows<ItemLine>(
  {
    key: 'text',
    min_length: 'smallint',
    max_length: 'smallint',
    action: 'text',
    tag: 'text',
    description: 'text',
  },
  ({ names, values, rows }) => `insert into staged_item (${names}) select ${values} from ${rows}`,
)

const isSame = sql`s.key = i.key and s.min_length = i.min_length and s.max_length = i.max_length`
const isOther = sql`(i.action, i.tag, i.description) is distinct from
  (s.action, s.tag, s.description)`

export interface ItemsCompared {
  readonly added: number
  readonly changed: number
  readonly unchanged: number
  /** Items of the list that are not among the lines. */
  readonly absent: number
}

/** Lays the lines beside the items, for this transaction, and counts how they differ. */
export async function stageItems(
  tx: Tx,
  number_list_id: number,
  lines: readonly ItemLine[],
): Promise<ItemsCompared> {
  // A hundred thousand lines take over 15 seconds on a busy machine.
  await sql`set local statement_timeout = '60s'`.execute(tx)
  await sql`create temporary table staged_item (
    key text collate "C", min_length smallint, max_length smallint, action text, tag text,
    description text, primary key (key, min_length, max_length)) on commit drop`.execute(tx)
  await tx.executeQuery(CompiledQuery.raw(stage.text, stage.values(lines)))
  await sql`analyze staged_item`.execute(tx)
  const { rows } = await sql<ItemsCompared>`
    select count(*) filter (where i.id is null) as added,
      count(*) filter (where i.id is not null and s.key is not null and ${isOther}) as changed,
      count(*) filter (where i.id is not null and s.key is not null and not (${isOther}))
        as unchanged,
      count(*) filter (where s.key is null) as absent
    from (select * from number_list_item where number_list_id = ${number_list_id}) i
    full join staged_item s on ${isSame}`.execute(tx)
  const [compared] = rows
  return compared ?? { added: 0, changed: 0, unchanged: 0, absent: 0 }
}

interface Applied {
  /** Takes away what is not among the staged items. */
  readonly replace: boolean
  /** Leaves as they are the items that the list has. */
  readonly keep_existing?: boolean | undefined
}

/** Makes the items those that are staged. */
export async function applyStagedItems(
  tx: Tx,
  number_list_id: number,
  { replace, keep_existing }: Applied,
): Promise<void> {
  if (replace) {
    await sql`delete from number_list_item i where i.number_list_id = ${number_list_id}
      and not exists (select 1 from staged_item s where ${isSame})`.execute(tx)
  }
  await sql`insert into number_list_item as i
      (number_list_id, key, min_length, max_length, action, tag, description)
    select ${number_list_id}, key, min_length, max_length, action, tag, description
    from staged_item
    on conflict (number_list_id, key, min_length, max_length) do update
    set action = excluded.action, tag = excluded.tag, description = excluded.description,
      version = i.version + 1
    where not ${keep_existing === true} and (i.action, i.tag, i.description) is distinct from
      (excluded.action, excluded.tag, excluded.description)`.execute(tx)
}
