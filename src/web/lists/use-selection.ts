import { useState } from 'react'
import type { GridSelection } from '../ui/grid/column.ts'

const NOBODY: ReadonlySet<string> = new Set()

interface Selecting<Row> {
  readonly idOf: (row: Row) => string
  /** Names the row for who cannot see its box. */
  readonly nameOf: (row: Row) => string
  /** Absent where every row may be chosen. */
  readonly canSelect?: (row: Row) => boolean
}

/** The rows that are chosen on a page; what is not on it any more is not chosen. */
export function useSelection<Row>(
  rows: readonly Row[] = [],
  { idOf, nameOf, canSelect = () => true }: Selecting<Row>,
) {
  const [selected, setSelected] = useState(NOBODY)
  const selectable = rows.filter(canSelect)
  const chosen = selectable.filter((row) => selected.has(idOf(row)))
  const isAll = selectable.length > 0 && chosen.length === selectable.length
  const selection: GridSelection = {
    selected,
    onToggle: (id) => {
      const next = new Set(selected)
      if (!next.delete(id)) next.add(id)
      setSelected(next)
    },
    isAll,
    onToggleAll: () => setSelected(isAll ? NOBODY : new Set(selectable.map(idOf))),
    canSelect: (id) => selectable.some((row) => idOf(row) === id),
    label: (id) => {
      const row = rows.find((one) => idOf(one) === id)
      return `Select ${row ? nameOf(row) : id}`
    },
  }
  return { chosen, selection, clear: () => setSelected(NOBODY) }
}
