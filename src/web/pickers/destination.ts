// The destination names of prefixes. All prefixes of a page are requested together, and each is
// cached on its own.
import { useIsFetching, useQuery } from '@tanstack/react-query'
import { lookupDestinations } from '#contract/console/lookups.ts'
import { send } from '../http/client.ts'
import { useMay } from '../session/session.ts'

export interface Destination {
  readonly name: string
  /** The prefix that the rates have: the same, or a shorter one. */
  readonly matched: string
}

const GATHER_MS = 20
const MAX_PREFIXES = 100
const KEPT_MS = 300_000

type Answers = Promise<ReadonlyMap<string, Destination>>
interface Batch {
  readonly prefixes: Set<string>
  readonly answers: Answers
}

let open: Batch | undefined

function ask(prefix: string): Answers {
  if (!open || open.prefixes.size >= MAX_PREFIXES) {
    const prefixes = new Set<string>()
    const answers = new Promise<void>((resolve) => setTimeout(resolve, GATHER_MS)).then(
      async () => {
        if (open?.prefixes === prefixes) open = undefined
        const found = await send(lookupDestinations, { query: { prefixes: [...prefixes].join() } })
        return new Map(found.map(({ prefix: one, ...destination }) => [one, destination]))
      },
    )
    open = { prefixes, answers }
  }
  open.prefixes.add(prefix)
  return open.answers
}

const KEY = ['lookup', 'destinations']

/** Some of the names that the page shows are not there yet. */
export const useIsNaming = (): boolean => useIsFetching({ queryKey: KEY }) > 0

/** Undefined while it is not known, or where no rate names it. */
export function useDestination(prefix: string): Destination | undefined {
  const mayAsk = useMay('tariffs.view')
  const { data } = useQuery({
    queryKey: [...KEY, prefix],
    queryFn: async () => (await ask(prefix)).get(prefix) ?? null,
    enabled: mayAsk && /^\d{1,15}$/.test(prefix),
    staleTime: KEPT_MS,
  })
  return data ?? undefined
}
