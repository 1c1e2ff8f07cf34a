// The separator of a text file, by the lines with which it begins.
import { SEPARATORS, type Separator } from './layout.ts'

/** How many cells a line has, outside of quotes. */
function countCells(line: string, separator: Separator): number {
  let count = 1
  let isQuoted = false
  for (const letter of line) {
    if (letter === '"') isQuoted = !isQuoted
    else if (letter === separator && !isQuoted) count += 1
  }
  return count
}

/** The one that gives the most lines the same number of cells; a comma may be a decimal mark. */
export function detectSeparator(head: string): Separator {
  // Spreadsheets write their separator into a first line.
  const told = /^\ufeff?"?sep=([\t;|,])/i.exec(head)?.[1]
  const named = SEPARATORS.find((separator) => separator === told)
  if (named) return named
  const lines = head.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '')
  let best: { separator: Separator; lines: number } = { separator: ',', lines: 0 }
  for (const separator of SEPARATORS) {
    const counts = new Map<number, number>()
    for (const line of lines) {
      const cells = countCells(line, separator)
      if (cells > 1) counts.set(cells, (counts.get(cells) ?? 0) + 1)
    }
    const most = Math.max(0, ...counts.values())
    if (most > best.lines) best = { separator, lines: most }
  }
  return best.separator
}
