// Virtual time: what is to happen waits in a heap, and the clock jumps from one thing to the next.

interface Entry {
  readonly at: number
  /** Order of entries at the same moment: the one that was planned first comes first. */
  readonly order: number
  readonly action: () => void
}

export class Clockwork {
  /** Milliseconds since the beginning; no fault sets this clock. */
  now = 0
  happened = 0
  readonly #heap: Entry[] = []
  #planned = 0

  plan(delay_ms: number, action: () => void): void {
    this.#planned += 1
    const entry = { at: this.now + Math.max(0, delay_ms), order: this.#planned, action }
    const heap = this.#heap
    let at = heap.push(entry) - 1
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (!isBefore(entry, heap[parent]!)) break
      heap[at] = heap[parent]!
      at = parent
    }
    heap[at] = entry
  }

  /** Lets the next thing happen, if it is due by then. */
  step(until_ms: number): boolean {
    const first = this.#heap[0]
    if (!first || first.at > until_ms) return false
    this.#removeFirst()
    this.now = first.at
    this.happened += 1
    first.action()
    return true
  }

  #removeFirst(): void {
    const heap = this.#heap
    const last = heap.pop()!
    if (heap.length === 0) return
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      if (child >= heap.length) break
      if (child + 1 < heap.length && isBefore(heap[child + 1]!, heap[child]!)) child += 1
      if (!isBefore(heap[child]!, last)) break
      heap[at] = heap[child]!
      at = child
    }
    heap[at] = last
  }
}

const isBefore = (a: Entry, b: Entry): boolean =>
  a.at < b.at || (a.at === b.at && a.order < b.order)
