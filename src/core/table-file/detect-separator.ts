// The separator and the quote of a text file, by the lines with which it begins.
import { type Quote, SEPARATORS, type Separator } from './table-file.ts'

const linesOf = (head: string): string[] =>
  head.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '')

/** Longer lines are not looked at for quotes, because the time grows with the square. */
const LINE_LENGTH_MAX = 4000
const APOSTROPHE = /(?:^|[\t;|,])\s*'/g
/** One within a cell is of a name, as in Cote d'Ivoire. */
const WITHIN = String.raw`'(?!'|\s*(?:[\t;|,]|$))`
const APOSTROPHES = new RegExp(
  String.raw`(?:^|[\t;|,])\s*'(?:[^']|''|${WITHIN})*'\s*(?=[\t;|,]|$)`,
  'g',
)
const QUOTES = /(?:^|[\t;|,])\s*"(?:[^"]|"")*"\s*(?=[\t;|,]|$)/

/**
 * Apostrophes, if half of the lines have cells between them, and none has a single one before a
 * cell, as Excel has before numbers that are texts.
 */
export function detectQuote(head: string): Quote {
  const lines = linesOf(head).filter((line) => line.length <= LINE_LENGTH_MAX)
  let apostrophes = 0
  let quotes = 0
  for (const line of lines) {
    const cells = line.match(APOSTROPHES)?.length ?? 0
    if (cells < (line.match(APOSTROPHE)?.length ?? 0)) return '"'
    if (cells > 0) apostrophes += 1
    if (QUOTES.test(line)) quotes += 1
  }
  return apostrophes > quotes && apostrophes * 2 >= lines.length ? "'" : '"'
}

/** How many cells a line has, outside of quotes. */
function countCells(line: string, separator: Separator, quote: Quote): number {
  let count = 1
  let isQuoted = false
  for (const letter of line) {
    if (letter === quote) isQuoted = !isQuoted
    else if (letter === separator && !isQuoted) count += 1
  }
  return count
}

const NONE = { separator: ',', count: 0, cells: 1 } as const

/**
 * The one that splits the most lines into the same number of cells; of several the most cells.
 * A comma may be a decimal mark, or part of titles, names and lists of codes, but not of a header.
 */
export function detectSeparator(head: string, quote: Quote): Separator {
  // Spreadsheets write their separator into a first line.
  const told = /^\ufeff?"?sep=([\t;|,])/i.exec(head)?.[1]
  const named = SEPARATORS.find((separator) => separator === told)
  if (named) return named
  const lines = linesOf(head)
  let best: { separator: Separator; count: number; cells: number } = NONE
  for (const separator of SEPARATORS) {
    const counts = new Map<number, number>()
    for (const line of lines) {
      const cells = countCells(line, separator, quote)
      if (cells > 1) counts.set(cells, (counts.get(cells) ?? 0) + 1)
    }
    for (const [cells, count] of counts) {
      const isBetter = count > best.count || (count === best.count && cells > best.cells)
      if (isBetter) best = { separator, count, cells }
    }
  }
  return best.separator
}
