/** A job that fails again and again is still tried this often. */
const PAUSE_MAX_MS = 10 * 60_000

/**
 * How long a job rests before its next run, in ms: twice as long after each failure in a row, up to
 * ten minutes or the bound of the job, or its own pause where that is longer.
 */
export function pauseAfter(
  every_ms: number,
  failures_in_a_row: number,
  pause_max_ms = PAUSE_MAX_MS,
): number {
  return Math.min(Math.max(every_ms, pause_max_ms), every_ms * 2 ** failures_in_a_row)
}
