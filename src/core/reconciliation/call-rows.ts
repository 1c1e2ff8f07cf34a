// The rows of a carrier's file of calls or sums in their order.
import type { TableRow } from '../table-file/table-file.ts'
import { otherTableText, TablesBelow } from '../table-file/tables-below.ts'
import { meaningOf } from './call-headers.ts'
import {
  type CallContext,
  type CallFault,
  type ParsedCall,
  parseCallRow,
} from './parse-call-row.ts'
import type { CallColumn, CallFileLayout } from './reconciliation.ts'

export class CallRows {
  readonly #layout: CallFileLayout
  readonly #context: CallContext
  readonly #tables: TablesBelow<CallColumn>

  constructor(layout: CallFileLayout, context: CallContext) {
    this.#layout = layout
    this.#context = context
    this.#tables = new TablesBelow<CallColumn>(layout, columnsOfHeader)
  }

  /** The call or sums of the next row, or its fault; undefined for the header written again. */
  read(row: TableRow): ParsedCall | CallFault | undefined {
    const parsed = parseCallRow(row, this.#layout, this.#context)
    const table = this.#tables.place(row, 'reason' in parsed)
    if (table === 'HEADER') return undefined
    return table ? { line: row.line, column: '', value: '', reason: otherTableText(table) } : parsed
  }
}

const FOR: readonly CallColumn[] = ['CALLED_NUMBER', 'PREFIX', 'DESTINATION', 'STARTED_AT']

/** The meanings of a row of headers; undefined if it is none, as with a number in it. */
function columnsOfHeader({ cells }: TableRow): (CallColumn | null)[] | undefined {
  if (cells.some((cell) => /^\s*[+(]?\d/.test(cell))) return undefined
  const columns = cells.map((cell) => meaningOf(cell) ?? null)
  const isHeader = columns.includes('DURATION') && FOR.some((meaning) => columns.includes(meaning))
  return isHeader ? columns : undefined
}
