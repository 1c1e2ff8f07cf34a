// The choices of a user for a file of a list, and which files are too large for one request.
import type { Total } from '../use-total.ts'

export interface ChosenFile {
  readonly rows: 'all' | 'page'
  readonly columns: 'shown' | 'all'
  readonly headings: 'words' | 'names'
  readonly format: 'csv' | 'xlsx' | 'json' | 'parquet'
}

/** The rows of an Excel sheet; more would also keep a browser busy for minutes. */
export const ROWS_AT_ONCE_MAX = 1_048_575

export const isBackgroundOnly = (
  { format, rows }: Pick<ChosenFile, 'format' | 'rows'>,
  total: Total | undefined,
): boolean =>
  format === 'parquet' || (rows === 'all' && total !== undefined && total.value > ROWS_AT_ONCE_MAX)
