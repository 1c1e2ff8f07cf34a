// A broken assertion is a bug of ours, never bad input and never a business outcome.

/**
 * Throws when `condition` does not hold; `why` says what must be true, for the
 * one who reads it at night.
 */
export function assert(condition: unknown, why: string): asserts condition {
  if (!condition) throw new Error(`Assertion failed: ${why}`)
}

/** Ends a switch over a closed union: the compiler refuses the call while a case is missing. */
export function unreachable(value: never): never {
  throw new Error(`Unreachable case: ${JSON.stringify(value)}`)
}
