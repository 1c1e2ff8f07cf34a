// The parts of an exported file in each format, as they are made.
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { ExportJobFormat } from '#contract/exports/export-jobs.ts'
import { LIMIT_MAX } from '#contract/page.ts'
import { columnsOf } from '../http/export/export-columns.ts'
import {
  csvHead,
  csvRow,
  exportedLines,
  jsonRow,
  type PageReader,
  sheetCells,
} from '../http/export/export-lines.ts'
import { xlsx } from '../http/export/xlsx.ts'
import type { ExportedList } from './exported-list.ts'
import { parquetParts } from './parquet-file.ts'

/** The size of one part before it is compressed: large enough to compress well. */
const PART_BYTES = 4_000_000

export interface FilePart {
  readonly content: Uint8Array
  readonly rows: number
  /** The place of the list after it; only formats that can be continued have one. */
  readonly next_cursor: string | null
}

export interface WrittenFile {
  readonly list: ExportedList
  readonly readPage: PageReader
  readonly masked_digits: number
}

/** Where a file is continued. */
export interface FilePlace {
  readonly cursor: string | undefined
  readonly rows: number
}

const pack = promisify(gzip)

export const FILE_ENDS: Readonly<Record<ExportJobFormat, string>> = {
  CSV: 'csv.gz',
  JSON_LINES: 'jsonl.gz',
  XLSX: 'xlsx',
  PARQUET: 'parquet',
}

/** Whether the parts of a file are independent of each other, so that it can be continued. */
export const canContinue = (format: ExportJobFormat): boolean =>
  format === 'CSV' || format === 'JSON_LINES'

/** Each part is a whole member of gzip, and ends with a page. */
async function* textParts(
  format: ExportJobFormat,
  { list, readPage, masked_digits }: WrittenFile,
  from: FilePlace,
  part_bytes: number,
): AsyncGenerator<FilePart> {
  const columns = columnsOf(list.endpoint, list.query)
  const isCsv = format === 'CSV'
  let { cursor, rows } = from
  let texts = isCsv && cursor === undefined ? [csvHead(columns)] : []
  let length = 0
  for (;;) {
    const listed = await readPage({ limit: LIMIT_MAX, cursor })
    const alone = { ...listed, page: { ...listed.page, next_cursor: null } }
    for await (const some of exportedLines(list.endpoint, alone, readPage, masked_digits)) {
      const lines = some.map((line) =>
        isCsv ? csvRow(columns, line) : `${jsonRow(columns, line)}\n`,
      )
      texts.push(lines.join(''))
      length += texts.at(-1)?.length ?? 0
    }
    rows += listed.rows.length
    const { next_cursor } = listed.page
    if (length >= part_bytes || next_cursor === null) {
      yield { content: await pack(texts.join('')), rows, next_cursor }
      texts = []
      length = 0
    }
    if (next_cursor === null) return
    cursor = next_cursor
  }
}

/** Pieces of bytes together, up to the size of a part. */
async function* partsOfBytes(
  pieces: AsyncIterable<Uint8Array>,
  rowsSoFar: () => number,
  part_bytes: number,
): AsyncGenerator<FilePart> {
  let waiting: Uint8Array[] = []
  let length = 0
  const take = () => {
    const content = Buffer.concat(waiting)
    waiting = []
    length = 0
    return { content, rows: rowsSoFar(), next_cursor: null }
  }
  for await (const piece of pieces) {
    waiting.push(piece)
    length += piece.byteLength
    if (length >= part_bytes) yield take()
  }
  if (length > 0) yield take()
}

/** An Excel workbook and a file of Parquet end with a list of what is in them. */
async function* binaryParts(
  format: ExportJobFormat,
  { list, readPage, masked_digits }: WrittenFile,
  part_bytes: number,
): AsyncGenerator<FilePart> {
  let rows = 0
  const counted: PageReader = async (paging) => {
    const listed = await readPage(paging)
    rows += listed.rows.length
    return listed
  }
  const first = await counted({ limit: LIMIT_MAX, cursor: undefined })
  const lines = exportedLines(list.endpoint, first, counted, masked_digits)
  const { query, endpoint } = list
  const pieces =
    format === 'PARQUET'
      ? parquetParts(columnsOf(endpoint, { fields: query.fields }), lines)
      : xlsx(sheetCells(columnsOf(endpoint, query), lines))
  yield* partsOfBytes(pieces, () => rows, part_bytes)
}

export const fileParts = (
  format: ExportJobFormat,
  file: WrittenFile,
  from: FilePlace,
  part_bytes = PART_BYTES,
): AsyncGenerator<FilePart> =>
  canContinue(format)
    ? textParts(format, file, from, part_bytes)
    : binaryParts(format, file, part_bytes)
