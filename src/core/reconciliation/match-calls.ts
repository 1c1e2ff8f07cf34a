// Which call of the carrier is which of ours, among the calls to one number: the nearest in time
// first, each at most once.

export interface TimedCall {
  readonly is_ours: boolean
  /** Epoch seconds. */
  readonly at: number
  readonly seconds: number
}

/** Two neighbours in the order of time, one of each side, that could be the same call. */
interface Neighbours {
  readonly first: number
  readonly second: number
  readonly gap: number
  readonly seconds: number
}

const isBefore = (one: Neighbours, other: Neighbours): boolean =>
  (one.gap - other.gap || one.seconds - other.seconds || one.first - other.first) < 0

/** The order in which calls are matched: by time, those of the same time by duration. */
export const compareCalls = (one: TimedCall, other: TimedCall): number =>
  one.at - other.at || one.seconds - other.seconds || Number(one.is_ours) - Number(other.is_ours)

/**
 * For each call, which must be in the order of `compareCalls`, the place of the other side's; -1
 * without one. The two nearest calls are always neighbours, so that only those are looked at.
 */
export function matchCalls(calls: readonly TimedCall[], tolerance: number): Int32Array {
  const matches = new Int32Array(calls.length).fill(-1)
  const before = Int32Array.from(calls, (_, at) => at - 1)
  const after = Int32Array.from(calls, (_, at) => (at + 1 < calls.length ? at + 1 : -1))
  const queue = new NearestFirst()
  const add = (first: number, second: number) => {
    const [one, other] = [calls[first], calls[second]]
    if (!one || !other || one.is_ours === other.is_ours) return
    const gap = other.at - one.at
    if (gap > tolerance) return
    queue.push({ first, second, gap, seconds: Math.abs(one.seconds - other.seconds) })
  }
  for (let at = 0; at + 1 < calls.length; at += 1) add(at, at + 1)
  for (let pair = queue.pop(); pair; pair = queue.pop()) {
    const { first, second } = pair
    if (matches[first] !== -1 || matches[second] !== -1) continue
    matches[first] = second
    matches[second] = first
    const [left, right] = [before[first] ?? -1, after[second] ?? -1]
    if (left >= 0) after[left] = right
    if (right >= 0) before[right] = left
    if (left >= 0 && right >= 0) add(left, right)
  }
  return matches
}

/** A binary heap. */
class NearestFirst {
  readonly #pairs: Neighbours[] = []

  push(pair: Neighbours): void {
    const pairs = this.#pairs
    let at = pairs.length
    pairs.push(pair)
    while (at > 0) {
      const above = (at - 1) >> 1
      const parent = pairs[above]
      if (!parent || !isBefore(pair, parent)) break
      pairs[at] = parent
      at = above
    }
    pairs[at] = pair
  }

  pop(): Neighbours | undefined {
    const pairs = this.#pairs
    const nearest = pairs[0]
    const last = pairs.pop()
    if (!last || pairs.length === 0) return nearest
    let at = 0
    for (;;) {
      const [left, right] = [pairs[2 * at + 1], pairs[2 * at + 2]]
      if (!left) break
      const isRight = right !== undefined && isBefore(right, left)
      const child = isRight ? right : left
      if (!isBefore(child, last)) break
      pairs[at] = child
      at = 2 * at + (isRight ? 2 : 1)
    }
    pairs[at] = last
    return nearest
  }
}
