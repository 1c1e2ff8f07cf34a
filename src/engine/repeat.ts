// Periodic work: one run at a time, the next one a fixed time after the last has ended.

/** Repeats `work`; returns a function that stops it and waits for the current run. */
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

/** The pause after a run, as a multiple of its duration; at most a minute. */
const REST = 20
const REST_MAX_MS = 60_000

/**
 * Skips runs, so that work whose duration grows with the number of calls takes at most a twentieth
 * of the time. `pace` shortens its rests as it does all pauses of the engine.
 */
export function throttleByDuration(
  work: () => Promise<void>,
  clock: { monotonic_ms(): number },
  pace = 1,
): () => Promise<void> {
  let rests_until_ms = 0
  return async () => {
    const begun_ms = clock.monotonic_ms()
    if (begun_ms < rests_until_ms) return
    await work()
    const ended_ms = clock.monotonic_ms()
    rests_until_ms = ended_ms + Math.min(REST_MAX_MS, REST * (ended_ms - begun_ms)) / pace
  }
}
