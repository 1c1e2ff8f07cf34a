// Waits for what a form or a detail needs; its failure stays in its place, with Retry.
import type { ReactNode } from 'react'
import { ApiError } from '../http/api-error.ts'
import { Failure } from '../ui/Failure.tsx'
import { Loading } from '../ui/Loading.tsx'
import { Missing } from './Missing.tsx'

export interface LoadedProps<T> {
  readonly query: {
    readonly data: T | undefined
    readonly error: Error | null
    readonly refetch: () => Promise<unknown>
  }
  readonly children: (data: T) => ReactNode
}

export function Loaded<T>({ query, children }: LoadedProps<T>) {
  if (query.data !== undefined) return children(query.data)
  if (query.error instanceof ApiError && query.error.status === 404) return <Missing />
  if (query.error) {
    return <Failure message={query.error.message} onRetry={() => void query.refetch()} />
  }
  return <Loading />
}
