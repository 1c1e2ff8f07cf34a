// Columns of numbers that no field takes: they may be prices or increments, which would be lost
// without a word. The user says of each what it is.
import { columnLetters, type TableRow } from '../table-file/table-file.ts'
import { cellText } from './deck-prefixes.ts'
import type { RateFileLayout } from './layout.ts'

/** The share of filled cells from which on a column holds numbers. */
const SHARE_OF_NUMBERS = 0.5

const DATE = /^(\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4})(\D.*)?$/
const NUMBER = /^[A-Z]{0,3}[^\p{L}\d]{0,4}\d[\d\s.,'’]*(E[+-]?\d+)?\s?(\p{Sc}|%|\p{L}{1,3}\.?)?$/iu
/** Both increments, such as 30/6. */
const PAIR = /^\d{1,4}\s*[/+x:|-]\s*\d{1,4}$/i

const isNumber = (cell: string): boolean =>
  cell.length <= 40 && !DATE.test(cell) && (NUMBER.test(cell) || PAIR.test(cell))

/** Their positions. */
export function undecidedColumns(
  { columns, header_line }: Pick<RateFileLayout, 'columns' | 'header_line'>,
  head: readonly TableRow[],
): number[] {
  const rows = head.filter(({ line }) => line > (header_line ?? 0))
  return columns.flatMap((meaning, at) => {
    if (meaning !== null) return []
    const cells = rows.map((row) => cellText(row.cells[at] ?? '')).filter((cell) => cell !== '')
    const numbers = cells.filter(isNumber).length
    return numbers > 0 && numbers >= cells.length * SHARE_OF_NUMBERS ? [at] : []
  })
}

const NAMED = 5

/** For the console and the API; a column without a header has the letters of a spreadsheet. */
export function undecidedText(headers: readonly string[], undecided: readonly number[]): string {
  const named = undecided.slice(0, NAMED).map((at) => `"${headers[at] || columnLetters(at)}"`)
  const more = undecided.length > NAMED ? ` and ${undecided.length - NAMED} more` : ''
  return undecided.length === 1
    ? `Column ${named[0]} holds numbers that no field takes: choose its field, or "Ignored".`
    : `Columns ${named.join(', ')}${more} hold numbers that no field takes: ` +
        'choose a field for each, or "Ignored".'
}
