// Carriers' files of calls or totals, as one kind of the tables that are read.
import { detectCallLayout, missingColumns } from '#core/reconciliation/detect-call-layout.ts'
import type { CallFileLayout } from '#core/reconciliation/reconciliation.ts'
import { recallColumns } from '#core/table-file/recall-columns.ts'
import type { TableKind } from '../files/read-table.ts'

export const CALL_FILES: TableKind<CallFileLayout> = {
  detect: detectCallLayout,
  isComplete: (layout) => missingColumns(layout).length === 0,
  recall(detected, earlier) {
    const columns = recallColumns(detected, earlier)
    if (!columns) return undefined
    const { decimal, content, duration_unit } = earlier
    const date_order = detected.date_order ?? earlier.date_order
    return { ...detected, columns, decimal, date_order, content, duration_unit }
  },
}
