// Chance that repeats itself: the same seed gives the same carrier and the same calls every time.

export interface Chance {
  /** From 0 to below 1. */
  next(): number
  /** A whole number from `from` to `to`, both included. */
  whole(from: number, to: number): number
  pick<T>(list: readonly T[]): T
}

/** The generator called mulberry32, 32 bits of state; good enough for everything but secrets. */
export function makeChance(seed: number): Chance {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const whole = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1))
  return { next, whole, pick: (list) => list[whole(0, list.length - 1)]! }
}
