// A file is read as the last one with the same columns was: what a user has chosen once counts for
// the next file of the tariff, or of the carrier.
import type { ColumnMeaning, RateFileLayout } from './layout.ts'

/** The layout with what was chosen for the earlier file; undefined if the columns are others. */
export function recallLayout(
  detected: RateFileLayout,
  earlier: RateFileLayout,
): RateFileLayout | undefined {
  if (earlier.format !== detected.format) return undefined
  const columns = sameColumns(detected, earlier) ?? columnsByHeader(detected, earlier)
  if (!columns) return undefined
  const { decimal, date_order, rate_unit } = earlier
  return { ...detected, columns, decimal, date_order, rate_unit }
}

const sameColumns = (detected: RateFileLayout, earlier: RateFileLayout) =>
  detected.columns.length === earlier.columns.length &&
  detected.headers.join('\n') === earlier.headers.join('\n')
    ? earlier.columns
    : undefined

/** Columns have moved, or some were added: all that had a meaning are there, by their headers. */
function columnsByHeader(
  { headers, columns }: RateFileLayout,
  earlier: RateFileLayout,
): (ColumnMeaning | null)[] | undefined {
  const known = new Map(earlier.headers.map((header, at) => [header, earlier.columns[at] ?? null]))
  const isUnique = known.size === earlier.headers.length && !known.has('')
  const used = [...known].filter(([, meaning]) => meaning !== null)
  if (!isUnique || used.length === 0) return undefined
  if (used.some(([header]) => headers.filter((one) => one === header).length !== 1))
    return undefined
  const taken = used.map(([, meaning]) => meaning)
  return headers.map((header, at) => {
    const meaning = known.get(header)
    if (meaning !== undefined) return meaning
    const own = columns[at] ?? null
    return own !== null && taken.includes(own) ? null : own
  })
}
