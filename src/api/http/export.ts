// A list as a file: all rows that its filters find, or the page that is shown, read page by page,
// so that memory stays small.
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { type ExportOptions, LIMIT_MAX } from '#contract/page.ts'
import type { Listed } from '#db/paging.ts'
import { type Actor, noteActivity } from './activity.ts'
import { type AppContext, toInstant } from './app-context.ts'
import { type Column, columnsOf } from './export/export-columns.ts'
import {
  csvHead,
  csvRow,
  exportedLines,
  jsonRow,
  type Line,
  type PageReader,
  sheetCells,
} from './export/export-lines.ts'
import { inTurns, takenWithin } from './export/export-pace.ts'
import { xlsx } from './export/xlsx.ts'

type Format = NonNullable<ExportOptions['format']>

const TYPES: Readonly<Record<Format, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  json: 'application/json; charset=utf-8',
}

async function* csv(columns: Column[], lines: AsyncGenerator<Line[]>): AsyncGenerator<string> {
  yield csvHead(columns)
  for await (const some of lines) yield some.map((line) => csvRow(columns, line)).join('')
}

/** An array with an object for each row, a line each. */
async function* json(columns: Column[], lines: AsyncGenerator<Line[]>): AsyncGenerator<string> {
  let before = '['
  for await (const some of lines) {
    for (const line of some) {
      yield `${before}\n${jsonRow(columns, line)}`
      before = ','
    }
  }
  yield before === '[' ? '[]\n' : '\n]\n'
}

/** The bytes of the file, made as they are taken. */
export function fileOf(
  endpoint: Endpoint,
  options: ExportOptions & { readonly format: Format },
  first: Listed<unknown>,
  readPage: PageReader,
  masked_digits = 0,
): AsyncIterable<string | Uint8Array> {
  const columns = columnsOf(endpoint, options)
  const lines = exportedLines(endpoint, first, readPage, masked_digits)
  if (options.format === 'json') return json(columns, lines)
  return options.format === 'csv' ? csv(columns, lines) : xlsx(sheetCells(columns, lines))
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

interface Steps {
  readonly readPage: PageReader
  /** The turn of a step: the first page, or some lines. */
  readonly takeStep: () => Promise<() => void>
}

/** The activity log records who exported what, with the filters. */
export async function sendExport(
  reply: FastifyReply,
  { database, clock, replica, unread_ms }: AppContext,
  actor: Actor,
  { endpoint, format, params, query }: Asked,
  { readPage, takeStep }: Steps,
): Promise<FastifyReply> {
  const { limit = LIMIT_MAX, cursor } = query
  const endTurn = await takeStep()
  const isOnePage = query.rows === 'page'
  const paging = isOnePage ? { limit, cursor } : { limit: LIMIT_MAX, cursor: undefined }
  const read = await readPage(paging).finally(endTurn)
  const first = isOnePage ? alone(read) : read
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
  const steps = inTurns(content, takeStep)
  const taken = takenWithin(steps, unread_ms, () => reply.raw.destroy())
  return reply.type(TYPES[format]).send(Readable.from(taken))
}
