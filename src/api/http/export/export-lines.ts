// The lines of an exported list, and how each format writes them.
import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { LIMIT_MAX } from '#contract/page.ts'
import type { Listed } from '#db/paging.ts'
import { maskNumbers } from '../mask-numbers.ts'
import type { Column } from './export-columns.ts'
import type { Cell } from './xlsx.ts'

export type PageReader = (paging: {
  limit: number
  cursor: string | undefined
}) => Promise<Listed<unknown>>

export type Line = Readonly<Record<string, unknown>>

/** So few that the requests of others come in between. */
const LINES_AT_ONCE = 50

/** All rows, encoded as for the wire. The first page is read before anything is sent. */
export async function* exportedLines(
  endpoint: Endpoint,
  first: Listed<unknown>,
  readPage: PageReader,
  masked_digits: number,
): AsyncGenerator<Line[]> {
  let listed = first
  for (;;) {
    for (let at = 0; at < listed.rows.length; at += LINES_AT_ONCE) {
      const rows = listed.rows.slice(at, at + LINES_AT_ONCE)
      const lines = z.encode(endpoint.answer as z.core.$ZodType, rows)
      yield maskNumbers(lines, masked_digits) as Line[]
      await setImmediate()
    }
    const cursor = listed.page.next_cursor
    if (cursor === null) return
    listed = await readPage({ limit: LIMIT_MAX, cursor })
  }
}

export function asText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(asText).join(' ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Where a spreadsheet may see a cell begin, with what it would take for a formula there. */
const FORMULA = /(^(?=[\t\r\n])|(?:^|[;\t\r\n])"*(?=[=+\-@＝＋－＠]))/g

/**
 * A cell that a spreadsheet would take for a formula is made text by a quote; numbers stay numbers.
 * Where a semicolon separates lists, a cell begins after it, even within quotes.
 */
export function csvCell(value: unknown): string {
  const text = asText(value)
  const safe = /^-\d+(\.\d+)?$/.test(text) ? text : text.replace(FORMULA, "$1'")
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const csvLine = (cells: unknown[]): string => `${cells.map(csvCell).join(',')}\r\n`

export const csvHead = (columns: readonly Column[]): string =>
  csvLine(columns.map((column) => column.heading))

export const csvRow = (columns: readonly Column[], line: Line): string =>
  csvLine(columns.map(({ name, write }) => write(line[name])))

export const jsonRow = (columns: readonly Column[], line: Line): string =>
  JSON.stringify(Object.fromEntries(columns.map(({ name, write }) => [name, write(line[name])])))

/** As rows of a sheet, the names of the columns first. */
export async function* sheetCells(
  columns: readonly Column[],
  lines: AsyncGenerator<Line[]>,
): AsyncGenerator<Cell[][]> {
  yield [columns.map((column) => column.heading)]
  for await (const some of lines) {
    yield some.map((line) =>
      columns.map((column) => xlsxCell(column, asText(column.write(line[column.name])))),
    )
  }
}

/** A sheet counts with 15 digits; what has more stays text, so that it stays exact. */
const xlsxCell = ({ kind }: Column, text: string): Cell =>
  (kind === 'NUMBER' || kind === 'DECIMAL') && text !== '' && text.replace(/\D/g, '').length <= 15
    ? Number(text)
    : text
