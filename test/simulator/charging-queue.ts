// The charging queue over the virtual store: the real plan, with a moment for faults between any
// two effects: before the commit, and between the commit and its result.

import type { Operation, Outcome } from '#core/billing/operation.ts'
import { type ChargingQueue, DatabaseUnavailable } from '#engine/charging/charging-queue.ts'
import { REST_EVERY_MS, WaitingOperations } from '#engine/charging/waiting-operations.ts'
import type { Database } from './database.ts'
import type { Commit, Environment, Writer } from './environment.ts'

/** Made once: to note where each was made would take longer than all the rest. */
const CLOSED = new DatabaseUnavailable('The database is away')

interface Waiting {
  readonly operation: Operation
  resolve(outcome: Outcome): void
  reject(error: unknown): void
}

export class VirtualChargingQueue implements ChargingQueue {
  readonly #environment: Environment
  readonly #database: Database
  readonly #writer: Writer
  readonly #commit: Commit
  readonly #queue = new WaitingOperations<Waiting>()
  #batch: readonly Waiting[] | undefined
  #is_open = false
  #looks_again = false
  #openings = 0

  constructor(environment: Environment, database: Database, writer: Writer, commit: Commit) {
    this.#environment = environment
    this.#database = database
    this.#writer = writer
    this.#commit = commit
    database.onChange((is_there) => (is_there ? this.#openSoon() : this.#lose()))
    if (database.isThere()) this.#openNow()
  }

  isOpen = (): boolean => this.#is_open
  openings = (): number => this.#openings
  queueLength = (): number => this.#queue.length
  close = async (): Promise<void> => {}

  write(operation: Operation): Promise<Outcome> {
    if (!this.#is_open) return Promise.reject(CLOSED)
    return new Promise((resolve, reject) => {
      this.#queue.push({ operation, resolve, reject })
      this.#work()
    })
  }

  #openSoon(): void {
    this.#environment.clockwork.plan(500, () => {
      this.#writer.whenRunning(() => this.#openNow())
    })
  }

  /** It may have gone again while an engine that was halted did not look. */
  #openNow(): void {
    if (this.#is_open || !this.#database.isThere()) return
    this.#is_open = true
    this.#openings += 1
  }

  /** The result of the batch in progress stays unknown. */
  #lose(): void {
    if (!this.#is_open) return
    this.#is_open = false
    const waiting = [...(this.#batch ?? []), ...this.#queue.drain()]
    this.#writer.whenRunning(() => {
      for (const one of waiting) one.reject(CLOSED)
    })
  }

  #work(): void {
    if (this.#batch || this.#queue.length === 0 || !this.#is_open) return
    const batch = this.#queue.take(this.#environment.clockwork.now)
    if (batch.length === 0) this.#lookAgain()
    else this.#write(batch)
  }

  #write(batch: readonly Waiting[]): void {
    const { clockwork } = this.#environment
    const opening = this.#openings
    const isSame = () => this.#is_open && this.#openings === opening
    this.#batch = batch
    const done = () => {
      this.#batch = undefined
      this.#work()
    }
    clockwork.plan(this.#database.delay(), () => {
      // A commit in progress at the death of the engine may have reached the database, or not.
      const is_heard =
        isSame() && this.#writer.isAlive() ? true : this.#environment.chance.next() < 0.5
      const outcomes =
        is_heard && this.#database.isThere()
          ? this.#commit(batch.map(({ operation }) => operation))
          : undefined
      clockwork.plan(this.#database.delay(), () =>
        this.#writer.whenRunning(() => {
          if (isSame() && outcomes) tell(batch, outcomes)
          done()
        }),
      )
    })
  }

  #lookAgain(): void {
    if (this.#looks_again) return
    this.#looks_again = true
    this.#environment.clockwork.plan(REST_EVERY_MS, () => {
      this.#looks_again = false
      this.#work()
    })
  }
}

function tell(batch: readonly Waiting[], outcomes: readonly (Outcome | undefined)[]): void {
  for (const [at, one] of batch.entries()) {
    const outcome = outcomes[at]
    if (outcome) one.resolve(outcome)
    else one.reject(CLOSED)
  }
}
