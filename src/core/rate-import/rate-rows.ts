// The rows of a rate file in their order.
import type { TableRow } from '../table-file/table-file.ts'
import { type OtherTable, otherTableText, TablesBelow } from '../table-file/tables-below.ts'
import { meaningOfHeader } from './header-words.ts'
import type { ColumnMeaning, RateFileLayout } from './layout.ts'
import {
  type ParsedRate,
  parseRateRow,
  type RateRowContext,
  type RowFault,
} from './parse-rate-row.ts'

export class RateRows {
  readonly #layout: RateFileLayout
  readonly #context: RateRowContext
  readonly #tables: TablesBelow<ColumnMeaning>

  constructor(layout: RateFileLayout, context: RateRowContext) {
    this.#layout = layout
    this.#context = context
    this.#tables = new TablesBelow<ColumnMeaning>(layout, columnsOfHeader)
  }

  /** The rates of the next row, or its fault; undefined for the header that is written again. */
  read(row: TableRow): ParsedRate[] | RowFault | undefined {
    const parsed = parseRateRow(row, this.#layout, this.#context)
    const table = this.#tables.place(row, !Array.isArray(parsed))
    if (table === 'HEADER') return undefined
    return table ? this.#faultOf(row, table) : parsed
  }

  #faultOf(row: TableRow, table: OtherTable<ColumnMeaning>): RowFault {
    const layout = { ...this.#layout, headers: [], columns: table.columns }
    const there = parseRateRow(row, layout, this.#context)
    // A code that is in the file is not missing, in whichever table it is.
    const prefixes = Array.isArray(there) ? there.map(({ prefix }) => prefix) : there.prefixes
    return { line: row.line, column: '', value: '', reason: otherTableText(table), prefixes }
  }
}

const FOR: readonly ColumnMeaning[] = ['PREFIX', 'AREA_CODE', 'COUNTRY_CODE', 'DESTINATION']

/** The meanings of a row of headers; undefined if it is none, as with a number in it. */
function columnsOfHeader({ cells }: TableRow): (ColumnMeaning | null)[] | undefined {
  if (cells.some((cell) => /^\s*[+(]?\d/.test(cell))) return undefined
  const columns = cells.map((cell) => meaningOfHeader(cell) ?? null)
  const isHeader = columns.includes('RATE') && FOR.some((meaning) => columns.includes(meaning))
  return isHeader ? columns : undefined
}
