// A list as a file: all rows that its filters find, or the page that is shown, read page by page,
// so that memory stays small.
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { type ExportOptions, LIMIT_MAX } from '#contract/page.ts'
import type { Listed } from '#db/paging.ts'
import { type Actor, noteActivity } from './activity.ts'
import { type AppContext, toInstant } from './app-context.ts'
import { type Column, columnsOf } from './export-columns.ts'
import { maskNumbers } from './mask-numbers.ts'
import { type Cell, xlsx } from './xlsx.ts'

type Format = NonNullable<ExportOptions['format']>

const TYPES: Readonly<Record<Format, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  json: 'application/json; charset=utf-8',
}

export type PageReader = (paging: {
  limit: number
  cursor: string | undefined
}) => Promise<Listed<unknown>>

type Line = Readonly<Record<string, unknown>>

/** So few that the requests of others come in between. */
const LINES_AT_ONCE = 50

/** All rows, encoded as for the wire. The first page is read before anything is sent. */
async function* linesOf(
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

function asText(value: unknown): string {
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

async function* csv(columns: Column[], lines: AsyncGenerator<Line[]>): AsyncGenerator<string> {
  yield csvLine(columns.map((column) => column.heading))
  for await (const some of lines) {
    yield some.map((line) => csvLine(columns.map(({ name, write }) => write(line[name])))).join('')
  }
}

/** An array with an object for each row, a line each. */
async function* json(columns: Column[], lines: AsyncGenerator<Line[]>): AsyncGenerator<string> {
  let before = '['
  for await (const some of lines) {
    for (const line of some) {
      const fields = columns.map(({ name, write }) => [name, write(line[name])])
      yield `${before}\n${JSON.stringify(Object.fromEntries(fields))}`
      before = ','
    }
  }
  yield before === '[' ? '[]\n' : '\n]\n'
}

/** As rows of a sheet, the names of the columns first. */
async function* cells(columns: Column[], lines: AsyncGenerator<Line[]>): AsyncGenerator<Cell[][]> {
  yield [columns.map((column) => column.heading)]
  for await (const some of lines) {
    yield some.map((line) =>
      columns.map((column) => xlsxCell(column, asText(column.write(line[column.name])))),
    )
  }
}

/** A sheet counts with 15 digits; what has more stays text, so that it stays exact. */
const xlsxCell = ({ is_number }: Column, text: string): Cell =>
  is_number && text !== '' && text.replace(/\D/g, '').length <= 15 ? Number(text) : text

/** The bytes of the file, made as they are taken. */
export function fileOf(
  endpoint: Endpoint,
  options: ExportOptions & { readonly format: Format },
  first: Listed<unknown>,
  readPage: PageReader,
  masked_digits = 0,
): AsyncIterable<string | Uint8Array> {
  const columns = columnsOf(endpoint, options)
  const lines = linesOf(endpoint, first, readPage, masked_digits)
  if (options.format === 'json') return json(columns, lines)
  return options.format === 'csv' ? csv(columns, lines) : xlsx(cells(columns, lines))
}

interface Asked {
  readonly endpoint: Endpoint
  readonly format: Format
  readonly params: unknown
  readonly query: ExportOptions & { readonly limit?: number; readonly cursor?: string | undefined }
}

/** The first page alone. */
const alone = (listed: Listed<unknown>): Listed<unknown> => ({
  ...listed,
  page: { ...listed.page, next_cursor: null },
})

/** The activity log records who exported what, with the filters. */
export async function sendExport(
  reply: FastifyReply,
  { database, clock, replica }: AppContext,
  actor: Actor,
  { endpoint, format, params, query }: Asked,
  readPage: PageReader,
): Promise<FastifyReply> {
  const { limit = LIMIT_MAX, cursor } = query
  const first =
    query.rows === 'page'
      ? alone(await readPage({ limit, cursor }))
      : await readPage({ limit: LIMIT_MAX, cursor: undefined })
  const { masked_digits } = actor.caller.rights
  const content = fileOf(endpoint, { ...query, format }, first, readPage, masked_digits)
  const name = endpoint.path.split('/').at(-1) ?? ''
  const file = `${name}-${toInstant(clock.now_ms()).slice(0, 10)}.${format}`
  const filters = Object.entries(query).filter(
    ([field, value]) => field !== 'limit' && value !== undefined,
  )
  await noteActivity(database, actor, {
    action: 'EXPORT',
    entity: name,
    entity_id: Object.values(params ?? {}).join(),
    entity_name: file,
    changes: Object.fromEntries(filters.map(([field, value]) => [field, [null, value]])),
  })
  await replica?.noteWrite(actor.caller.user_id)
  reply.header('content-disposition', `attachment; filename="${file}"`)
  return reply.type(TYPES[format]).send(Readable.from(content))
}
