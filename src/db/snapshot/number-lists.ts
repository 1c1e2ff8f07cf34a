// Number lists with their items. One may hold a hundred thousand numbers, so only lists that have
// changed are loaded again.

import { makeNumberList, type NumberList } from '#core/number/number-list.ts'
import type { SqlConnection } from '../database.ts'
import { loadNumberListItems, loadNumberListRows } from './routing.ts'

export class NumberLists {
  #lists: ReadonlyMap<number, NumberList> = new Map()
  #versions: ReadonlyMap<number, number> = new Map()

  async load(client: SqlConnection): Promise<ReadonlyMap<number, NumberList>> {
    const lists = new Map<number, NumberList>()
    const versions = new Map<number, number>()
    for (const { items_version, ...row } of await loadNumberListRows(client)) {
      const known = this.#lists.get(row.id)
      const is_known = known && this.#versions.get(row.id) === items_version
      const list = is_known
        ? { ...known, ...row }
        : makeNumberList(row, await loadNumberListItems(client, row.id))
      lists.set(row.id, list)
      versions.set(row.id, items_version)
    }
    this.#lists = lists
    this.#versions = versions
    return lists
  }
}
