// The hooks by which screens talk to the API. Keys begin with the resource, the first word of the
// path after /api, so that a change makes everything of that resource fresh.
import {
  keepPreviousData,
  type QueryClient,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useCallback } from 'react'
import type { AnswerOf, CallOf, Endpoint, QueryOf } from '#contract/endpoint.ts'
import { alert } from '../alerts/alerts.ts'
import { messageOf } from './api-error.ts'
import { send, sendList } from './client.ts'

interface Live {
  /** For screens that follow the switch. */
  readonly every_ms?: number
  readonly enabled?: boolean
}

const resourceOf = (endpoint: Endpoint): string => endpoint.path.split('/')[2] ?? ''

export function keyOf<E extends Endpoint>(endpoint: E, call: CallOf<E>) {
  const { params = {}, query = {} } = call as { params?: object; query?: object }
  return [resourceOf(endpoint), endpoint.path, params, query] as const
}

const UNDER_WAY_EVERY_MS = 2000

interface Following<E extends Endpoint> extends Live {
  /** While this holds for the answer, a job works on it: it is fetched every two seconds. */
  readonly isUnderWay?: (answer: AnswerOf<E>) => boolean
  /** Shows what belonged to the last filters until the next answer is there. */
  readonly keepsLast?: boolean
}

export function useOne<E extends Endpoint>(endpoint: E, call: CallOf<E>, live: Following<E> = {}) {
  const { isUnderWay, every_ms } = live
  return useQuery({
    queryKey: keyOf(endpoint, call),
    queryFn: ({ signal }) => send(endpoint, call, signal),
    ...(live.keepsLast ? { placeholderData: keepPreviousData } : {}),
    refetchInterval: ({ state: { data } }) =>
      every_ms ?? (data && isUnderWay?.(data) ? UNDER_WAY_EVERY_MS : false),
    enabled: live.enabled ?? true,
  })
}

/**
 * The same for a form: fetched each time it opens, and never while it is edited, because a newer
 * version under older fields would overwrite what another user has saved.
 */
export function useOneToEdit<E extends Endpoint>(endpoint: E, call: CallOf<E>) {
  return useQuery({
    queryKey: ['edit', ...keyOf(endpoint, call)],
    queryFn: ({ signal }) => send(endpoint, call, signal),
    staleTime: 'static',
    gcTime: 0,
  })
}

interface LiveList<E extends Endpoint> extends Live {
  /** A part of each request that is not of the key, such as the time of the last answer. */
  readonly moving?: Partial<QueryOf<E>>
}

export function useList<E extends Endpoint>(
  endpoint: E,
  call: CallOf<E>,
  { moving, ...live }: LiveList<E> = {},
) {
  const { query } = call as { query?: object }
  const asked = moving ? ({ ...call, query: { ...query, ...moving } } as CallOf<E>) : call
  return useQuery({
    queryKey: [...keyOf(endpoint, call), ...(moving ? Object.keys(moving) : [])],
    queryFn: ({ signal }) => sendList(endpoint, asked, signal),
    placeholderData: keepPreviousData,
    refetchInterval: live.every_ms ?? false,
    enabled: live.enabled ?? true,
  })
}

interface ChangeOptions<E extends Endpoint> {
  /** Further resources that the change touches, such as `wholesale-clients` by a payment. */
  readonly also?: readonly string[]
  /** Said when it is done. */
  readonly done?: string
  /** A form shows its errors itself; everywhere else they become an alert. */
  readonly errors?: 'form' | 'alert'
  readonly onDone?: (answer: AnswerOf<E>) => void
}

export function useChange<E extends Endpoint>(endpoint: E, options: ChangeOptions<E> = {}) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (call: CallOf<E>) => send(endpoint, call),
    onSuccess: async (answer) => {
      await refresh(queries, [resourceOf(endpoint), 'lookup', ...(options.also ?? [])])
      if (options.done) alert.success(options.done)
      options.onDone?.(answer)
    },
    onError: (error) => {
      if (options.errors !== 'form') alert.error(messageOf(error))
    },
  })
}

/** Makes everything of the resource of `endpoint` fresh, as a change of it does. */
export function useRefresh(endpoint: Endpoint): () => void {
  const queries = useQueryClient()
  return useCallback(() => void refresh(queries, [resourceOf(endpoint)]), [queries, endpoint])
}

async function refresh(queries: QueryClient, resources: readonly string[]): Promise<void> {
  await Promise.all(resources.map((name) => queries.invalidateQueries({ queryKey: [name] })))
}
