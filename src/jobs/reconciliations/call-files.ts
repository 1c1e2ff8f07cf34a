// Carriers' files of calls or totals, as one kind of the tables that are read.
import { detectCallLayout, missingColumns } from '#core/reconciliation/detect-call-layout.ts'
import type { CallFileLayout } from '#core/reconciliation/reconciliation.ts'
import { recallColumns, recallNotation } from '#core/table-file/recall-columns.ts'
import type { TableKind } from '../files/read-table.ts'

export const CALL_FILES: TableKind<CallFileLayout> = {
  detect: detectCallLayout,
  isComplete: (layout) => missingColumns(layout).length === 0,
  recall(detected, earlier) {
    const columns = recallColumns(detected, earlier)
    if (!columns) return undefined
    const { content, duration_unit } = earlier
    const notation = recallNotation(detected, earlier)
    return { ...detected, columns, ...notation, content, duration_unit }
  },
}
