// The time as an argument, so that tests control it: only the main file of a process reads the
// clock of the machine.

export interface Clock {
  /** Wall-clock time, epoch milliseconds. */
  now_ms(): number
  /** Monotonic; only differences are meaningful. */
  monotonic_ms(): number
}
