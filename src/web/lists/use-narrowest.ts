import { useQueries } from '@tanstack/react-query'
import type { CallOf, Endpoint } from '#contract/endpoint.ts'
import { sendList } from '../http/client.ts'
import { keyOf } from '../http/use-endpoint.ts'
import { narrowestOf } from './narrowest.ts'

type Patch = Record<string, string | undefined>

interface Filters<E extends Endpoint> {
  readonly defaults: Readonly<Patch>
  readonly call: (more: object) => CallOf<E>
  readonly go: (patch: Patch) => void
}

/**
 * When filters together leave no rows, finds the one that hides the most, with one request without
 * each of them. A single filter is removed by clearing them all.
 */
export function useNarrowest<E extends Endpoint>(
  endpoint: E,
  filters: readonly string[],
  { defaults, call, go }: Filters<E>,
) {
  const apart = filters.filter((name) => name !== 'to')
  const names = apart.length > 1 ? apart : []
  const gone = (name: string): Patch => ({
    [name]: undefined,
    ...(name === 'from' && { to: undefined }),
  })
  const narrowest = useQueries({
    queries: names.map((name) => {
      const first = { limit: 1, cursor: undefined, sort: undefined }
      const asked = call({ ...first, ...gone(name), [name]: defaults[name] })
      return {
        queryKey: keyOf(endpoint, asked),
        queryFn: ({ signal }: { signal: AbortSignal }) => sendList(endpoint, asked, signal),
      }
    }),
    combine: (asked) =>
      narrowestOf(
        names,
        asked.map(({ data }) => data && (data.page.total ?? 0)),
      ),
  })
  return narrowest && { ...narrowest, remove: () => go(gone(narrowest.name)) }
}
