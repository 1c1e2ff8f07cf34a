// A session that ended during work: one dialog over the page, for any number of failed requests,
// and they are all tried again afterwards.

let wanted: { promise: Promise<boolean>; resolve: (signedIn: boolean) => void } | undefined
const listeners = new Set<() => void>()

function tell(): void {
  for (const listener of listeners) listener()
}

export function askToSignIn(): Promise<boolean> {
  if (!wanted) {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    wanted = { promise, resolve }
    tell()
  }
  return wanted.promise
}

export const isSignInWanted = (): boolean => wanted !== undefined

export function answerSignIn(signedIn: boolean): void {
  const answered = wanted
  wanted = undefined
  tell()
  answered?.resolve(signedIn)
}

export function subscribeToSignIn(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
