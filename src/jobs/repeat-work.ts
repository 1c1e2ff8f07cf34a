// Work that a process beside the jobs repeats: it has no row, and calls do not wait for it.

interface RepeatOptions {
  /** From the end of one run to the next. */
  readonly every_ms: number
  /** The sentence of the log. */
  readonly failure: string
  readonly log: {
    warn(fields: object, message: string): void
    info(message: string): void
  }
}

/**
 * Begins at once; answers a function that ends it. Work that keeps failing is in the log once, and
 * once more when it succeeds again.
 */
export function repeatWork(
  { every_ms, failure, log }: RepeatOptions,
  work: () => Promise<void>,
): () => void {
  let is_failing = false
  let timer: NodeJS.Timeout | undefined
  let has_ended = false
  async function run(): Promise<void> {
    try {
      await work()
      if (is_failing) log.info(`no longer: ${failure}`)
      is_failing = false
    } catch (error) {
      if (!is_failing) log.warn({ error: String(error) }, failure)
      is_failing = true
    }
    if (!has_ended) timer = setTimeout(run, every_ms)
  }
  void run()
  return () => {
    has_ended = true
    clearTimeout(timer)
  }
}
