// Rows without a code have the prefixes of their destination by the code deck. The first rows on
// the screen and the whole file are read by the same function, so that both say the same.
import type { TableRow } from '../table-file/table-file.ts'

/** A destination of the code deck. */
export interface NamedPrefixes {
  readonly destination: string
  readonly prefixes: readonly string[]
}

export const DESTINATION_LENGTH_MAX = 100

/** The prefixes of a name, whatever its case; none if the deck does not know it. */
export function prefixesByName(
  deck: readonly NamedPrefixes[],
): (name: string) => readonly string[] {
  const known = new Map(deck.map((one) => [one.destination.toLowerCase(), one.prefixes]))
  return (name) => known.get(name.toLowerCase()) ?? []
}

/** The text of a cell: ="0044" and '0044 are how a spreadsheet is kept from changing a code. */
export function cellText(cell: string): string {
  const text = cell.trim()
  return (/^="([^"=]*)"$/.exec(text)?.[1] ?? text).trim().replace(/^'(?=[\d+(])/, '')
}

export const destinationIn = (text: string): string => text.replace(/\s+/g, ' ')

/** All that the rows may name, in whichever column. */
export function namesIn(rows: readonly TableRow[]): string[] {
  const names = rows.flatMap(({ cells }) => cells.map((cell) => destinationIn(cellText(cell))))
  const isName = (name: string) => name !== '' && name.length <= DESTINATION_LENGTH_MAX
  return [...new Set(names.filter(isName))]
}
