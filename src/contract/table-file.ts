// The schema that all uploaded tables share: rate files and carriers' files of calls.
import { z } from 'zod'
import {
  DATE_ORDERS,
  DECIMAL_NOTATIONS,
  ENCODINGS,
  QUOTES,
  SEPARATORS,
  TABLE_FILE_LIMITS,
} from '#core/table-file/table-file.ts'

const encoding = z.enum(ENCODINGS)
const separator = z.enum(SEPARATORS)
/** The index of a sheet in a workbook, from 0. */
const worksheet = z.number().int().min(0).max(255)
/** From 1; the lines up to it are titles. */
const header_line = z.number().int().min(1).max(10_000).nullable()
const decimal = z.enum(DECIMAL_NOTATIONS)
/** Whether hidden rows and columns of the sheet count. */
const reads_hidden = z.boolean().default(false)

/** How it is read, without the meaning of its columns. */
export const tableLayout = {
  format: z.enum(['TEXT', 'XLSX']),
  encoding,
  separator,
  quote: z.enum(QUOTES).default('"'),
  worksheet,
  reads_hidden,
  header_line,
  headers: z.array(z.string().max(200)).max(TABLE_FILE_LIMITS.columns).readonly(),
  decimal: decimal.nullable(),
  date_order: z.enum(DATE_ORDERS).nullable(),
}

/** The settings that a user may choose in place of the detected ones. */
export const chosenReading = {
  encoding,
  separator,
  worksheet,
  reads_hidden,
  header_line: header_line.optional(),
  decimal: decimal.optional(),
}

/** The part of a table that is shown beside its layout. */
export const tableHead = {
  /** Its first rows. */
  head: z.array(z.object({ line: z.number(), cells: z.array(z.string()).readonly() })).readonly(),
  /** The names of the sheets of a workbook. */
  worksheets: z.array(z.string()).readonly(),
  /** The parts that a spreadsheet does not show: left out, unless they are chosen. */
  hidden: z.object({
    /** Positions of sheets, from 0. */
    worksheets: z.array(z.number()).readonly(),
    /** How many rows of the sheet. */
    rows: z.number(),
    /** By their letters. */
    columns: z.array(z.string()).readonly(),
  }),
}

/** The reason why a row is invalid, with its column and value. */
export const rowFault = {
  reason: z.string(),
  column_name: z.string(),
  value: z.string(),
}
