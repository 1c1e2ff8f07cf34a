import type { GridColumn } from '../ui/grid/column.ts'
import { NONE } from '../ui/values/format.ts'

/** The fault of an unreadable row of a file: its column, the value there, and the reason. */
export interface RowFault {
  readonly reason: string
  readonly column_name: string
  readonly value: string
}

export const FAULT_COLUMN: GridColumn<RowFault> = {
  id: 'reason',
  header: 'Note',
  width: 340,
  cell: ({ reason, column_name, value }) =>
    reason === '' ? NONE : [column_name, value && `“${value}”`, reason].filter(Boolean).join(' · '),
}
