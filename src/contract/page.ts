// Lists: one page at a time, sorted, filtered, searched and exported in one way.
import { z } from 'zod'
import { queryNumber } from './primitives.ts'

export const LIMIT_DEFAULT = 100
export const LIMIT_MAX = 1000

export const page = z.object({
  limit: z.number().int(),
  cursor: z.string().nullable(),
  next_cursor: z.string().nullable(),
  /**
   * Exact up to 10,000, of calls up to 1,000; above, it is "at least", unless an exact total was
   * requested.
   */
  total: z.number().int().nullable(),
  total_is_exact: z.boolean(),
  /** The sort of the rows, also if none was requested. */
  sort: z.string(),
})
export type Page = z.infer<typeof page>

/** Options for the export of a list; by default all rows and fields, by name, with times in UTC. */
const exportOptions = {
  format: z.enum(['csv', 'xlsx', 'json']).optional(),
  /** Names separated by commas. Money columns include their currency. */
  fields: z
    .string()
    .max(4000)
    .regex(/^\w+(,\w+)*$/, 'Names of fields, with commas between.')
    .optional(),
  /** JSON always has the names. */
  headings: z.enum(['names', 'words']).optional(),
  /** An IANA time zone, in which times are written as 2026-11-22 14:03:07. */
  zone: z.string().max(64).optional(),
  /** `page` is what `limit` and `cursor` find. */
  rows: z.enum(['all', 'page']).optional(),
}
/** Continues to count above that number, up to the time limit of a query. */
const totalOption = { total: z.enum(['exact']).optional() }

/** They belong to one request, and are no filters. */
export const isOfOneRequest = (name: string): boolean =>
  name in exportOptions || name in totalOption

export interface ExportOptions {
  readonly format?: 'csv' | 'xlsx' | 'json' | undefined
  readonly fields?: string | undefined
  readonly headings?: 'names' | 'words' | undefined
  readonly zone?: string | undefined
  readonly rows?: 'all' | 'page' | undefined
}

/**
 * The query of a list: paging, search and export, the sortable columns (a leading `-` sorts
 * downwards), and the filters of that list by field name.
 */
export function listQuery<const S extends string, F extends z.ZodRawShape>(
  sorts: readonly [S, ...S[]],
  filters: F,
) {
  const names = sorts.flatMap((sort) => [sort, `-${sort}`] as const)
  return z.strictObject({
    limit: queryNumber.pipe(z.number().int().min(1).max(LIMIT_MAX)).default(LIMIT_DEFAULT),
    cursor: z.string().max(500).optional(),
    sort: z.enum(names as [S | `-${S}`, ...(S | `-${S}`)[]]).optional(),
    q: z.string().trim().max(100).optional(),
    ...totalOption,
    ...exportOptions,
    ...filters,
  })
}
