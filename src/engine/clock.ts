// Time as the engine has it: handed in, so that tests can turn it.

export interface Clock {
  /** Wall-clock time, epoch milliseconds. */
  now_ms(): number
  /** Never set by anybody; only differences mean something. */
  monotonic_ms(): number
}
