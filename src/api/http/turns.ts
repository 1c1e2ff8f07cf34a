// How many queries or exports of one user run at once: others of the same user wait for a short
// time, in a queue that has an end, so that one user leaves database and thread to the others.
import { setTimeout as pause } from 'node:timers/promises'
import { Problem } from './problem.ts'

interface TurnLimits {
  readonly at_once: number
  /** The limit for all users together. */
  readonly at_once_in_all: number
  /** The limit for one user. */
  readonly waiting: number
  readonly wait_ms: number
  /** Before a refusal, so that a script that tries again at once does not keep the API busy. */
  readonly refusal_ms: number
  /** The message for a user whose wait has timed out. */
  readonly message: string
}

interface Waiting {
  readonly user_id: number
  readonly begin: () => void
}

const RETRY_SECONDS = 5
const REFUSAL_MS = 500

export class Turns {
  readonly #limits: TurnLimits
  readonly #running = new Map<number, number>()
  #running_in_all = 0
  #queue: Waiting[] = []

  constructor(limits: TurnLimits) {
    this.#limits = limits
  }

  /** Resolves when it is the turn of the user, to the function that ends the turn. */
  async take(user_id: number): Promise<() => void> {
    if (this.#hasRoom(user_id)) return this.#begin(user_id)
    const { waiting, wait_ms, refusal_ms } = this.#limits
    if (this.#queue.filter((one) => one.user_id === user_id).length >= waiting) {
      await pause(refusal_ms)
      throw this.#refusal()
    }
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer)
        resolve(this.#begin(user_id))
      }
      const entry = { user_id, begin }
      const timer = setTimeout(() => {
        this.#queue = this.#queue.filter((one) => one !== entry)
        reject(this.#refusal())
      }, wait_ms)
      this.#queue.push(entry)
    })
  }

  #refusal(): Problem {
    const { message } = this.#limits
    return new Problem('too-many-tries', { message, retry_seconds: RETRY_SECONDS })
  }

  #hasRoom(user_id: number): boolean {
    const { at_once, at_once_in_all } = this.#limits
    return this.#running_in_all < at_once_in_all && (this.#running.get(user_id) ?? 0) < at_once
  }

  #begin(user_id: number): () => void {
    this.#running_in_all += 1
    this.#running.set(user_id, (this.#running.get(user_id) ?? 0) + 1)
    return () => {
      this.#running_in_all -= 1
      const left = (this.#running.get(user_id) ?? 0) - 1
      if (left > 0) this.#running.set(user_id, left)
      else this.#running.delete(user_id)
      this.#beginNext()
    }
  }

  /** The first whose user has room: one user with many queries does not hold up the queue. */
  #beginNext(): void {
    const next = this.#queue.find(({ user_id }) => this.#hasRoom(user_id))
    if (!next) return
    this.#queue = this.#queue.filter((one) => one !== next)
    next.begin()
  }
}

export const makeQueryTurns = (wait_ms: number): Turns =>
  new Turns({
    at_once: 2,
    at_once_in_all: 6,
    waiting: 10,
    wait_ms,
    refusal_ms: REFUSAL_MS,
    message: 'Your other queries are still running. Try again when they have ended.',
  })

/** An export takes the thread that answers all requests. */
export const makeExportTurns = (wait_ms: number): Turns =>
  new Turns({
    at_once: 1,
    at_once_in_all: 4,
    waiting: 2,
    wait_ms,
    refusal_ms: REFUSAL_MS,
    message: 'Another export is still running. Try again when it has ended.',
  })
