// Queries that read much, and exports, take turns: at once only some of a user, of an account with
// its staff, of a tree of accounts, and of all run. Others wait for a short time, in queues that
// have an end. No share is all of it, so that no user, account or tree keeps others out.
import { setTimeout as pause } from 'node:timers/promises'
import { Problem } from './problem.ts'

/** Whose turn it is. The operator is an account and a tree like others. */
export interface TurnHolder {
  readonly user_id: number
  /** For which the user works. */
  readonly account_id: number
  /** The account at the top of the tree of that account. */
  readonly tree_id: number
}

/** From the narrowest to the widest. */
const LEVELS = ['user', 'account', 'tree', 'switch'] as const
type Level = (typeof LEVELS)[number]
type Shares = Readonly<Record<Level, number>>

interface TurnLimits {
  readonly at_once: Shares
  readonly waiting: Shares
  /** As long as it takes unless given. */
  readonly wait_ms?: number
  /** Before a refusal, so that a script that tries again at once does not keep the API busy. */
  readonly refusal_ms: number
  /** The things that a refusal is about. */
  readonly things: 'queries' | 'exports'
}

interface Waiting {
  readonly holder: TurnHolder
  readonly begin: () => void
}

const RETRY_SECONDS = 5
const REFUSAL_MS = 1000
const OPEN_EXPORTS: Shares = { user: 1, account: 3, tree: 6, switch: 24 }

const keyOf = (level: Level, { user_id, account_id, tree_id }: TurnHolder): string =>
  `${level} ${{ user: user_id, account: account_id, tree: tree_id, switch: 0 }[level]}`

/** How many turns each user, account and tree has, and all together. */
class Counts {
  readonly #counts = new Map<string, number>()

  of(level: Level, holder: TurnHolder): number {
    return this.#counts.get(keyOf(level, holder)) ?? 0
  }

  add(holder: TurnHolder, more: 1 | -1): void {
    for (const level of LEVELS) {
      const count = this.of(level, holder) + more
      if (count > 0) this.#counts.set(keyOf(level, holder), count)
      else this.#counts.delete(keyOf(level, holder))
    }
  }

  /** The narrowest level at which no more are left; undefined while there are. */
  fullLevel(holder: TurnHolder, shares: Shares): Level | undefined {
    return LEVELS.find((level) => this.of(level, holder) >= shares[level])
  }
}

export class Turns {
  readonly #limits: TurnLimits
  readonly #running = new Counts()
  readonly #waiting = new Counts()
  #queue: Waiting[] = []

  constructor(limits: TurnLimits) {
    this.#limits = limits
  }

  /**
   * Resolves when it is the turn of the holder, to the function that ends the turn. One whose
   * client has gone waits no more.
   */
  async take(holder: TurnHolder, gone?: AbortSignal): Promise<() => void> {
    const { at_once, waiting, wait_ms, refusal_ms } = this.#limits
    if (gone?.aborted) throw this.#refusal(holder)
    if (!this.#running.fullLevel(holder, at_once)) return this.#begin(holder)
    if (this.#waiting.fullLevel(holder, waiting)) {
      await pause(refusal_ms)
      throw this.#refusal(holder)
    }
    return new Promise((resolve, reject) => {
      const begin = () => {
        stopWaiting()
        resolve(this.#begin(holder))
      }
      const entry = { holder, begin }
      const giveUp = () => {
        stopWaiting()
        reject(this.#refusal(holder))
      }
      const stopWaiting = () => {
        this.#leave(entry)
        clearTimeout(timer)
        gone?.removeEventListener('abort', giveUp)
      }
      gone?.addEventListener('abort', giveUp)
      const timer = wait_ms === undefined ? undefined : setTimeout(giveUp, wait_ms)
      this.#queue.push(entry)
      this.#waiting.add(holder, 1)
    })
  }

  #refusal(holder: TurnHolder): Problem {
    const level = this.#running.fullLevel(holder, this.#limits.at_once) ?? 'switch'
    const whose: Readonly<Record<Level, string>> = {
      user: `Your other ${this.#limits.things}`,
      account: `The ${this.#limits.things} of your colleagues`,
      tree: `The ${this.#limits.things} of accounts beside or below yours`,
      switch: `The ${this.#limits.things} of other accounts`,
    }
    const message = `${whose[level]} are still running. Try again when they have ended.`
    return new Problem('too-many-tries', { message, retry_seconds: RETRY_SECONDS })
  }

  #leave(entry: Waiting): void {
    this.#queue = this.#queue.filter((one) => one !== entry)
    this.#waiting.add(entry.holder, -1)
  }

  #begin(holder: TurnHolder): () => void {
    this.#running.add(holder, 1)
    return () => {
      this.#running.add(holder, -1)
      this.#beginNext()
    }
  }

  /** The next one is of the tree that runs least, of its account and of its user that do. */
  #beginNext(): void {
    const { at_once } = this.#limits
    const running = (level: Level, { holder }: Waiting) => this.#running.of(level, holder)
    const [next] = this.#queue
      .filter(({ holder }) => !this.#running.fullLevel(holder, at_once))
      .toSorted(
        (a, b) =>
          running('tree', a) - running('tree', b) ||
          running('account', a) - running('account', b) ||
          running('user', a) - running('user', b),
      )
    next?.begin()
  }
}

export interface TurnsOfServer {
  /** Queries of lists and reports. */
  readonly queries: Turns
  /** Exports, from the request until all of the file is taken. */
  readonly exports: Turns
  /** Some lines of an export at a time: a reader who is slow keeps none of these turns. */
  readonly export_steps: Turns
}

/** `wait_ms`: how long a query or an export waits for its turn. */
export function makeTurns(wait_ms: number): TurnsOfServer {
  const refusal_ms = REFUSAL_MS
  return {
    queries: new Turns({
      at_once: { user: 2, account: 3, tree: 4, switch: 6 },
      waiting: { user: 10, account: 20, tree: 40, switch: 200 },
      wait_ms,
      refusal_ms,
      things: 'queries',
    }),
    exports: new Turns({
      at_once: OPEN_EXPORTS,
      waiting: { user: 2, account: 6, tree: 12, switch: 48 },
      wait_ms,
      refusal_ms,
      things: 'exports',
    }),
    export_steps: new Turns({
      at_once: { user: 1, account: 1, tree: 2, switch: 3 },
      // All exports that are open may wait for a step; one whose client has gone waits for none.
      waiting: OPEN_EXPORTS,
      refusal_ms,
      things: 'exports',
    }),
  }
}
