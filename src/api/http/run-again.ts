// Periodic work of the API, beside its requests.
import type { WorkWatch } from '#db/machine/failing-work.ts'

interface PeriodicWork {
  /** As it is shown where it fails. */
  readonly name: string
  readonly every_ms: number
  readonly run: () => Promise<void>
}

/** One run at a time; a failure is noted, and the next run tries again. Answers how to end it. */
export function runAgain(watch: WorkWatch, { name, every_ms, run }: PeriodicWork) {
  let working: Promise<void> | undefined
  const timer = setInterval(() => {
    working ??= watch
      .run(name, run)
      .catch(() => {})
      .finally(() => {
        working = undefined
      })
  }, every_ms)
  return async (): Promise<void> => {
    clearInterval(timer)
    await working
  }
}
