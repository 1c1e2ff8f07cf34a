/** Returns a function for the milliseconds since then; a clock that is set does not matter. */
export function startStopwatch(): () => number {
  const started_ms = performance.now()
  return () => performance.now() - started_ms
}
