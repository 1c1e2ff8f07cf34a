// Reads an uploaded table: its layout by its head, and its rows one by one. What a file, a row
// and a cell may hold is bounded by TABLE_FILE_LIMITS, and so is the memory.
import { detectQuote, detectSeparator } from '#core/table-file/detect-separator.ts'
import {
  type ChosenReading,
  type HiddenParts,
  TABLE_FILE_LIMITS as LIMITS,
  NO_HIDDEN_PARTS,
  type TableFormat,
  type TableLayout,
  type TableRow,
} from '#core/table-file/table-file.ts'
import { kindOfFile } from './file-kind.ts'
import { TableFileProblem } from './table-file-problem.ts'
import { decodeText, EncodingDetector, tooLarge } from './text-encoding.ts'
import { TextRows } from './text-rows.ts'
import { openWorkbook, type Workbook } from './workbook.ts'
import { openWorksheet, type WorksheetFormat } from './worksheet.ts'

/** The purpose of an uploaded file, which says what its columns can mean. */
export interface TableKind<Layout extends TableLayout> {
  detect(format: TableFormat, rows: readonly TableRow[], chosen: Partial<ChosenReading>): Layout
  /** Whether the columns that such a file needs were found: then no other worksheet is tried. */
  isComplete(layout: Layout): boolean
  /** The layout with what was chosen for an earlier file; undefined if the columns are others. */
  recall(detected: Layout, earlier: Layout): Layout | undefined
}

export interface TableHead<Layout> {
  readonly layout: Layout
  /** The first rows, with titles and header, to be shown beside the layout. */
  readonly rows: readonly TableRow[]
  /** The names of the worksheets of a workbook. */
  readonly worksheets: readonly string[]
  readonly hidden: HiddenParts
}

const HEAD_BYTES = 262_144
const HEAD_ROWS = 400
/** Carriers put a cover and notes in front of their rates. */
const WORKSHEETS_TRIED = 12

type Chunks = AsyncIterable<Uint8Array>

/**
 * The layout that the file itself suggests, as far as it is not chosen. To find the encoding all
 * pieces are read.
 */
export async function readTableHead<Layout extends TableLayout>(
  chunks: Chunks,
  of: TableKind<Layout>,
  chosen?: ChosenReading,
): Promise<TableHead<Layout>> {
  const { kind, chunks: all } = await peekKind(chunks)
  if (kind === 'TEXT') return textHead(all, of, chosen)
  const workbook = await openWorkbook(all)
  return chosen ? worksheetHead(workbook, of, chosen) : workbookHead(workbook, of)
}

/** The rows below the header line that hold something. */
export async function* readTable(chunks: Chunks, layout: TableLayout): AsyncGenerator<TableRow> {
  const { kind, chunks: all } = await peekKind(chunks)
  if (kind !== layout.format) {
    const is = kind === 'XLSX' ? 'a workbook, not text' : 'text, not a workbook'
    throw new TableFileProblem(`The file is ${is}: detect its layout again.`)
  }
  const header_line = layout.header_line ?? 0
  let count = 0
  for await (const rows of rowsOf(all, layout)) {
    for (const row of rows) {
      if (row.line <= header_line || !isFilled(row)) continue
      count += 1
      if (count > LIMITS.rows) {
        throw new TableFileProblem(`More than ${LIMITS.rows} rows.`, row.line)
      }
      yield row
    }
  }
}

async function* rowsOf(chunks: Chunks, layout: TableLayout): AsyncGenerator<TableRow[]> {
  if (layout.format === 'XLSX') {
    const worksheet = await openWorksheet(await openWorkbook(chunks), layout)
    yield* worksheet.rows
    return
  }
  const splitter = new TextRows(layout)
  for await (const text of decodeText(chunks, layout.encoding)) yield splitter.push(text)
  yield splitter.end()
}

/** The kind of the file by its first bytes, and all of its pieces again. */
async function peekKind(chunks: Chunks): Promise<{ kind: 'TEXT' | 'XLSX'; chunks: Chunks }> {
  const rest = chunks[Symbol.asyncIterator]()
  const first: Uint8Array[] = []
  let length = 0
  while (length < 1024) {
    const next = await rest.next()
    if (next.done) break
    first.push(next.value)
    length += next.value.length
  }
  if (length === 0) throw new TableFileProblem('The file is empty.')
  async function* again(): AsyncGenerator<Uint8Array> {
    try {
      yield Buffer.concat(first)
      for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
    } finally {
      await rest.return?.()
    }
  }
  return { kind: kindOfFile(Buffer.concat(first)), chunks: again() }
}

