// The clock of the engine, an argument so that tests control it.

export interface Clock {
  /** Wall-clock time, epoch milliseconds. */
  now_ms(): number
  /** Monotonic; only differences are meaningful. */
  monotonic_ms(): number
}
