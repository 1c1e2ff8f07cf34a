// The list of an export in the background: its endpoint as its user sees it, and its pages.
import { createHash } from 'node:crypto'
import { ENDPOINTS } from '#contract/all.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { seenWith } from '#contract/field-rights.ts'
import type { ExportOptions } from '#contract/page.ts'
import type { Database } from '#db/database.ts'
import type { Listed } from '#db/paging.ts'
import type { AppContext } from '../http/app-context.ts'
import type { Caller } from '../http/caller.ts'
import { decodeList } from '../http/decode.ts'
import { columnsOf } from '../http/export/export-columns.ts'
import type { PageReader } from '../http/export/export-lines.ts'
import { mayExport } from '../http/handle.ts'
import { refuseMaskedSearch } from '../http/mask-numbers.ts'
import { badField, Problem } from '../http/problem.ts'
import { readerOf } from '../http/replica-reader.ts'

/** Handlers of lists get the context of the server, of which these parts are needed here. */
export type ListContext = Pick<
  AppContext,
  'database' | 'sessionDatabase' | 'handlers' | 'replica' | 'clock' | 'sessionKey' | 'secretKeys'
>

interface AskedList {
  readonly list: string
  readonly query: Readonly<Record<string, string>>
}

export interface ExportedList {
  readonly name: string
  readonly endpoint: Endpoint
  readonly params: unknown
  readonly query: ExportOptions & Readonly<Record<string, unknown>>
}

/** A file has all rows, in the format of the job. */
const OF_JOB = ['format', 'rows', 'limit', 'cursor', 'total']

const LISTS = [...ENDPOINTS].flatMap(([name, endpoint]) => {
  if (!endpoint.list) return []
  const pattern = endpoint.path.replace(/:(\w+)/g, '(?<$1>[^/]+)')
  return [{ name, endpoint, pattern: new RegExp(`^${pattern}$`) }]
})

/** Paths without parameters come first: a word is no id. */
function findList(list: string) {
  const fitting = LISTS.filter(({ pattern }) => pattern.test(list))
  const exact = fitting.find(({ endpoint }) => endpoint.path === list) ?? fitting[0]
  return exact && { ...exact, params: { ...exact.pattern.exec(list)?.groups } }
}

/**
 * Checked as a request of the user would be: permission to see and to export it, filters, fields
 * and masked numbers.
 */
export function openList(caller: Caller, { list, query }: AskedList): ExportedList {
  const found = findList(list)
  if (!found) throw badField('list', 'There is no such list.')
  const { name, params } = found
  const isAllowed = caller.permissions.some((one) => one === found.endpoint.needs)
  if (!isAllowed || !mayExport(found.endpoint, caller)) throw new Problem('not-allowed')
  const strange = OF_JOB.find((part) => part in query)
  if (strange) throw badField('query', `Leave out ${strange}: the file has all rows.`)
  const endpoint = seenWith(found.endpoint, caller.field_rights)
  const decoded = decodeList(endpoint, params, query)
  refuseMaskedSearch(endpoint, decoded.query, caller.rights.masked_digits)
  const options = (decoded.query ?? {}) as ExportedList['query']
  columnsOf(endpoint, options)
  return { name, endpoint, params: decoded.params, query: options }
}

/** The rights that decide which rows, fields and digits are in the file. */
export function rightsHashOf(caller: Caller, { name }: ExportedList): string {
  const { type, account_id, scope, field_rights, rights, reseller_level } = caller
  const { masked_digits } = rights
  const seen = [name, type, account_id, scope, field_rights, masked_digits, reseller_level]
  return createHash('sha256').update(JSON.stringify(seen)).digest('hex')
}

export const RIGHTS_CHANGED =
  'Your rights are others than when the export was requested. Request it again.'

/**
 * Reads as the handler of the list does. Its clock has the time of the request, so
 * that "today" is the same day in every part of the file.
 */
export function pagesOf(
  context: ListContext,
  caller: Caller,
  { name, endpoint, params, query }: ExportedList,
  at_ms: number,
): PageReader & { readonly count: () => Promise<number | null> } {
  const handler = context.handlers.get(name)
  const clock = { ...context.clock, now_ms: () => at_ms }
  const { user_id } = caller
  const read = readerOf(context, endpoint, { user_id, isExport: true })
  const list = (database: Database, paging: object) =>
    handler?.({
      ...{ ...context, clock, caller, params, database, primary: context.database },
      query: { ...query, ...paging },
    } as never) as Promise<Listed<unknown>>
  const readPage = ((paging) =>
    read((database) => list(database, { ...paging, total: undefined }))) as PageReader
  /** Null if counting takes too long: the export itself can go on without. */
  const count = async () => {
    try {
      const { page } = await read((database) => list(database, { limit: 1, total: 'exact' }))
      return page.total_is_exact ? page.total : null
    } catch {
      return null
    }
  }
  return Object.assign(readPage, { count })
}
