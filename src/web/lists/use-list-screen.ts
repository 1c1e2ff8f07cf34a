// Everything a list screen does with its endpoint: filters, sorting, paging, export, all of it in
// the address, so that reload and sharing give the same screen.
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { AnswerOf, CallOf, Endpoint, ParamsOf, QueryOf } from '#contract/endpoint.ts'
import type { ExportOptions } from '#contract/page.ts'
import { isReadingArchive } from '../http/api-error.ts'
import { rememberedLimit, rememberLimit } from '../http/remembered-limit.ts'
import { useList, useRefresh } from '../http/use-endpoint.ts'
import { useSeen } from '../session/session.ts'
import { useExport } from './export/use-export.ts'
import type { FilterState } from './filters/filter-field.ts'
import { gridFilters, readsValue } from './filters/grid-filters.ts'
import { changedSearch, filterNames, readSearch } from './search.ts'
import { useAddress } from './use-address.ts'
import { useNarrowest } from './use-narrowest.ts'
import { usePolling } from './use-polling.ts'
import { useTotal } from './use-total.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The cursors of the pages before this one. */
    readonly trail?: readonly string[]
  }
}

export type ListEndpoint = Endpoint & { list: true; query: NonNullable<Endpoint['query']> }
export type RowOf<E extends Endpoint> =
  AnswerOf<E> extends readonly (infer Row extends object)[] ? Row : never
export type FilterName<E extends Endpoint> = Exclude<
  keyof QueryOf<E> & string,
  'limit' | 'cursor' | 'sort' | 'total' | keyof ExportOptions
>

/** The filters of a list, as its endpoint reads them. */
type ListFilters<E extends Endpoint> = Partial<
  Omit<QueryOf<E>, 'limit' | 'cursor' | 'sort' | 'total' | 'format'>
>

const filtersOf = ({ limit: _, cursor: __, sort: ___, format: ____, ...filters }: Query) => filters
type Query = Readonly<Record<string, unknown>>

interface ListOptions<E extends Endpoint> {
  readonly params?: ParamsOf<E>
  /** Part of every call and never of the address, such as the kind of a call record. */
  readonly fixed?: Partial<QueryOf<E>>
  /** The default if the URL has none; choosing it removes it from the URL. */
  readonly defaults?: { readonly [Name in FilterName<E>]?: string }
  /** The refresh interval, or false for none; if absent, the user chooses it. */
  readonly every_ms?: number | false
}

export interface FilterBinding {
  readonly value: string | undefined
  readonly onChange: (value: string | undefined) => void
}

export type ListScreen<E extends ListEndpoint> = ReturnType<typeof useListScreen<E>>

const NO_TRAIL: readonly string[] = []

export function useListScreen<E extends ListEndpoint>(whole: E, options: ListOptions<E> = {}) {
  const endpoint = useSeen(whole)
  const navigate = useNavigate()
  const { address: raw } = useAddress()
  const trail = useRouterState({ select: (state) => state.location.state.trail }) ?? NO_TRAIL
  const defaults: Readonly<Record<string, string | undefined>> = options.defaults ?? {}
  const { search, query } = readSearch(endpoint.query, { ...defaults, ...raw })
  // The compiler cannot see that a query read by the endpoint's own schema is the one it takes.
  const call = (more: object = {}) =>
    ({
      params: options.params,
      query: { ...query, ...options.fixed, ...more },
    }) as unknown as CallOf<E>
  const limit = Number(query.limit ?? rememberedLimit())
  useEffect(() => {
    if (query.limit !== undefined) rememberLimit(limit)
  }, [query.limit, limit])
  const polling = usePolling(options.every_ms)
  const list = useList(endpoint, call({ limit }), polling.live)
  const page = list.data?.page
  const retry = useRefresh(endpoint)
  const exports = useExport(endpoint, limit, call)
  const counted = { limit: 1, cursor: undefined, sort: undefined, total: 'exact' }
  const total = useTotal(endpoint, page, call(counted))

  const go = (patch: Record<string, string | undefined>, nextTrail: readonly string[] = NO_TRAIL) =>
    void navigate({
      to: '.',
      search: changedSearch(raw, patch) as never,
      state: { trail: nextTrail },
      // Filters replace each other, so that Back leaves the list; pages are steps of their own.
      replace: !('cursor' in patch),
    })
  const filters = filterNames(search).filter((name) => search[name] !== defaults[name])
  const rows = list.data?.rows as readonly RowOf<E>[] | undefined
  const has = (name: string) => name in endpoint.query.shape
  const isEmpty = rows?.length === 0 && !list.isPlaceholderData
  const narrowest = useNarrowest(endpoint, isEmpty ? filters : [], { defaults, call, go })

  return {
    endpoint: whole,
    /** The endpoint as the user has it. */
    seen: endpoint,
    search,
    query: query as Partial<QueryOf<E>>,
    /** The filters of the list without its paging, for totals. */
    filters: filtersOf({ ...query, ...options.fixed }) as ListFilters<E>,
    rows,
    /** As many rows has the page; a screen may show others, such as those that just ended. */
    count: rows?.length ?? 0,
    page,
    limit,
    error: list.error,
    isFetching: list.isFetching,
    /** The rows are still those of the filters before. */
    isOutdated: list.isPlaceholderData,
    updated_at: list.dataUpdatedAt,
    as_of: list.data?.as_of,
    archived_days: list.data?.archived_days ?? 0,
    masked_until: list.data?.masked_until,
    /** How far the archive is read, while the rows wait for it. */
    reading: isReadingArchive(list.failureReason) ? list.failureReason?.message : undefined,
    /** Refetches everything that the screen shows of this resource, such as totals. */
    retry,
    filtered: filters.length > 0,
    clearFilters: () => go(Object.fromEntries(filters.map((name) => [name, undefined]))),
    narrowest,
    /** Whether the user has the filter. */
    has: (name: FilterName<E>) => has(name),
    /** Whether the user may choose this value of a filter. */
    reads: (name: FilterName<E>, value: string) => readsValue(endpoint.query, name, value),
    set: (patch: { [Name in FilterName<E> | 'sort']?: string | undefined }) => go(patch),
    /** For the values in the rows: what is fixed here, or no filter of the list, is none. */
    cellFilters: gridFilters(endpoint.query, search, {
      fixed: Object.keys(options.fixed ?? {}),
      set: go,
    }),
    /** For filters with several values, and for those that are negated. */
    filterState: { has, search, set: go } as FilterState,
    bind: (name: FilterName<E>): FilterBinding => ({
      value: search[name],
      onChange: (value) => go({ [name]: value === defaults[name] ? undefined : value }),
    }),
    sort: search.sort,
    setSort: (sort: string | undefined) => go({ sort }),
    setLimit: (next: number) => go({ limit: String(next) }),
    ...stepsFrom(search.cursor, trail, page?.next_cursor, go),
    ...polling,
    ...exports,
    ...total,
  }
}

type Go = (patch: Record<string, string | undefined>, trail?: readonly string[]) => void

/** The ways to the other pages, as far as there are any. */
const stepsFrom = (
  cursor: string | undefined,
  trail: readonly string[],
  next: string | null | undefined,
  go: Go,
) => ({
  pages_before: cursor && trail.length === 0 ? undefined : trail.length,
  first: cursor ? () => go({ cursor: undefined }) : undefined,
  previous:
    trail.length > 0
      ? () => go({ cursor: trail.at(-1) || undefined }, trail.slice(0, -1))
      : undefined,
  next: next ? () => go({ cursor: next }, [...trail, cursor ?? '']) : undefined,
})
