// The facts of a worksheet that are known before its rows are read: merged cells, which are written
// behind the rows, and whether any row or column is hidden.
import { columnOf } from './cell-reference.ts'
import type { WorkbookArchive } from './workbook-archive.ts'

/** A column of merged cells, by lines from 1 on. The value of the first counts for all. */
export interface MergedCells {
  readonly column: number
  readonly first_line: number
  readonly last_line: number
}

/** More are no table that anyone has made. */
const MERGES_MAX = 100_000
const BEGIN = /<(?:\w+:)?mergeCells\b/
/** Excel also writes no height, or no width. */
const HIDDEN = /<(?:\w+:)?(?:row|col)\s[^>]*?\b(?:hidden="(?:1|true)"|(?:ht|width)="0(?:\.0+)?")/
const MERGE = /<(?:\w+:)?mergeCell\s[^>]*?ref="([A-Z]{1,3})(\d{1,7}):[A-Z]{1,3}(\d{1,7})"/g
/** A longer text is a note, and no value of each row. */
const VALUE_LENGTH_MAX = 500
/** As long as a tag that a piece of text may cut. */
const TAG_MAX = 1000

export interface WorksheetScan {
  /** Those of several lines, in the order of their first lines. */
  readonly merges: readonly MergedCells[]
  readonly has_hidden: boolean
}

export async function scanWorksheet(
  archive: WorkbookArchive,
  part: string,
): Promise<WorksheetScan> {
  const merges: MergedCells[] = []
  let rest = ''
  let has_merges = false
  let has_hidden = false
  for await (const text of archive.textOf(part)) {
    rest += text
    has_hidden ||= HIDDEN.test(rest)
    if (!has_merges) {
      const at = rest.search(BEGIN)
      has_merges = at >= 0
      rest = at >= 0 ? rest.slice(at) : rest.slice(-TAG_MAX)
    }
    if (!has_merges) continue
    let end = 0
    for (const match of rest.matchAll(MERGE)) {
      const [all, column = '', first, last] = match
      end = match.index + all.length
      const [first_line, last_line] = [Number(first), Number(last)]
      if (last_line > first_line) merges.push({ column: columnOf(column), first_line, last_line })
      if (merges.length >= MERGES_MAX) break
    }
    if (merges.length >= MERGES_MAX) break
    rest = rest.slice(Math.max(end, rest.length - TAG_MAX))
  }
  return { merges: merges.toSorted((a, b) => a.first_line - b.first_line), has_hidden }
}

/** Fills the cells of rows that come one after the other. */
export class MergeFiller {
  readonly #merges: readonly MergedCells[]
  #next = 0
  #open: { readonly merge: MergedCells; readonly value: string }[] = []

  constructor(merges: readonly MergedCells[]) {
    this.#merges = merges
  }

  /** The cells of the line, with those that are merged with a line above. */
  fill(line: number, cells: readonly string[]): string[] {
    const filled = [...cells]
    this.#open = this.#open.filter(({ merge }) => merge.last_line >= line)
    for (const { merge, value } of this.#open) {
      if ((filled[merge.column] ?? '') !== '') continue
      while (filled.length < merge.column) filled.push('')
      filled[merge.column] = value
    }
    for (; (this.#merges[this.#next]?.first_line ?? Infinity) <= line; this.#next += 1) {
      const merge = this.#merges[this.#next]
      const value = merge && (filled[merge.column] ?? '')
      const counts = merge?.first_line === line && value && value.length <= VALUE_LENGTH_MAX
      if (counts) this.#open.push({ merge, value })
    }
    return filled
  }
}
