// Work that comes back: one run at a time, the next one so long after the last has ended.

/** Starts to repeat `work`; answers a function that stops it and waits for the run that is on. */
export function repeat(
  pause_ms: number,
  work: () => Promise<void>,
  onTrouble: (error: unknown) => void,
): () => Promise<void> {
  let is_stopped = false
  let timer: NodeJS.Timeout | undefined
  let run = Promise.resolve()
  const next = () => {
    if (is_stopped) return
    timer = setTimeout(() => {
      run = work().catch(onTrouble).then(next)
    }, pause_ms)
  }
  next()
  return async () => {
    is_stopped = true
    clearTimeout(timer)
    await run
  }
}

/** Of the time that it took, until the work is done again; but a minute is enough. */
const REST = 20
const REST_MAX_MS = 60_000

/**
 * Leaves the work out as long as it rests, so that what takes the longer the more calls there are
 * never takes more than a twentieth of the time.
 */
export function throttleByDuration(
  work: () => Promise<void>,
  clock: { monotonic_ms(): number },
): () => Promise<void> {
  let rests_until_ms = 0
  return async () => {
    const begun_ms = clock.monotonic_ms()
    if (begun_ms < rests_until_ms) return
    await work()
    const ended_ms = clock.monotonic_ms()
    rests_until_ms = ended_ms + Math.min(REST_MAX_MS, REST * (ended_ms - begun_ms))
  }
}
