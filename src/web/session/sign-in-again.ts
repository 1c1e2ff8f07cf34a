// A session that ended during work: one dialog over the page, for any number of failed requests,
// and they are all tried again afterwards.
import { makeStore } from '../ui/store.ts'

interface SignIn {
  readonly promise: Promise<boolean>
  resolve(is_signed_in: boolean): void
}

/** The sign-in that requests wait for. */
export const awaitedSignIn = makeStore<SignIn | undefined>(undefined)

export function askToSignIn(): Promise<boolean> {
  const awaited = awaitedSignIn.get() ?? Promise.withResolvers<boolean>()
  awaitedSignIn.set(awaited)
  return awaited.promise
}

export function answerSignIn(is_signed_in: boolean): void {
  const answered = awaitedSignIn.get()
  awaitedSignIn.set(undefined)
  answered?.resolve(is_signed_in)
}
