// Codes with + beside codes without it, as spreadsheets leave them: those without may be whole, or
// national codes of one country. The user says which.
import type { TableRow } from '../table-file/table-file.ts'
import { cellText } from './deck-prefixes.ts'
import type { RateFileLayout } from './layout.ts'

export const hasMark = (code: string): boolean => /^(\+|00)/.test(code)

/** The codes, or ranges of codes, in one cell. */
export const splitCodes = (cell: string): string[] =>
  cell
    .split(/[,;|/\n\r]+/)
    .map((code) => code.trim())
    .filter((code) => code !== '')

/** A code of each kind. */
export interface MixedCodes {
  readonly marked: string
  readonly bare: string
}

/** Sees the codes of a file, cell by cell, until there is one of each kind. */
export class CodeMarks {
  #marked = ''
  #bare = ''

  /** Takes the cell of a code, or of several. */
  see(cell: string): void {
    if (this.#marked !== '' && this.#bare !== '') return
    for (const code of splitCodes(cellText(cell))) {
      if (hasMark(code)) this.#marked ||= code
      else if (/^\d/.test(code)) this.#bare ||= code
      // Later codes of the cell are of that country.
      if (/^(\+|00)\s*\d{1,3}[\s()-]/.test(code)) return
    }
  }

  /** Undefined if all are written alike. */
  get mixed(): MixedCodes | undefined {
    const [marked, bare] = [this.#marked, this.#bare]
    return marked !== '' && bare !== '' ? { marked, bare } : undefined
  }
}

/** Undefined if the first rows have codes of one kind only, or if it is known what they are. */
export function undecidedCodes(
  layout: Pick<RateFileLayout, 'columns' | 'bare_code_country' | 'header_line'>,
  head: readonly TableRow[],
): MixedCodes | undefined {
  const at = layout.columns.indexOf('PREFIX')
  if (layout.bare_code_country !== null || at < 0) return undefined
  const marks = new CodeMarks()
  for (const { line, cells } of head) {
    if (line > (layout.header_line ?? 0)) marks.see(cells[at] ?? '')
  }
  return marks.mixed
}

/** For the console and the API. */
export const undecidedCodesText = ({ marked, bare }: MixedCodes): string =>
  `Some codes have + or 00, as ${marked}, and others have not, as ${bare}: ` +
  'choose whether those are whole, or of which country.'
