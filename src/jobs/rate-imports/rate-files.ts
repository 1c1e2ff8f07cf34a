// Rate files, as one kind of the tables that are read.
import { detectLayout } from '#core/rate-import/detect-layout.ts'
import type { RateFileLayout } from '#core/rate-import/layout.ts'
import { recallLayout } from '#core/rate-import/recall-layout.ts'
import type { TableKind } from '../files/read-table.ts'

export const RATE_FILES: TableKind<RateFileLayout> = {
  detect: detectLayout,
  isComplete: ({ columns }) =>
    columns.includes('RATE') &&
    (['PREFIX', 'COUNTRY_CODE', 'DESTINATION'] as const).some((one) => columns.includes(one)),
  recall: recallLayout,
}
