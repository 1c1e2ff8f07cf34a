// Checks pasted addresses against the IP list while they are edited.
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type CheckedSource, checkClientIps, SOURCES_MAX } from '#contract/accounts/ip-list.ts'
import { send } from '../../http/client.ts'
import { type PastedLine, type Source, writeSource } from './source.ts'

const PAUSE_MS = 400

export interface CheckedLines {
  /** The answer for one source; undefined while it is not known. */
  readonly of: (source: Source) => CheckedSource | undefined
  readonly error: Error | null
}

export function useCheckedLines(lines: readonly PastedLine[]): CheckedLines {
  const sources = lines.flatMap(({ source, isRepeated }) => (source && !isRepeated ? [source] : []))
  const [asked] = useDebouncedValue(JSON.stringify(sources), PAUSE_MS)
  const { data, error } = useQuery({
    // Begins with the resource, so that it is refetched after an addition.
    queryKey: ['ip-list', 'check', asked],
    queryFn: async ({ signal }) => {
      const body = { sources: JSON.parse(asked) as Source[] }
      const answers = await send(checkClientIps, { body }, signal)
      return new Map(answers.map((answer, at) => [keyOf(body.sources[at]), answer]))
    },
    enabled: sources.length > 0 && sources.length <= SOURCES_MAX && asked !== '[]',
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
  })
  return { of: (source) => data?.get(keyOf(source)), error }
}

const keyOf = (source: Source | undefined): string => (source ? writeSource(source) : '')
