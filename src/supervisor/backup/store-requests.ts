// Requests to a store of backups: no redirect is followed, the time is bounded, and what can pass
// by itself is tried again.
import { setTimeout as sleep } from 'node:timers/promises'
import { S3ServiceError } from 's3mini'

/** Enough for a part of 16 MB on a line of 2 Mbit/s. */
const ANSWER_MS = 120_000
const PAUSES_MS = [500, 2000, 5000]

/** Has no request and no headers with it, which a log would show. */
export class StoreError extends Error {}

/** The client signs and sends by it; the bodies are in memory, so they can be sent again. */
export const fetchFromStore: typeof fetch = async (input, init) => {
  for (const pause_ms of PAUSES_MS) {
    const response = await answerOf(input, init).catch(() => undefined)
    if (response && response.status < 500) return response
    await response?.body?.cancel()
    await sleep(pause_ms)
  }
  return await answerOf(input, init)
}

/** The time is that to the beginning of the answer; fetch ends a body that sends nothing more. */
async function answerOf(...[input, init]: Parameters<typeof fetch>): Promise<Response> {
  const stop = new AbortController()
  const timer = setTimeout(() => stop.abort(new StoreError('timeout')), ANSWER_MS)
  try {
    return await fetch(input, { ...init, redirect: 'manual', signal: stop.signal })
  } finally {
    clearTimeout(timer)
  }
}

/** A failure in a sentence for the night shift. */
export async function toStoreError<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof StoreError) throw error
    if (error instanceof S3ServiceError) {
      const code = error.serviceCode ?? 'without a reason'
      throw new StoreError(`The store of the backups answers ${error.status} ${code}`)
    }
    throw new StoreError(`The store of the backups does not answer: ${reasonOf(error)}`)
  }
}

/** The innermost cause knows it: those around it say that a request failed. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.cause !== undefined) return reasonOf(error.cause)
  return 'code' in error ? String(error.code) : error.message
}
