// Operations that wait for the next batch. A caller waits for a hold, and for nothing else: so
// holds go first, and the rest is collected for larger batches, which cost less.
import type { Operation } from '#core/billing/operation.ts'

/** The maximum of holds in a batch, and of other operations. */
const BATCH_MAX = 1000
/** The interval at which the rest is written. */
export const REST_EVERY_MS = 25

export class WaitingOperations<Waiting extends { readonly operation: Operation }> {
  #holds: Waiting[] = []
  #rest: Waiting[] = []
  #restFrom_ms = Number.NEGATIVE_INFINITY

  get length(): number {
    return this.#holds.length + this.#rest.length
  }

  push(waiting: Waiting): void {
    if (waiting.operation.kind === 'reserve') this.#holds.push(waiting)
    else this.#rest.push(waiting)
  }

  /**
   * Takes out the next batch, empty while only the rest waits and is not due. What belongs to one
   * call stays in its order, because a call has nothing to write before it holds its money.
   */
  take(now_ms: number): Waiting[] {
    const batch = this.#holds.splice(0, BATCH_MAX)
    if (this.#rest.length === 0 || now_ms < this.#restFrom_ms) return batch
    this.#restFrom_ms = now_ms + REST_EVERY_MS
    return [...batch, ...this.#rest.splice(0, BATCH_MAX)]
  }

  /** Takes out everything. */
  drain(): Waiting[] {
    return [...this.#holds.splice(0), ...this.#rest.splice(0)]
  }
}
