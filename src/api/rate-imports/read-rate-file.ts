// Reads an uploaded rate file: its layout by its head, and its rows one by one. What a row may
// hold is bounded by RATE_FILE_LIMITS, and so is the memory.
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

export interface RateFileHead {
  readonly layout: RateFileLayout
  /** The first rows, with titles and header, to be shown beside the layout. */
  readonly rows: readonly RateFileRow[]
  /** The names of the worksheets of a workbook. */
  readonly worksheets: readonly string[]
}

const HEAD_BYTES = 262_144
const HEAD_ROWS = 400

/** The layout that the file itself suggests. The encoding needs all of its pieces. */
export async function readRateFileHead(chunks: AsyncIterable<Uint8Array>): Promise<RateFileHead> {
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
  if (head.length === 0) throw new RateFileProblem('The file is empty.')
  if (kindOfFile(head) === 'XLSX') throw new RateFileProblem('A workbook: save it as CSV.')
  const encoding = detector.end()
  const text = new TextDecoder(encoding).decode(head, { stream: true })
  const separator = detectSeparator(text.slice(0, LIMITS.row_length))
  const format: RateFileFormat = { format: 'TEXT', encoding, separator, worksheet: 0 }
  const isAll = bytes <= head.length
  const rows = headRows(text, format, isAll)
  return { layout: detectLayout(format, rows), rows, worksheets: [] }
}

function headRows(text: string, { separator }: RateFileFormat, isAll: boolean): RateFileRow[] {
  const splitter = new TextRows(separator)
  const rows = splitter.push(text)
  if (isAll) rows.push(...splitter.end())
  return rows.filter(isFilled).slice(0, HEAD_ROWS)
}

/** The rows below the header line that hold something. */
export async function* readRateFile(
  chunks: AsyncIterable<Uint8Array>,
  layout: RateFileLayout,
): AsyncGenerator<RateFileRow> {
  const header_line = layout.header_line ?? 0
  let count = 0
  for await (const rows of readTextRows(chunks, layout)) {
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

async function* readTextRows(
  chunks: AsyncIterable<Uint8Array>,
  { encoding, separator }: RateFileFormat,
): AsyncGenerator<RateFileRow[]> {
  const splitter = new TextRows(separator)
  for await (const text of decodeText(chunks, encoding)) yield splitter.push(text)
  yield splitter.end()
}

const isFilled = ({ cells }: RateFileRow): boolean => cells.some((cell) => cell.trim() !== '')
