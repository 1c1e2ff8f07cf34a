import * as contract from '#contract/routing/number-list-items.ts'
import { makeNumberList, matchNumber } from '#core/number/number-list.ts'
import { type ParsedLines, parseItemLines } from '#core/number/number-list-lines.ts'
import type { Tx } from '#db/database.ts'
import {
  applyStagedItems,
  countItemsChange,
  deleteItem,
  findItem,
  type ItemsCompared,
  insertItem,
  itemsFor,
  listItems,
  lockNumberList,
  stageItems,
  updateItem,
} from '#db/routing/number-list-items.ts'
import { findNumberList } from '#db/routing/number-lists.ts'
import { sendSignal } from '#db/signals.ts'
import { type Actor, changedMeanwhile, noteActivity, noteChange } from '../http/activity.ts'
import type { HandlersOf } from '../http/handle.ts'
import { badField, found } from '../http/problem.ts'

const entity = 'number_list_item'
const form = contract.numberListItemForm

/** The maximum of items per import and per list, and of reported faulty lines. */
const LINES_MAX = 100_000
const ITEMS_MAX = 200_000
const FAULTS_TOLD = 1000

const nameOf = (list: { name: string }, item: { key: string }): string =>
  `${list.name} ${item.key || 'default'}`

async function tellEngine(tx: Tx, number_list_id: number): Promise<void> {
  await countItemsChange(tx, number_list_id)
  await sendSignal(tx, { changed: 'routing' })
}

function checkSize(field: string, items_count: number): void {
  if (items_count <= ITEMS_MAX) return
  throw badField(field, `A list has at most ${ITEMS_MAX.toLocaleString('en')} items.`)
}

function parseLines(text: string, action: 'ACCEPT' | 'REJECT'): ParsedLines {
  const parsed = parseItemLines(text, action)
  const count = parsed.items.length + parsed.faults.length
  if (count === 0) throw badField('text', 'No line contains a number.')
  if (count <= LINES_MAX) return parsed
  throw badField('text', `At most ${LINES_MAX.toLocaleString('en')} lines per import.`)
}

const noteImport = (tx: Tx, actor: Actor, list: { id: number; name: string }, counts: object) =>
  noteActivity(tx, actor, {
    action: 'EXECUTE',
    entity: 'number_list',
    entity_id: String(list.id),
    entity_name: list.name,
    changes: Object.fromEntries(Object.entries(counts).map(([name, n]) => [name, [null, n]])),
  })

const kept = ({ added, changed, unchanged }: Omit<ItemsCompared, 'absent'>) => ({
  added,
  changed: 0,
  unchanged: changed + unchanged,
})

export const numberListItems: HandlersOf<typeof contract> = {
  async listNumberListItems({ database, caller, params: { number_list_id }, query }) {
    found(await findNumberList(database, caller.scope, number_list_id))
    return listItems(database, number_list_id, query)
  },

  async getNumberListItem({ database, caller, params: { number_list_id, id } }) {
    found(await findNumberList(database, caller.scope, number_list_id))
    return found(await findItem(database, number_list_id, id))
  },

  createNumberListItem: ({ database, params: { number_list_id }, body, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const list = found(await lockNumberList(tx, actor.caller.scope, number_list_id))
      checkSize('key', list.items_count + 1)
      const id = await insertItem(tx, number_list_id, body)
      await noteChange(tx, actor, { entity, id, name: nameOf(list, body), form, after: body })
      await tellEngine(tx, number_list_id)
      return found(await findItem(tx, number_list_id, id))
    }),

  updateNumberListItem: ({ database, params: { number_list_id, id }, body, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const list = found(await lockNumberList(tx, actor.caller.scope, number_list_id))
      const { version, ...after } = body
      const before = found(await findItem(tx, number_list_id, id))
      if (!(await updateItem(tx, id, version, after))) {
        throw await changedMeanwhile(tx, actor, entity, id)
      }
      await noteChange(tx, actor, { entity, id, name: nameOf(list, body), form, before, after })
      await tellEngine(tx, number_list_id)
      return found(await findItem(tx, number_list_id, id))
    }),

  deleteNumberListItem: ({ database, params: { number_list_id, id }, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const list = found(await lockNumberList(tx, actor.caller.scope, number_list_id))
      const before = found(await findItem(tx, number_list_id, id))
      await deleteItem(tx, id)
      await noteChange(tx, actor, { entity, id, name: nameOf(list, before), form, before })
      await tellEngine(tx, number_list_id)
    }),

  importNumberListItems: ({ database, params: { number_list_id }, body, ...actor }) => {
    const { items, faults } = parseLines(body.text, body.action)
    return database.transaction().execute(async (tx) => {
      const list = found(await lockNumberList(tx, actor.caller.scope, number_list_id))
      const { absent, ...compared } = await stageItems(tx, number_list_id, items)
      const counts = {
        ...(body.keep_existing ? kept(compared) : compared),
        removed: body.replace ? absent : 0,
      }
      checkSize('text', list.items_count + counts.added - counts.removed)
      if (!body.dry_run) {
        await applyStagedItems(tx, number_list_id, body)
        await noteImport(tx, actor, list, { ...counts, left_out: faults.length })
        await tellEngine(tx, number_list_id)
      }
      return { ...counts, faults_count: faults.length, faults: faults.slice(0, FAULTS_TOLD) }
    })
  },

  async testNumberList({ database, caller, params: { number_list_id }, body: { number } }) {
    const list = found(await findNumberList(database, caller.scope, number_list_id))
    const rows = await itemsFor(database, number_list_id, number.replace(/^\+/, ''))
    const { action, tag, item } = matchNumber(makeNumberList(list, rows), number)
    return { action, tag, item: rows.find((row) => row === item) ?? null }
  },
}
