// Tables that others write, as text or workbooks: how one is read, and what it may have.

export const SEPARATORS = ['\t', ';', '|', ','] as const
export type Separator = (typeof SEPARATORS)[number]
export const ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const
export type Encoding = (typeof ENCODINGS)[number]
export const DATE_ORDERS = ['YMD', 'DMY', 'MDY'] as const
export type DateOrder = (typeof DATE_ORDERS)[number]
/** The decimal mark; before it that of thousands, where a lone group of digits is one. */
export const DECIMAL_NOTATIONS = ['.', ',', ',.', '.,'] as const
export type DecimalNotation = (typeof DECIMAL_NOTATIONS)[number]
export const QUOTES = ['"', "'"] as const
export type Quote = (typeof QUOTES)[number]

/** The options of the reading that a user has chosen. */
export interface ChosenReading extends Omit<TableFormat, 'format' | 'quote'> {
  /** Null is a file without headers. */
  readonly header_line?: number | null | undefined
  readonly decimal?: DecimalNotation | undefined
}

/** The facts that have to be known before a file has rows. */
export interface TableFormat {
  readonly format: 'TEXT' | 'XLSX'
  /** Encoding, separator and quote are those of text. */
  readonly encoding: Encoding
  readonly separator: Separator
  readonly quote: Quote
  /** Position of the sheet in a workbook, from 0. */
  readonly worksheet: number
  /** Whether rows and columns of the sheet count that a spreadsheet hides. */
  readonly reads_hidden: boolean
}

/** The parts of a workbook that a spreadsheet does not show. */
export interface HiddenParts {
  /** Positions of sheets, from 0. */
  readonly worksheets: readonly number[]
  /** How many rows of the sheet that is read hold something, and are hidden. */
  readonly rows: number
  /** The letters of its columns that hold something, and are hidden. */
  readonly columns: readonly string[]
}

export const NO_HIDDEN_PARTS: HiddenParts = { worksheets: [], rows: 0, columns: [] }

/** With the meanings that the columns of such a file may have. */
export interface TableLayout<Meaning extends string = string> extends TableFormat {
  /** From 1; the rows up to it are titles. */
  readonly header_line: number | null
  /** The cells of the header line; none without one. */
  readonly headers: readonly string[]
  /** Null where no number shows it: one that needs it, as 12,345, is a question. */
  readonly decimal: DecimalNotation | null
  /** Null where no date shows it: a date that needs it is a question. */
  readonly date_order: DateOrder | null
  /** By position; null is a column that no field takes. */
  readonly columns: readonly (Meaning | null)[]
}

export interface TableRow {
  /** From 1; of text the line of the file, also after cells with line breaks. */
  readonly line: number
  readonly cells: readonly string[]
  /** The position of a cell whose quote is not closed: the cells from there on are unsure. */
  readonly open_quote?: number
}

export const UNCLOSED_QUOTE = 'A quote that is not closed: the row ends with its line.'

/** The limits of a file; a larger one is refused as a whole. */
export const TABLE_FILE_LIMITS = {
  text_bytes: 500_000_000,
  /** A workbook is compressed, and all of it is in memory. */
  workbook_bytes: 40_000_000,
  unpacked_bytes: 1_500_000_000,
  rows: 2_000_000,
  columns: 200,
  cell_length: 32_767,
  row_length: 131_072,
} as const

/** A, B, …, Z, AA, as a spreadsheet names its columns; `at` is from 0. */
export function columnLetters(at: number): string {
  const last = String.fromCharCode(65 + (at % 26))
  return at < 26 ? last : `${columnLetters(Math.floor(at / 26) - 1)}${last}`
}
