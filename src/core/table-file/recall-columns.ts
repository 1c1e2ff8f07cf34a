// The meanings of the columns of an earlier file, for a later one with the same columns.
import { markOf } from './detect-notation.ts'
import type { TableLayout } from './table-file.ts'

type Notation = Pick<TableLayout, 'decimal' | 'date_order'>

/** The file shows its notation; where it does not, that of the earlier one counts. */
export function recallNotation(detected: Notation, earlier: Notation): Notation {
  const isShown =
    detected.decimal !== null &&
    (earlier.decimal === null || markOf(detected.decimal) !== markOf(earlier.decimal))
  return {
    decimal: isShown ? detected.decimal : earlier.decimal,
    date_order: detected.date_order ?? earlier.date_order,
  }
}

/** Undefined if the columns are others. */
export function recallColumns<Meaning extends string>(
  detected: TableLayout<Meaning>,
  earlier: TableLayout<Meaning>,
): readonly (Meaning | null)[] | undefined {
  if (earlier.format !== detected.format) return undefined
  return sameColumns(detected, earlier) ?? columnsByHeader(detected, earlier)
}

const sameColumns = <Meaning extends string>(
  detected: TableLayout<Meaning>,
  earlier: TableLayout<Meaning>,
) =>
  detected.columns.length === earlier.columns.length &&
  detected.headers.join('\n') === earlier.headers.join('\n')
    ? earlier.columns
    : undefined

/** Columns have moved, or some were added: all that had a meaning are there, by their headers. */
function columnsByHeader<Meaning extends string>(
  { headers, columns }: TableLayout<Meaning>,
  earlier: TableLayout<Meaning>,
): (Meaning | null)[] | undefined {
  const known = new Map(earlier.headers.map((header, at) => [header, earlier.columns[at] ?? null]))
  const isUnique = known.size === earlier.headers.length && !known.has('')
  const used = [...known].filter(([, meaning]) => isUsed(meaning))
  if (!isUnique || used.length === 0) return undefined
  if (used.some(([header]) => headers.filter((one) => one === header).length !== 1))
    return undefined
  const taken = used.map(([, meaning]) => meaning)
  return headers.map((header, at) => {
    const meaning = known.get(header)
    if (meaning !== undefined) return meaning
    const own = columns[at] ?? null
    return isUsed(own) && taken.includes(own) ? null : own
  })
}

/** Rate files name the columns that are ignored on purpose: one of those may be missing. */
const isUsed = <Meaning extends string>(meaning: Meaning | null): meaning is Meaning =>
  meaning !== null && meaning !== 'IGNORED'
