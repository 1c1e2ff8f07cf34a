// A file is read as the last one with the same columns was: what a user has chosen once counts for
// the next file of the tariff, or of the carrier.
import { recallColumns, recallNotation } from '../table-file/recall-columns.ts'
import type { RateFileLayout } from './layout.ts'

/** The layout with what was chosen for the earlier file; undefined if the columns are others. */
export function recallLayout(
  detected: RateFileLayout,
  earlier: RateFileLayout,
): RateFileLayout | undefined {
  const columns = recallColumns(detected, earlier)
  if (!columns) return undefined
  const { rate_unit } = earlier
  return { ...detected, columns, ...recallNotation(detected, earlier), rate_unit }
}
