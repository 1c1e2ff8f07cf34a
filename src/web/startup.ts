// Start-up: the server's initial data and the user, then the inside of the console, which is loaded
// only with a user.
import type { QueryClient } from '@tanstack/react-query'
import type { Inside } from './areas/Inside.tsx'
import { ApiError, messageOf } from './http/api-error.ts'
import { serverQuery, userQuery } from './session/session.ts'
import { recall } from './storage/vault.ts'

export type Startup =
  | { readonly kind: 'loading' }
  | { readonly kind: 'login' }
  | { readonly kind: 'inside'; readonly Inside: typeof Inside }
  | { readonly kind: 'failed'; readonly message: string }

/** With the screen of the address, which then is there when it is wanted. */
async function loadInside() {
  const inside = await import('./areas/Inside.tsx')
  inside.loadScreen(location.pathname)
  return inside
}

export async function startUp(queries: QueryClient): Promise<Startup> {
  try {
    // A user with a token is most likely still signed in.
    const inside = recall('AUTH_TOKEN') === undefined ? undefined : loadInside()
    const server = queries.fetchQuery(serverQuery)
    const [isKnown] = await Promise.all([findUser(queries), server, inside])
    if (!isKnown) return { kind: 'login' }
    const { Inside } = await loadInside()
    return { kind: 'inside', Inside }
  } catch (error) {
    return { kind: 'failed', message: messageOf(error) }
  }
}

async function findUser(queries: QueryClient): Promise<boolean> {
  try {
    await queries.fetchQuery(userQuery)
    return true
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return false
    throw error
  }
}
