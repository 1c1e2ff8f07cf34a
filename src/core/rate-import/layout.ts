// How a rate file is read: detected from its first rows, shown to the user, who can change it.
import type { TableLayout } from '../table-file/table-file.ts'

export const COLUMN_MEANINGS = [
  ...(['PREFIX', 'COUNTRY_CODE', 'AREA_CODE', 'DESTINATION', 'RATE', 'FIRST_RATE'] as const),
  ...(['INCREMENTS', 'FIRST_INCREMENT', 'NEXT_INCREMENT', 'CONNECT_FEE'] as const),
  ...(['EFFECTIVE_FROM', 'EFFECTIVE_UNTIL', 'BLOCKED', 'CHANGE', 'CURRENCY'] as const),
  // Said of a column, by the user or by its header; a column without a meaning is undecided.
  'IGNORED',
] as const
export type ColumnMeaning = (typeof COLUMN_MEANINGS)[number]

export const PRICE_COLUMNS = ['RATE', 'FIRST_RATE', 'CONNECT_FEE'] as const
export const DATE_COLUMNS = ['EFFECTIVE_FROM', 'EFFECTIVE_UNTIL'] as const

export interface RateFileLayout extends TableLayout<ColumnMeaning> {
  readonly rate_unit: 'PER_MINUTE' | 'PER_SECOND'
  /** The currency that the header names, as in "Rate (EUR/min)". */
  readonly currency: string | null
  /**
   * The country code that codes without + or 00 lack, empty if they are whole; null if it is
   * not chosen, which is a question for a file that has both.
   */
  readonly bare_code_country: string | null
  /** The title above the header that has a date, which may be the start of all rates. */
  readonly dated_title: string | null
}
