import { useRef, useState } from 'react'
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
  /** Where a range begins. */
  const last = useRef<string>(undefined)
  const selectable = rows.filter(canSelect)
  const chosen = selectable.filter((row) => selected.has(idOf(row)))
  const isAll = selectable.length > 0 && chosen.length === selectable.length
  const selection: GridSelection = {
    selected,
    onToggle: (id, isRange) => {
      const next = new Set(selected)
      if (!next.delete(id)) next.add(id)
      if (isRange) {
        const ids = selectable.map(idOf)
        const from = last.current === undefined ? -1 : ids.indexOf(last.current)
        const ends = [from, ids.indexOf(id)].sort((a, b) => a - b)
        const range = from < 0 ? [] : ids.slice(ends[0], (ends[1] ?? 0) + 1)
        for (const one of range) next[next.has(id) ? 'add' : 'delete'](one)
      }
      last.current = id
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
