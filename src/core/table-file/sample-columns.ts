// The first cells of each column of a file, and its header.
import { TABLE_FILE_LIMITS, type TableRow } from './table-file.ts'

const SAMPLE_ROWS = 300
const HEADER_LENGTH_MAX = 60

export interface SampleColumns {
  /** None without a header. */
  readonly headers: readonly string[]
  /** The cells below the header, column by column. */
  readonly columns: readonly (readonly string[])[]
}

export function sampleColumns(
  rows: readonly TableRow[],
  header: TableRow | undefined,
): SampleColumns {
  const body = rows.filter((row) => header === undefined || row.line > header.line)
  const sample = body.slice(0, SAMPLE_ROWS)
  const width = Math.min(
    TABLE_FILE_LIMITS.columns,
    Math.max(0, header ? widthOf(header) : 0, ...sample.map(widthOf)),
  )
  const cellsOf = (at: number): string[] => sample.map(({ cells }) => (cells[at] ?? '').trim())
  return {
    columns: Array.from({ length: width }, (_, at) => cellsOf(at)),
    headers: Array.from({ length: header ? width : 0 }, (_, at) =>
      (header?.cells[at] ?? '').trim().slice(0, HEADER_LENGTH_MAX),
    ),
  }
}

/** The number of cells up to the last that is filled. */
function widthOf({ cells }: TableRow): number {
  return cells.findLastIndex((cell) => cell.trim() !== '') + 1
}
