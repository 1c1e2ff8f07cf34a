import { useState } from 'react'
import type { GridSelection } from '../ui/grid/column.ts'

const NOBODY: ReadonlySet<string> = new Set()

interface Selecting<Row> {
  readonly idOf: (row: Row) => string
  /** Names the row for who cannot see its box. */
  readonly nameOf: (row: Row) => string
}

/** The rows that are chosen on a page; what is not on it any more is not chosen. */
export function useSelection<Row>(rows: readonly Row[] = [], { idOf, nameOf }: Selecting<Row>) {
  const [selected, setSelected] = useState(NOBODY)
  const chosen = rows.filter((row) => selected.has(idOf(row)))
  const isAll = rows.length > 0 && chosen.length === rows.length
  const selection: GridSelection = {
    selected,
    onToggle: (id) => {
      const next = new Set(selected)
      if (!next.delete(id)) next.add(id)
      setSelected(next)
    },
    isAll,
    onToggleAll: () => setSelected(isAll ? NOBODY : new Set(rows.map(idOf))),
    label: (id) => {
      const row = rows.find((one) => idOf(one) === id)
      return `Select ${row ? nameOf(row) : id}`
    },
  }
  return { chosen, selection, clear: () => setSelected(NOBODY) }
}
