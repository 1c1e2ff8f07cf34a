// The table model: which columns are shown, in which order, and how wide the user wants them.
// Remembered per table.
import {
  columnOrderingFeature,
  columnVisibilityFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { useMemo, useState } from 'react'
import { z } from 'zod'
import { useKit } from '../Kit.tsx'
import type { GridColumn } from './column.ts'

const features = tableFeatures({
  columnVisibilityFeature,
  columnOrderingFeature,
})

const remembered = z.object({
  shown: z.record(z.string(), z.boolean()),
  order: z.array(z.string()),
  widths: z.record(z.string(), z.number()),
})
type Remembered = z.infer<typeof remembered>

const MIN_WIDTH = 48
const NO_ROWS: readonly never[] = []

export type GridTable<Row extends object> = ReturnType<typeof useColumns<Row>>

export function useColumns<Row extends object>(
  name: string,
  columns: readonly GridColumn<Row>[],
  rows: readonly Row[] | undefined,
  rowId: (row: Row) => string,
) {
  const { recall, remember } = useKit()
  const defaults = useMemo<Remembered>(
    () => ({
      shown: Object.fromEntries(columns.map((column) => [column.id, !column.hidden])),
      order: columns.map((column) => column.id),
      widths: {},
    }),
    [columns],
  )
  const [state, setState] = useState<Remembered>(() => merged(recall(`columns ${name}`), defaults))
  const change = (part: Partial<Remembered>) => {
    setState((before) => {
      const next = { ...before, ...part }
      remember(`columns ${name}`, JSON.stringify(next))
      return next
    })
  }
  const definitions = useMemo(
    () =>
      columns.map((column) => ({
        id: column.id,
        header: column.header,
      })),
    [columns],
  )
  const table = useTable<typeof features, Row>({
    features,
    columns: definitions,
    data: rows ?? NO_ROWS,
    getRowId: rowId,
    state: { columnVisibility: state.shown, columnOrder: state.order },
    onColumnVisibilityChange: (next) =>
      change({ shown: typeof next === 'function' ? next(state.shown) : next }),
    onColumnOrderChange: (next) =>
      change({ order: typeof next === 'function' ? next(state.order) : next }),
  })
  const byId = useMemo(() => new Map(columns.map((column) => [column.id, column])), [columns])
  return {
    table,
    byId,
    order: state.order,
    shown: state.shown,
    /** Only of the columns whose width the user has chosen. */
    widths: state.widths,
    setWidth: (id: string, width: number) =>
      change({ widths: { ...state.widths, [id]: Math.max(MIN_WIDTH, Math.round(width)) } }),
    move: (id: string, by: -1 | 1) => change({ order: moved(state.order, id, by) }),
    reset: () => change(defaults),
  }
}

/** Columns may have come and gone since the state was remembered. */
function merged(text: string | undefined, defaults: Remembered): Remembered {
  if (!text) return defaults
  const parsed = remembered.safeParse(JSON.parse(text))
  if (!parsed.success) return defaults
  const known = parsed.data.order.filter((id) => defaults.order.includes(id))
  const fresh = defaults.order.filter((id) => !known.includes(id))
  return {
    shown: { ...defaults.shown, ...parsed.data.shown },
    order: [...known, ...fresh],
    widths: parsed.data.widths,
  }
}

function moved(order: readonly string[], id: string, by: -1 | 1): string[] {
  const at = order.indexOf(id)
  const to = at + by
  if (at < 0 || to < 0 || to >= order.length) return [...order]
  const next = order.toSpliced(at, 1)
  next.splice(to, 0, id)
  return next
}
