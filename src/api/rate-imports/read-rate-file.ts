// Reads an uploaded rate file: its layout by its head, and its rows one by one. What a file, a row
// and a cell may hold is bounded by RATE_FILE_LIMITS, and so is the memory.
import { detectLayout } from '#core/rate-import/detect-layout.ts'
import { detectSeparator } from '#core/rate-import/detect-separator.ts'
import {
  RATE_FILE_LIMITS as LIMITS,
  type RateFileFormat,
  type RateFileLayout,
  type RateFileRow,
} from '#core/rate-import/layout.ts'
import { kindOfFile } from './file-kind.ts'
import { RateFileProblem } from './rate-file-problem.ts'
import { decodeText, EncodingDetector, tooLarge } from './text-encoding.ts'
import { TextRows } from './text-rows.ts'
import { openWorkbook, type Workbook } from './workbook.ts'
import { readWorksheetRows } from './worksheet-rows.ts'

export interface RateFileHead {
  readonly layout: RateFileLayout
  /** The first rows, with titles and header, to be shown beside the layout. */
  readonly rows: readonly RateFileRow[]
  /** The names of the worksheets of a workbook. */
  readonly worksheets: readonly string[]
}

const HEAD_BYTES = 262_144
const HEAD_ROWS = 400
/** Carriers put a cover and notes in front of their rates. */
const WORKSHEETS_TRIED = 12

type Chunks = AsyncIterable<Uint8Array>

/** The layout that the file itself suggests. The encoding needs all of its pieces. */
export async function readRateFileHead(chunks: Chunks): Promise<RateFileHead> {
  const { kind, chunks: all } = await peekKind(chunks)
  return kind === 'XLSX' ? workbookHead(await openWorkbook(all)) : textHead(all)
}

/** The rows below the header line that hold something. */
export async function* readRateFile(
  chunks: Chunks,
  layout: RateFileLayout,
): AsyncGenerator<RateFileRow> {
  const { kind, chunks: all } = await peekKind(chunks)
  if (kind !== layout.format) {
    const is = kind === 'XLSX' ? 'a workbook, not text' : 'text, not a workbook'
    throw new RateFileProblem(`The file is ${is}: detect its layout again.`)
  }
  const header_line = layout.header_line ?? 0
  let count = 0
  for await (const rows of rowsOf(all, layout)) {
    for (const row of rows) {
      if (row.line <= header_line || !isFilled(row)) continue
      count += 1
      if (count > LIMITS.rows) {
        throw new RateFileProblem(`More than ${LIMITS.rows} rows.`, row.line)
      }
      yield row
    }
  }
}

async function* rowsOf(chunks: Chunks, layout: RateFileLayout): AsyncGenerator<RateFileRow[]> {
  if (layout.format === 'XLSX') {
    yield* readWorksheetRows(await openWorkbook(chunks), layout.worksheet, layout.decimal)
    return
  }
  const splitter = new TextRows(layout.separator)
  for await (const text of decodeText(chunks, layout.encoding)) yield splitter.push(text)
  yield splitter.end()
}

/** What the file is by its first bytes, and all of its pieces again. */
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
  if (length === 0) throw new RateFileProblem('The file is empty.')
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

async function textHead(chunks: Chunks): Promise<RateFileHead> {
  const detector = new EncodingDetector()
  const first: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of chunks) {
    if (bytes < HEAD_BYTES) first.push(chunk)
    bytes += chunk.length
    if (bytes > LIMITS.text_bytes) throw tooLarge(LIMITS.text_bytes)
    detector.push(chunk)
  }
  const head = Buffer.concat(first).subarray(0, HEAD_BYTES)
  const encoding = detector.end()
  const text = new TextDecoder(encoding).decode(head, { stream: true })
  const separator = detectSeparator(text.slice(0, LIMITS.row_length))
  const format: RateFileFormat = { format: 'TEXT', encoding, separator, worksheet: 0 }
  const splitter = new TextRows(separator)
  const rows = splitter.push(text)
  if (bytes <= head.length) rows.push(...splitter.end())
  return headOf(format, rows, [])
}

function headOf(
  format: RateFileFormat,
  rows: readonly RateFileRow[],
  worksheets: readonly string[],
): RateFileHead {
  const filled = rows.filter(isFilled).slice(0, HEAD_ROWS)
  if (filled.length === 0) throw new RateFileProblem('The file has no rows.')
  return { layout: detectLayout(format, filled), rows: filled, worksheets }
}

/** The first worksheet with codes and rates, or the first one that has rows. */
async function workbookHead(workbook: Workbook): Promise<RateFileHead> {
  const worksheets = workbook.worksheets.map(({ name }) => name)
  let first: RateFileHead | undefined
  for (const [worksheet] of workbook.worksheets.slice(0, WORKSHEETS_TRIED).entries()) {
    const rows: RateFileRow[] = []
    for await (const some of readWorksheetRows(workbook, worksheet, '.')) {
      rows.push(...some.filter(isFilled))
      if (rows.length >= HEAD_ROWS) break
    }
    if (rows.length === 0) continue
    const format = { format: 'XLSX', encoding: 'utf-8', separator: ',', worksheet } as const
    const head = headOf(format, rows, worksheets)
    if (hasRates(head.layout)) return head
    first ??= head
  }
  if (!first) throw new RateFileProblem('The workbook has no rows.')
  return first
}

const hasRates = ({ columns }: RateFileLayout): boolean =>
  columns.includes('RATE') &&
  (['PREFIX', 'COUNTRY_CODE', 'DESTINATION'] as const).some((one) => columns.includes(one))

const isFilled = ({ cells }: RateFileRow): boolean => cells.some((cell) => cell.trim() !== '')
