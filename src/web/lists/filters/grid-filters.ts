// Narrows a list by the value of a cell: to it, or to all others (contract/filters.ts).
import type { z } from 'zod'
import type { GridFilters } from '../../ui/grid/column.ts'
import type { Search } from '../search.ts'

interface Narrowing {
  /** Filters that are the nature of the list. */
  readonly fixed: readonly string[]
  readonly set: (patch: Record<string, string | undefined>) => void
}

export const negated = (name: string): string => `${name}_not`

export function gridFilters(
  query: z.ZodObject,
  search: Search,
  { fixed, set }: Narrowing,
): GridFilters {
  const reads = (name: string, value: string) =>
    !fixed.includes(name) && readsValue(query, name, value)
  return {
    canFilter: reads,
    canExclude: (name, value) => reads(negated(name), value) && !fixed.includes(name),
    filter: (name, value) =>
      set({
        [name]: value,
        ...(negated(name) in query.shape ? { [negated(name)]: undefined } : {}),
      }),
    exclude: (name, value) =>
      set({
        [name]: search[name] === value ? undefined : search[name],
        [negated(name)]: added(query, negated(name), search[negated(name)], value),
      }),
  }
}

export const readsValue = (query: z.ZodObject, name: string, value: string): boolean =>
  decoded(query, name, value) !== undefined

/** One more value, where the filter takes several; else it takes the place of the one before. */
export function added(
  query: z.ZodObject,
  name: string,
  before: string | undefined,
  value: string,
): string {
  if (before === undefined || before.split(',').includes(value)) return before ?? value
  const both = `${before},${value}`
  return Array.isArray(decoded(query, name, both)) ? both : value
}

function decoded(query: z.ZodObject, name: string, value: string): unknown {
  const field = query.shape[name] as z.ZodType | undefined
  const read = field?.safeDecode(value as never)
  return read?.success ? read.data : undefined
}
