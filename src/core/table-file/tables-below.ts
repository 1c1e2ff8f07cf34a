// A sheet may have several tables, one below the other: the header is written again, or other
// columns follow. Rows of another table are faults, because a price that is read from its column is
// a wrong price.
import type { TableLayout, TableRow } from './table-file.ts'

type Columns<Meaning> = readonly (Meaning | null)[]

/** A table that is not that of the layout. */
export interface OtherTable<Meaning> {
  readonly header_line: number
  readonly columns: Columns<Meaning>
}

export class TablesBelow<Meaning extends string> {
  readonly #layout: Pick<TableLayout<Meaning>, 'columns' | 'headers' | 'header_line'>
  readonly #columnsOfHeader: (row: TableRow) => Columns<Meaning> | undefined
  #other: OtherTable<Meaning> | undefined

  /** `columnsOfHeader` has the meanings of a row of headers; undefined for another row. */
  constructor(
    layout: Pick<TableLayout<Meaning>, 'columns' | 'headers' | 'header_line'>,
    columnsOfHeader: (row: TableRow) => Columns<Meaning> | undefined,
  ) {
    this.#layout = layout
    this.#columnsOfHeader = columnsOfHeader
  }

  /** The table of the next row, if it is another one; HEADER if the row is its header again. */
  place(row: TableRow, isFault: boolean): OtherTable<Meaning> | 'HEADER' | undefined {
    const columns = this.#other || isFault ? this.#columnsOfHeader(row) : undefined
    if (columns && this.#isHeaderAgain(row, columns)) {
      this.#other = undefined
      return 'HEADER'
    }
    if (columns) this.#other = { header_line: row.line, columns }
    return this.#other
  }

  #isHeaderAgain({ cells }: TableRow, columns: Columns<Meaning>): boolean {
    const { headers, header_line } = this.#layout
    return this.#layout.columns.every((meaning, at) => {
      if (meaning === null || meaning === 'IGNORED') return true
      const isSame = wordsOf(cells[at]) === wordsOf(headers[at])
      return header_line === null ? columns[at] === meaning : isSame
    })
  }
}

const wordsOf = (header = ''): string => header.trim().replace(/\s+/g, ' ').toLowerCase()

/** The reason of its rows. */
export const otherTableText = ({ header_line }: { readonly header_line: number }): string =>
  `Another table begins in line ${header_line}: upload it as a file of its own.`
