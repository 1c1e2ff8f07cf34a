// The first rows of an uploaded file, read as the last file with these columns was.
import type { ChosenReading, TableLayout } from '#core/table-file/table-file.ts'
import type { TableHead, TableKind } from './read-table.ts'
import { TableFileProblem } from './table-file-problem.ts'

const ROWS_SHOWN = 20
const ROWS_ABOVE = 3
const CELL_LENGTH_SHOWN = 200
const WORKSHEETS_SHOWN = 256

/** Reads the head of the stored file, as the user chooses or as the file itself suggests. */
export type Reader<Layout> = (chosen?: ChosenReading) => Promise<TableHead<Layout>>

/** Other ways of reading that are tried: each reads the head of the file again. */
const READINGS_TRIED = 2

/** The head as the nearest earlier file with the same columns was read. */
export async function recallHead<Layout extends TableLayout>(
  of: TableKind<Layout>,
  detected: TableHead<Layout>,
  earlier: readonly Layout[],
  readAs: Reader<Layout>,
): Promise<TableHead<Layout>> {
  const { format, encoding } = detected.layout
  // Hidden parts are chosen for each file.
  const { reads_hidden } = detected.layout
  const nearest = earlier
    .filter((one) => one.format === format && !detected.hidden.worksheets.includes(one.worksheet))
    .slice(0, READINGS_TRIED)
  for (const one of nearest) {
    const head = isReadAs(detected.layout, one)
      ? detected
      : await readAs({ ...one, encoding, reads_hidden, decimal: undefined }).catch(noHead)
    const recalled = head && recallMeanings(of, head, [one])
    if (recalled) return recalled
  }
  return recallMeanings(of, detected, earlier) ?? detected
}

const isReadAs = (layout: TableLayout, { separator, worksheet, header_line }: TableLayout) =>
  layout.separator === separator &&
  layout.worksheet === worksheet &&
  layout.header_line === header_line

/** The file cannot be read in this way. */
function noHead(error: unknown): undefined {
  if (!(error instanceof TableFileProblem)) throw error
}

export function recallMeanings<Layout extends TableLayout>(
  of: TableKind<Layout>,
  head: TableHead<Layout>,
  earlier: readonly Layout[],
): TableHead<Layout> | undefined {
  for (const one of earlier) {
    const layout = of.recall(head.layout, one)
    if (layout) return { ...head, layout }
  }
  return undefined
}

/** The rows around the header and below it. */
export const shownOf = <Layout extends TableLayout>({
  layout,
  rows,
  worksheets,
  hidden,
}: TableHead<Layout>) => ({
  layout,
  hidden,
  worksheets: worksheets.slice(0, WORKSHEETS_SHOWN),
  head: rows
    .filter(({ line }) => line >= (layout.header_line ?? 0) - ROWS_ABOVE)
    .slice(0, ROWS_SHOWN)
    .map(({ line, cells }) => ({
      line,
      cells: cells.map((cell) => cell.slice(0, CELL_LENGTH_SHOWN)),
    })),
})
