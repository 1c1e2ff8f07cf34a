// The last requests of a browser's pages, which say much of a test that failed.
import type { BrowserContext, Request } from 'playwright-core'

const KEPT = 20

const requests = new WeakMap<BrowserContext, Request[]>()

/** From now on those to the API are kept, the last ones of them. */
export function keepRequests(context: BrowserContext): void {
  const kept: Request[] = []
  requests.set(context, kept)
  context.on('request', (request) => {
    if (!request.url().includes('/api/')) return
    kept.push(request)
    if (kept.length > KEPT) kept.shift()
  })
}

/** Method, path, status, and how long each took; one without an answer says so. */
export function lastRequests(context: BrowserContext): Promise<string[]> {
  return Promise.all((requests.get(context) ?? []).map(lineOf))
}

async function lineOf(request: Request): Promise<string> {
  const { startTime, responseEnd } = request.timing()
  const { pathname, search } = new URL(request.url())
  const began = new Date(startTime).toISOString().slice(11, 23)
  const what = `${began} ${request.method()} ${pathname}${search}`
  const failure = request.failure()
  if (failure) return `${what}: ${failure.errorText}`
  // The answer of one that is still waited for would come after the test.
  if (responseEnd < 0) return `${what}: no answer yet`
  const response = await request.response()
  return `${what}: ${response?.status()} after ${Math.round(responseEnd)} ms`
}
