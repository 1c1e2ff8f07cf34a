// When a delivery that failed is tried again: after growing pauses, for nearly a day.

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

const PAUSES_MS = [
  ...[10 * SECOND_MS, 30 * SECOND_MS],
  ...[2 * MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, 30 * MINUTE_MS],
  ...[HOUR_MS, 2 * HOUR_MS, 3 * HOUR_MS, 4 * HOUR_MS, 5 * HOUR_MS, 6 * HOUR_MS],
]

/** The pause after a number of attempts; undefined if it is given up. */
export const retryPause = (attempts: number): number | undefined => PAUSES_MS[attempts - 1]
