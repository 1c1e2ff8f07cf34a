// Reads an uploaded table: its layout by its head, and its rows one by one. What a file, a row
// and a cell may hold is bounded by TABLE_FILE_LIMITS, and so is the memory.
import { detectSeparator } from '#core/table-file/detect-separator.ts'
import {
  type ChosenReading,
  type DecimalMark,
  TABLE_FILE_LIMITS as LIMITS,
  type TableFormat,
  type TableLayout,
  type TableRow,
} from '#core/table-file/table-file.ts'
import { kindOfFile } from './file-kind.ts'
import { TableFileProblem } from './table-file-problem.ts'
import { decodeText, EncodingDetector, tooLarge } from './text-encoding.ts'
import { TextRows } from './text-rows.ts'
import { openWorkbook, type Workbook } from './workbook.ts'
import { readWorksheetRows } from './worksheet-rows.ts'

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
    yield* readWorksheetRows(await openWorkbook(chunks), layout.worksheet, layout.decimal)
    return
  }
  const splitter = new TextRows(layout.separator)
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
  const separator = chosen?.separator ?? detectSeparator(text.slice(0, LIMITS.row_length))
  const format: TableFormat = { format: 'TEXT', encoding, separator, worksheet: 0 }
  const splitter = new TextRows(separator)
  const rows = splitter.push(text)
  if (bytes <= head.length) rows.push(...splitter.end())
  return headOf(of, format, rows, [], chosen)
}

function headOf<Layout extends TableLayout>(
  of: TableKind<Layout>,
  format: TableFormat,
  rows: readonly TableRow[],
  worksheets: readonly string[],
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
  return { layout: of.detect(format, filled, chosen), rows: filled, worksheets }
}

/** The first worksheet that has the columns, or the first one that has rows. */
async function workbookHead<Layout extends TableLayout>(
  workbook: Workbook,
  of: TableKind<Layout>,
): Promise<TableHead<Layout>> {
  let first: TableHead<Layout> | undefined
  for (const [worksheet] of workbook.worksheets.slice(0, WORKSHEETS_TRIED).entries()) {
    const rows = await headRows(workbook, worksheet, '.')
    if (rows.length === 0) continue
    const head = headOf(of, formatOf(worksheet), rows, namesIn(workbook))
    if (of.isComplete(head.layout)) return head
    first ??= head
  }
  if (!first) throw new TableFileProblem('The workbook has no rows.')
  return first
}

async function worksheetHead<Layout extends TableLayout>(
  workbook: Workbook,
  of: TableKind<Layout>,
  chosen: ChosenReading,
): Promise<TableHead<Layout>> {
  const { worksheet } = chosen
  const rows = await headRows(workbook, worksheet, chosen.decimal ?? '.')
  return headOf(of, formatOf(worksheet), rows, namesIn(workbook), chosen)
}

async function headRows(
  workbook: Workbook,
  worksheet: number,
  decimal: DecimalMark,
): Promise<TableRow[]> {
  const rows: TableRow[] = []
  for await (const some of readWorksheetRows(workbook, worksheet, decimal)) {
    rows.push(...some.filter(isFilled))
    if (rows.length >= HEAD_ROWS) break
  }
  return rows
}

const formatOf = (worksheet: number): TableFormat =>
  ({ format: 'XLSX', encoding: 'utf-8', separator: ',', worksheet }) as const

const namesIn = ({ worksheets }: Workbook): string[] => worksheets.map(({ name }) => name)

const isFilled = ({ cells }: TableRow): boolean => cells.some((cell) => cell.trim() !== '')
