// The state of a list lives in the address: its filters, sort, limit and cursor as plain text.
// Unknown or invalid parameters are ignored instead of failing the page.
import type { z } from 'zod'
import { isOfOneRequest } from '#contract/page.ts'

export type Search = Readonly<Record<string, string>>

export interface ReadSearch {
  /** The parameters of the address that the list understood. */
  readonly search: Search
  /** The same, as values for the call. */
  readonly query: Readonly<Record<string, unknown>>
}

export function readSearch(
  schema: z.ZodObject,
  raw: Readonly<Record<string, unknown>>,
): ReadSearch {
  const search: Record<string, string> = {}
  const query: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(schema.shape)) {
    const text = raw[name]
    if (typeof text !== 'string' || text === '' || isOfOneRequest(name)) continue
    const decoded = (field as z.ZodType).safeDecode(text as never)
    if (!decoded.success) continue
    search[name] = text
    query[name] = decoded.data
  }
  return { search, query }
}

/** Another filter, sort or limit begins at the first page again. */
export function changedSearch(
  search: Readonly<Record<string, unknown>>,
  patch: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const next: Record<string, unknown> = {
    ...search,
    ...('cursor' in patch ? {} : { cursor: undefined }),
    ...patch,
  }
  return Object.fromEntries(
    Object.entries(next).filter((entry): entry is [string, string] => {
      return typeof entry[1] === 'string' && entry[1] !== ''
    }),
  )
}

const NOT_FILTERS: ReadonlySet<string> = new Set(['limit', 'cursor', 'sort'])

export const filterNames = (search: Search): string[] =>
  Object.keys(search).filter((name) => !NOT_FILTERS.has(name))

/** The router's own notation would write text as JSON: `?q=%2212%22` instead of `?q=12`. */
export function parseAddress(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text))
}

export function writeAddress(search: Readonly<Record<string, unknown>>): string {
  const text = new URLSearchParams(changedSearch(search, { cursor: cursorOf(search) })).toString()
  return text && `?${text}`
}

function cursorOf(search: Readonly<Record<string, unknown>>): string | undefined {
  return typeof search.cursor === 'string' ? search.cursor : undefined
}
