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
