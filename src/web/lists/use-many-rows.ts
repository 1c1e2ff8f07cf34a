// Rows of a list that are chosen together: some of the page, or all that its filters find.
import { useState } from 'react'
import { formatDecimal } from '../ui/values/format.ts'
import { filterNames, type Search } from './search.ts'
import { useSelection } from './use-selection.ts'
import type { Total } from './use-total.ts'

export interface ManyRows<Row> {
  readonly rows: readonly Row[] | undefined
  readonly search: Search
  readonly total: Total | undefined
}

interface Named<Row> {
  readonly idOf: (row: Row) => string
  readonly nameOf: (row: Row) => string
}

/** The filters of the list, as its endpoint takes them. */
const filterOf = (search: Search): Record<string, string> =>
  Object.fromEntries(filterNames(search).map((name) => [name, search[name] ?? '']))

/** The chosen rows, or all that match while the whole page is chosen. */
export function useManyRows<Row>({ rows, search, total }: ManyRows<Row>, of: Named<Row>) {
  const { chosen, selection, clear } = useSelection(rows, of)
  const filter = filterOf(search)
  const key = JSON.stringify(filter)
  const [allOf, setAllOf] = useState<string>()
  const hasMore = selection.isAll && total !== undefined && total.value > chosen.length
  const isAll = hasMore && allOf === key
  return {
    selection,
    chosen,
    filter,
    isAll,
    size: isAll ? total.value : chosen.length,
    chooseAll: hasMore && !isAll ? () => setAllOf(key) : undefined,
    allWords: total && `Select all ${formatDecimal(total.value)} that match`,
    clear: () => {
      setAllOf(undefined)
      clear()
    },
  }
}
