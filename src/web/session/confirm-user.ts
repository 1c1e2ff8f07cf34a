// Actions that cannot be undone need password or code again: one dialog over the page, for any
// number of refused requests, and they are all repeated afterwards.
import { makeStore } from '../ui/store.ts'

interface Confirmation {
  readonly promise: Promise<boolean>
  resolve(is_confirmed: boolean): void
}

/** The confirmation that requests wait for. */
export const awaitedConfirmation = makeStore<Confirmation | undefined>(undefined)

export function askToConfirm(): Promise<boolean> {
  const awaited = awaitedConfirmation.get() ?? Promise.withResolvers<boolean>()
  awaitedConfirmation.set(awaited)
  return awaited.promise
}

export function answerConfirmation(is_confirmed: boolean): void {
  const answered = awaitedConfirmation.get()
  awaitedConfirmation.set(undefined)
  answered?.resolve(is_confirmed)
}
