// Operations that wait for the next batch. A caller waits for a hold, and for a channel at the next
// gateway, and for nothing else: so these go first, and the rest is collected for larger batches,
// which cost less.
import type { Operation } from '#core/billing/operation.ts'

/** The maximum in a batch of operations that a caller waits for, and of others. */
const BATCH_MAX = 1000
/** The interval at which the rest is written. */
export const REST_EVERY_MS = 25

export class WaitingOperations<Waiting extends { readonly operation: Operation }> {
  #urgent: Waiting[] = []
  #rest: Waiting[] = []
  #restFrom_ms = Number.NEGATIVE_INFINITY

  get length(): number {
    return this.#urgent.length + this.#rest.length
  }

  push(waiting: Waiting): void {
    const { kind } = waiting.operation
    if (kind === 'reserve' || kind === 'attempt') this.#urgent.push(waiting)
    else this.#rest.push(waiting)
  }

  /**
   * Takes out the next batch, empty while only the rest waits and is not due. What belongs to one
   * call stays in its order: it has nothing to write before it holds its money, and an attempt
   * changes nothing that its ringing does.
   */
  take(now_ms: number): Waiting[] {
    const batch = this.#urgent.splice(0, BATCH_MAX)
    if (this.#rest.length === 0 || now_ms < this.#restFrom_ms) return batch
    this.#restFrom_ms = now_ms + REST_EVERY_MS
    return [...batch, ...this.#rest.splice(0, BATCH_MAX)]
  }

  /** Takes out everything. */
  drain(): Waiting[] {
    return [...this.#urgent.splice(0), ...this.#rest.splice(0)]
  }
}
