// Columns of numbers that no field takes: they may be prices or increments, which would be lost
// without a word. The user says of each what it is.
import { columnLetters, type TableRow } from '../table-file/table-file.ts'
import type { RateFileLayout } from './layout.ts'

/** Of the cells that are filled. */
const SHARE_OF_NUMBERS = 0.5

const DATE = /^(\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4})(\D.*)?$/
const NUMBER = /^[A-Z]{0,3}[^\p{L}\d]{0,4}\d[\d\s.,'’]*(E[+-]?\d+)?\s?(\p{Sc}|%|\p{L}{1,3}\.?)?$/iu
/** Both increments, such as 30/6. */
const PAIR = /^\d{1,4}\s*[/+x:|-]\s*\d{1,4}$/i

const isNumber = (cell: string): boolean =>
  cell.length <= 40 && !DATE.test(cell) && (NUMBER.test(cell) || PAIR.test(cell))

/** By their headers, or by their letters without one. */
export function undecidedColumns(
  layout: Pick<RateFileLayout, 'columns' | 'headers' | 'header_line'>,
  head: readonly TableRow[],
): string[] {
  const { columns, headers, header_line } = layout
  const rows = head.filter(({ line }) => line > (header_line ?? 0))
  return columns.flatMap((meaning, at) => {
    if (meaning !== null) return []
    const cells = rows.map((row) => (row.cells[at] ?? '').trim()).filter((cell) => cell !== '')
    const numbers = cells.filter(isNumber).length
    if (numbers === 0 || numbers < cells.length * SHARE_OF_NUMBERS) return []
    return [headers[at] || columnLetters(at)]
  })
}

const NAMED = 5

/** In the words of the console and of the API. */
export function undecidedText(names: readonly string[]): string {
  const named = names.slice(0, NAMED).map((name) => `"${name}"`)
  const more = names.length > NAMED ? ` and ${names.length - NAMED} more` : ''
  return names.length === 1
    ? `Column ${named[0]} holds numbers that no field takes: choose its field, or "Ignored".`
    : `Columns ${named.join(', ')}${more} hold numbers that no field takes: ` +
        'choose a field for each, or "Ignored".'
}
