// Start-up: the server's initial data, then the user. Ready without a user means: to the login.
import type { QueryClient } from '@tanstack/react-query'
import { ApiError, messageOf } from '../http/api-error.ts'
import { serverQuery, userQuery } from './session.ts'

export type Startup =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready' }
  | { readonly kind: 'failed'; readonly message: string }

export async function startUp(queries: QueryClient): Promise<Startup> {
  try {
    await queries.fetchQuery(serverQuery)
    await queries.fetchQuery(userQuery).catch((error: unknown) => {
      if (!(error instanceof ApiError && error.status === 401)) throw error
    })
    return { kind: 'ready' }
  } catch (error) {
    return { kind: 'failed', message: messageOf(error) }
  }
}
