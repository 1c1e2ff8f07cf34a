// The first rows of an uploaded file, read as the last file with these columns was.
import type { RateFileLayout } from '#core/rate-import/layout.ts'
import { recallLayout } from '#core/rate-import/recall-layout.ts'
import { asSqlConnection, type Database } from '#db/database.ts'
import { RateFileProblem } from './rate-file-problem.ts'
import { type ChosenReading, type RateFileHead, readRateFileHead } from './read-rate-file.ts'
import { readStoredFile } from './read-stored-file.ts'

const ROWS_SHOWN = 20
const ROWS_ABOVE = 3
const CELL_LENGTH_SHOWN = 200
const WORKSHEETS_SHOWN = 256

export type Reader = (chosen: ChosenReading) => Promise<RateFileHead>

/** Reads the head of the stored file. */
export const readerOf =
  (database: Database, id: number): Reader =>
  (chosen) =>
    readRateFileHead(readStoredFile(asSqlConnection(database), id), chosen)

/** Other ways of reading that are tried: each reads the head of the file again. */
const READINGS_TRIED = 2

/** The head as the nearest earlier file with the same columns was read. */
export async function recallHead(
  detected: RateFileHead,
  earlier: readonly RateFileLayout[],
  readAs: Reader,
): Promise<RateFileHead> {
  const { format, encoding } = detected.layout
  const nearest = earlier.filter((one) => one.format === format).slice(0, READINGS_TRIED)
  for (const one of nearest) {
    const head = isReadAs(detected.layout, one)
      ? detected
      : await readAs({ ...one, encoding }).catch(noHead)
    const recalled = head && recallColumns(head, [one])
    if (recalled) return recalled
  }
  return recallColumns(detected, earlier) ?? detected
}

const isReadAs = (layout: RateFileLayout, { separator, worksheet, header_line }: RateFileLayout) =>
  layout.separator === separator &&
  layout.worksheet === worksheet &&
  layout.header_line === header_line

/** The file cannot be read in this way. */
function noHead(error: unknown): undefined {
  if (!(error instanceof RateFileProblem)) throw error
}

export function recallColumns(
  head: RateFileHead,
  earlier: readonly RateFileLayout[],
): RateFileHead | undefined {
  for (const one of earlier) {
    const layout = recallLayout(head.layout, one)
    if (layout) return { ...head, layout }
  }
  return undefined
}

/** The rows around the header and below it. */
export const shownOf = ({ layout, rows, worksheets }: RateFileHead) => ({
  layout,
  worksheets: worksheets.slice(0, WORKSHEETS_SHOWN),
  head: rows
    .filter(({ line }) => line >= (layout.header_line ?? 0) - ROWS_ABOVE)
    .slice(0, ROWS_SHOWN)
    .map(({ line, cells }) => ({
      line,
      cells: cells.map((cell) => cell.slice(0, CELL_LENGTH_SHOWN)),
    })),
})
