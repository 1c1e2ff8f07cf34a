// Splits text into rows and cells, piece by piece. A row, its cells and their number are bounded,
// which no package for it does (ADR-0022).
import {
  columnLetters,
  TABLE_FILE_LIMITS as LIMITS,
  type Quote,
  type Separator,
  type TableFormat,
  type TableRow,
} from '#core/table-file/table-file.ts'
import { TableFileProblem } from './table-file-problem.ts'

interface RowEnd {
  readonly cells: string[]
  /** Where the next row begins. */
  readonly next: number
  readonly lineBreaks: number
  readonly open_quote?: number
}

export class TextRows {
  readonly #separator: Separator
  readonly #quote: Quote
  #rest = ''
  #line = 1

  constructor({ separator, quote }: Pick<TableFormat, 'separator' | 'quote'>) {
    this.#separator = separator
    this.#quote = quote
  }

  /** The rows that end within this piece. */
  push(piece: string): TableRow[] {
    this.#rest += piece
    const mayEnd = /[\r\n]/.test(piece) || this.#rest.length > LIMITS.row_length
    return mayEnd ? this.#take(false) : []
  }

  end(): TableRow[] {
    return this.#take(true)
  }

  #take(isEnd: boolean): TableRow[] {
    const text = this.#rest
    const rows: TableRow[] = []
    let at = 0
    while (at < text.length) {
      const row = this.#rowAt(text, at, isEnd)
      if (!row) break
      if (row.next - at > LIMITS.row_length) throw this.#tooLong()
      const { open_quote } = row
      const cells = this.#bounded(row.cells)
      rows.push({ line: this.#line, cells, ...(open_quote === undefined ? {} : { open_quote }) })
      this.#line += row.lineBreaks
      at = row.next
    }
    this.#rest = text.slice(at)
    if (this.#rest.length > LIMITS.row_length) throw this.#tooLong()
    return rows
  }

  #tooLong(): TableFileProblem {
    return new TableFileProblem(`More than ${LIMITS.row_length} characters.`, this.#line)
  }

  /** Spreadsheets write empty cells behind the last column. */
  #bounded(cells: string[]): string[] {
    if (cells.length > LIMITS.columns) {
      const width = cells.findLastIndex((cell) => cell.trim() !== '') + 1
      if (width > LIMITS.columns) {
        throw new TableFileProblem(`More than ${LIMITS.columns} columns.`, this.#line)
      }
      cells.length = width
    }
    const long = cells.findIndex((cell) => cell.length > LIMITS.cell_length)
    if (long < 0) return cells
    const reason = `A cell of more than ${LIMITS.cell_length} characters.`
    throw new TableFileProblem(reason, this.#line, columnLetters(long))
  }

  /** The row that begins here, or undefined if more text is needed. */
  #rowAt(text: string, start: number, isEnd: boolean): RowEnd | undefined {
    const end = lineEnd(text, start)
    if (end >= text.length - 1 && !isEnd && text[end] !== '\n') return undefined
    const line = text.slice(start, end)
    if (!line.includes(this.#quote)) {
      return { cells: line.split(this.#separator), ...afterBreak(text, end) }
    }
    return this.#quotedRowAt(text, start, isEnd)
  }

  #quotedRowAt(text: string, start: number, isEnd: boolean): RowEnd | undefined {
    const cells: string[] = []
    let lineBreaks = 0
    let at = start
    for (;;) {
      const quoted = this.#quotedCellAt(text, at)
      if (quoted === 'UNCLOSED' && !isEnd && text.length - at <= LIMITS.cell_length)
        return undefined
      if (quoted === 'UNCLOSED' || quoted === 'STRAY') {
        const end = lineEnd(text, at)
        const rest = text.slice(at, end).split(this.#separator)
        const after = afterBreak(text, end)
        lineBreaks += after.lineBreaks
        return {
          cells: [...cells, ...rest],
          next: after.next,
          lineBreaks,
          open_quote: cells.length,
        }
      }
      const end = quoted?.end ?? this.#plainEnd(text, at)
      cells.push(quoted?.cell ?? text.slice(at, end))
      lineBreaks += quoted?.lineBreaks ?? 0
      if (text[end] === this.#separator) at = end + 1
      else if (end >= text.length - 1 && !isEnd && text[end] !== '\n') return undefined
      else {
        const after = afterBreak(text, end)
        return { cells, next: after.next, lineBreaks: lineBreaks + after.lineBreaks }
      }
    }
  }

  #plainEnd(text: string, start: number): number {
    let at = start
    while (at < text.length && !this.#endsCell(text[at] ?? '')) at += 1
    return at
  }

  #endsCell(letter: string): boolean {
    return letter === this.#separator || letter === '\n' || letter === '\r'
  }

  /**
   * Undefined if the cell has no quotes around it. A quote within it, not doubled, is a letter. In
   * a cell of several lines it is the sign of a stray quote at the beginning.
   */
  #quotedCellAt(
    text: string,
    start: number,
  ): { cell: string; end: number; lineBreaks: number } | 'UNCLOSED' | 'STRAY' | undefined {
    let at = start
    let hasQuotes = false
    while (text[at] === ' ') at += 1
    const quote = this.#quote
    if (text[at] !== quote) return undefined
    const first = at + 1
    const firstBreak = lineEnd(text, first)
    for (at = text.indexOf(quote, first); at >= 0; at = text.indexOf(quote, at + 1)) {
      if (text[at + 1] === quote) {
        at += 1
        continue
      }
      let end = at + 1
      while (text[end] === ' ') end += 1
      const isWithin = end < text.length && !this.#endsCell(text[end] ?? '')
      hasQuotes ||= isWithin
      if (hasQuotes && at > firstBreak) return 'STRAY'
      if (isWithin) continue
      const inner = text.slice(first, at)
      const lineBreaks = inner.match(/\r\n|\r|\n/g)?.length ?? 0
      return { cell: inner.replaceAll(quote + quote, quote), end, lineBreaks }
    }
    return 'UNCLOSED'
  }
}

/** The place of the next line break, or of the end of the text. */
function lineEnd(text: string, start: number): number {
  const feed = text.indexOf('\n', start)
  const end = feed < 0 ? text.length : feed
  const line = text.slice(start, end)
  const back = line.indexOf('\r')
  return back < 0 ? end : start + back
}

function afterBreak(text: string, end: number): { next: number; lineBreaks: number } {
  if (end >= text.length) return { next: end, lineBreaks: 0 }
  const isPair = text[end] === '\r' && text[end + 1] === '\n'
  return { next: end + (isPair ? 2 : 1), lineBreaks: 1 }
}
