// The rows of a file in their order. A sheet may have several tables, one below the other: the
// header is written again, or other columns follow. Those are faults, because a price that is read
// from the column of another table is a wrong price.
import type { TableRow } from '../table-file/table-file.ts'
import { meaningOfHeader } from './header-words.ts'
import type { ColumnMeaning, RateFileLayout } from './layout.ts'
import {
  type ParsedRate,
  parseRateRow,
  type RateRowContext,
  type RowFault,
} from './parse-rate-row.ts'

type Columns = readonly (ColumnMeaning | null)[]

export class RateRows {
  readonly #layout: RateFileLayout
  readonly #context: RateRowContext
  /** The table in which the rows are, if it is not that of the layout. */
  #other: { readonly line: number; readonly columns: Columns } | undefined

  constructor(layout: RateFileLayout, context: RateRowContext) {
    this.#layout = layout
    this.#context = context
  }

  /** The rates of the next row, or its fault; undefined for the header that is written again. */
  read(row: TableRow): ParsedRate[] | RowFault | undefined {
    const parsed = parseRateRow(row, this.#layout, this.#context)
    const columns = this.#other || !Array.isArray(parsed) ? columnsOfHeader(row) : undefined
    if (columns && isHeaderOf(this.#layout, row, columns)) {
      this.#other = undefined
      return undefined
    }
    if (columns) this.#other = { line: row.line, columns }
    return this.#other ? this.#faultOf(row, this.#other) : parsed
  }

  #faultOf(row: TableRow, { line, columns }: { line: number; columns: Columns }): RowFault {
    const layout = { ...this.#layout, headers: [], columns }
    const there = parseRateRow(row, layout, this.#context)
    // A code that is in the file is not missing, in whichever table it is.
    const prefixes = Array.isArray(there) ? there.map(({ prefix }) => prefix) : there.prefixes
    const reason = `Another table begins in line ${line}: upload it as a file of its own.`
    return { line: row.line, column: '', value: '', reason, prefixes }
  }
}

const FOR: readonly ColumnMeaning[] = ['PREFIX', 'AREA_CODE', 'COUNTRY_CODE', 'DESTINATION']

/** The meanings of a row of headers; undefined if it is none, as with a number in it. */
function columnsOfHeader({ cells }: TableRow): Columns | undefined {
  if (cells.some((cell) => /^\s*[+(]?\d/.test(cell))) return undefined
  const columns = cells.map((cell) => meaningOfHeader(cell) ?? null)
  const isHeader = columns.includes('RATE') && FOR.some((meaning) => columns.includes(meaning))
  return isHeader ? columns : undefined
}

const wordsOf = (header = ''): string => header.trim().replace(/\s+/g, ' ').toLowerCase()

function isHeaderOf(layout: RateFileLayout, { cells }: TableRow, columns: Columns): boolean {
  return layout.columns.every((meaning, at) => {
    if (meaning === null || meaning === 'IGNORED') return true
    const isSame = wordsOf(cells[at]) === wordsOf(layout.headers[at])
    return layout.header_line === null ? columns[at] === meaning : isSame
  })
}