async function textHead<Layout extends TableLayout>(
  chunks: Chunks,
  of: TableKind<Layout>,
  chosen?: ChosenReading,
): Promise<TableHead<Layout>> {
  const detector = new EncodingDetector()
  const first: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of chunks) {
    if (bytes < HEAD_BYTES) first.push(chunk)
    bytes += chunk.length
    if (bytes > LIMITS.text_bytes) throw tooLarge(LIMITS.text_bytes)
    if (!chosen) detector.push(chunk)
    else if (bytes > HEAD_BYTES) break
  }
  const whole = Buffer.concat(first)
  const head = whole.subarray(0, HEAD_BYTES)
  const encoding = chosen?.encoding ?? detector.end()
  const text = new TextDecoder(encoding).decode(head, { stream: true })
  const firstLines = text.slice(0, LIMITS.row_length)
  const quote = detectQuote(firstLines)
  const separator = chosen?.separator ?? detectSeparator(firstLines, quote)
  const rest = { worksheet: 0, reads_hidden: false }
  const format: TableFormat = { format: 'TEXT', encoding, separator, quote, ...rest }
  const splitter = new TextRows(format)
  const rows = splitter.push(text)
  if (bytes <= head.length) rows.push(...splitter.end())
  return headOf(of, format, { rows, worksheets: [], hidden: NO_HIDDEN_PARTS }, chosen)
}

type FirstRows = Omit<TableHead<never>, 'layout'>

function headOf<Layout extends TableLayout>(
  of: TableKind<Layout>,
  format: TableFormat,
  { rows, ...rest }: FirstRows,
  chosen: Partial<ChosenReading> = {},
): TableHead<Layout> {
  const filled = rows.filter(isFilled).slice(0, HEAD_ROWS)
  if (filled.length === 0) throw new TableFileProblem('The file has no rows.')
  const { header_line } = chosen
  if (header_line && !filled.some(({ line }) => line === header_line)) {
    throw new TableFileProblem(
      'There is no header: the line is empty, or too far down.',
      header_line,
    )
  }
  return { layout: of.detect(format, filled, chosen), rows: filled, ...rest }
}

/** The first worksheet on show that has the columns, or the first one that has rows. */
async function workbookHead<Layout extends TableLayout>(
  workbook: Workbook,
  of: TableKind<Layout>,
): Promise<TableHead<Layout>> {
  let first: TableHead<Layout> | undefined
  let hiddenRows = 0
  const shown = [...workbook.worksheets.entries()].filter(([, { is_hidden }]) => !is_hidden)
  for (const [worksheet] of shown.slice(0, WORKSHEETS_TRIED)) {
    const format = { worksheet, reads_hidden: false, decimal: '.' } as const
    const some = await firstRows(workbook, format)
    hiddenRows += some.hidden.rows
    if (some.rows.length === 0) continue
    const head = headOf(of, formatOf(format), some)
    if (of.isComplete(head.layout)) return head
    first ??= head
  }
  if (first) return first
  throw new TableFileProblem(
    hiddenRows > 0 || shown.length < workbook.worksheets.length
      ? 'All rows of the workbook are hidden: unhide them and save it again.'
      : 'The workbook has no rows.',
  )
}

async function worksheetHead<Layout extends TableLayout>(
  workbook: Workbook,
  of: TableKind<Layout>,
  chosen: ChosenReading,
): Promise<TableHead<Layout>> {
  const format = { ...chosen, decimal: chosen.decimal ?? '.' }
  return headOf(of, formatOf(format), await firstRows(workbook, format), chosen)
}

/** Hidden rows are counted to the end of the sheet. */
async function firstRows(workbook: Workbook, format: WorksheetFormat): Promise<FirstRows> {
  const rows: TableRow[] = []
  const sheet = await openWorksheet(workbook, format)
  for await (const some of sheet.rows) {
    if (rows.length < HEAD_ROWS) rows.push(...some.filter(isFilled))
    else if (!sheet.has_hidden) break
  }
  const worksheets = workbook.worksheets.map(({ name }) => name)
  const hiddenSheets = workbook.worksheets.flatMap(({ is_hidden }, at) => (is_hidden ? [at] : []))
  return { rows, worksheets, hidden: { ...sheet.hidden(), worksheets: hiddenSheets } }
}

const formatOf = ({ worksheet, reads_hidden }: WorksheetFormat): TableFormat => ({
  ...({ format: 'XLSX', encoding: 'utf-8', separator: ',', quote: '"' } as const),
  ...{ worksheet, reads_hidden },
})

const isFilled = ({ cells }: TableRow): boolean => cells.some((cell) => cell.trim() !== '')
