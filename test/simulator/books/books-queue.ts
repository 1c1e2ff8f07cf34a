// The charging queues of an engine, one for each book; an operation goes to the book where its tree
// is, as far as the engine knows.
import type { Operation, Outcome } from '#core/billing/operation.ts'
import type { ChargingQueue } from '#engine/charging/charging-queue.ts'

export class BooksQueue implements ChargingQueue {
  readonly #queues: readonly ChargingQueue[]
  readonly #bookOf: (operation: Operation) => number

  constructor(queues: readonly ChargingQueue[], bookOf: (operation: Operation) => number) {
    this.#queues = queues
    this.#bookOf = bookOf
  }

  write = (operation: Operation): Promise<Outcome> =>
    this.#queues[this.#bookOf(operation)]!.write(operation)
  isOpen = (): boolean => this.#queues.some((queue) => queue.isOpen())
  openings = (): number => this.#sum((queue) => queue.openings())
  queueLength = (): number => this.#sum((queue) => queue.queueLength())
  close = async (): Promise<void> => {}

  #sum = (count: (queue: ChargingQueue) => number): number =>
    this.#queues.reduce((sum, queue) => sum + count(queue), 0)
}
