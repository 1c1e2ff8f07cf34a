// The database as a thing that can be slow or away, and the few questions that handlers of calls
// ask it besides writing: answered from the virtual store by what they look like.
import type pg from 'pg'
import type { ClaimedCall, StoredCall } from '#db/calls/open-calls.ts'
import type { Environment, Writer } from './environment.ts'
import type { OpenCall } from './store.ts'

class DatabaseAway extends Error {}
/** Made once: to note where each was made would take longer than all the rest. */
const AWAY = new DatabaseAway('connection refused')

/** Not a fault of the engine: it gets this in an outage, and tries again. */
export const isDatabaseAway = (error: unknown): boolean => error instanceof DatabaseAway

/** The open calls; undefined while that cannot be known. */
export interface OpenCalls {
  claim(engine: string, known: readonly string[], now_ms: number): ClaimedCall[] | undefined
  find(by: {
    call_id: string | null
    dialog: string
    sip_call_id: string
  }): StoredCall[] | undefined
  readonly open: { values(): Iterable<OpenCall> }
}

export class Database {
  readonly #environment: Environment
  readonly #calls: OpenCalls
  readonly #listeners: ((is_there: boolean) => void)[] = []
  #is_there = true
  #is_slow = false

  constructor(environment: Environment, calls: OpenCalls) {
    this.#environment = environment
    this.#calls = calls
  }

  isThere = (): boolean => this.#is_there
  onChange = (listener: (is_there: boolean) => void): void => void this.#listeners.push(listener)

  goAway(ms: number): void {
    if (!this.#is_there) return
    this.#turn(false)
    this.#environment.clockwork.plan(ms, () => this.#turn(true))
  }

  beSlow(ms: number): void {
    this.#is_slow = true
    this.#environment.clockwork.plan(ms, () => {
      this.#is_slow = false
    })
  }

  #turn(is_there: boolean): void {
    this.#is_there = is_there
    for (const listener of this.#listeners) listener(is_there)
  }

  /** The delay of half a round trip. */
  delay(): number {
    const { next } = this.#environment.chance
    return this.#is_slow ? next() * 2000 : 0.2 + next() * 3
  }

  /** A connection of this engine. */
  poolFor(writer: Writer): pg.Pool {
    const { clockwork } = this.#environment
    const query = (question: unknown, values: unknown[] = []) =>
      new Promise((resolve, reject) => {
        clockwork.plan(this.delay(), () => {
          if (!writer.isAlive()) return
          const rows = this.#is_there ? this.#answer(question, values) : undefined
          clockwork.plan(this.delay(), () =>
            writer.whenRunning(() => (rows ? resolve({ rows }) : reject(AWAY))),
          )
        })
      })
    return { query } as unknown as pg.Pool
  }

  #answer(question: unknown, more: unknown[]): unknown[] | undefined {
    const asked = question as string | { readonly text: string; readonly values: unknown[] }
    const { text, values } = typeof asked === 'string' ? { text: asked, values: more } : asked
    const store = this.#calls
    if (text.startsWith('update open_call c set engine')) {
      const [engine, known] = values as [string, string[]]
      return store.claim(engine, known, this.#environment.clockwork.now)
    }
    if (/from open_call c\s+where call_id = \$1/.test(text)) {
      const [call_id, dialog, sip_call_id] = values as [string | null, string, string]
      return store.find({ call_id, dialog, sip_call_id })
    }
    if (text.includes('where hang_up_asked_at is not null')) {
      return [...store.open.values()].filter((call) => call.hang_up_asked)
    }
    throw new Error(`the simulator has not been taught to answer: ${text}`)
  }
}
