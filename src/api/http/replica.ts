// The replica of the database as one API process sees it: how far it is behind, and whether it has
// what a user has written (ADR-0036).
import type pg from 'pg'
import type { Clock } from '#core/time/clock.ts'
import {
  asSqlConnection,
  type Database,
  isDatabaseDown,
  makePool,
  openDatabase,
} from '#db/database.ts'
import type { WorkWatch } from '#db/machine/failing-work.ts'
import {
  type LogPosition,
  readPrimaryPosition,
  readReplicaPosition,
  readWrittenPosition,
} from '#db/machine/replica.ts'
import { type Look, lookOf, type ReplicaState, stateOf, type Written } from './replica-choice.ts'

const LOOK_EVERY_MS = 1000
/** Moments of the primary, one for each look: longer than the lag that is allowed. */
const WRITTEN_MAX = 30
/** Longer than the lag that is allowed: afterwards every replica that serves has it. */
const FORGET_MS = 60_000
const WRITERS_MAX = 10_000

export interface ReplicaReport {
  /** Host and port. */
  readonly address: string
  readonly state: ReplicaState
  /** Null while it is not known. */
  readonly lag_ms: number | null
  /** Why it does not serve. */
  readonly detail: string
}

interface Writer {
  readonly at_ms: number
  /** Undefined if it could not be read. */
  readonly position: LogPosition | undefined
}

/** Without user and password. */
function addressOf(url: string): string {
  const { hostname, port } = new URL(url)
  return decodeURIComponent(hostname) + (port && `:${port}`)
}

const secondsOf = (ms: number): string => (ms / 1000).toFixed(1)

export class Replica {
  readonly database: Database
  readonly #address: string
  readonly #primary: Database
  readonly #clock: Clock
  /** Not the pool of the requests: a look does not wait for them. */
  readonly #lookPool: pg.Pool
  readonly #written: Written[] = []
  readonly #writers = new Map<number, Writer>()
  /** The primary at the first look: the tables of a new version are before it. */
  #first: LogPosition | undefined
  #look: Look | undefined
  #failure = ''

  constructor(url: string, primary: Database, clock: Clock) {
    this.#address = addressOf(url)
    this.#primary = primary
    this.#clock = clock
    this.database = openDatabase(url, 'api replica')
    this.#lookPool = makePool(url, 'api replica look', 1)
  }

  /** Compares both servers. Fails if the replica cannot serve. */
  async look(): Promise<void> {
    try {
      await this.#compare()
      this.#failure = ''
    } catch (error) {
      this.#look = undefined
      this.#failure = error instanceof Error ? error.message : String(error)
      throw error
    }
    const { state, lag_ms } = this.report()
    if (state === 'behind') throw new Error(`The replica is ${secondsOf(lag_ms ?? 0)} s behind`)
  }

  async #compare(): Promise<void> {
    const primary = await readPrimaryPosition(asSqlConnection(this.#primary))
    const replica = await readReplicaPosition(this.#lookPool)
    if (!replica.is_replica || replica.server !== primary.server) {
      throw new Error('DATABASE_REPLICA_URL leads to no replica of this database')
    }
    this.#first ??= primary.position
    this.#written.push(primary)
    if (this.#written.length > WRITTEN_MAX) this.#written.shift()
    this.#look = lookOf(this.#written, replica, this.#clock.monotonic_ms())
  }

  /** A query has found that the replica does not serve; the next look decides again. */
  noteFailure(error: unknown): void {
    if (!isDatabaseDown(error)) return
    this.#look = undefined
    this.#failure = String(error)
  }

  /** After a request of the user that writes, before its answer. */
  async noteWrite(user_id: number): Promise<void> {
    const position = await readWrittenPosition(asSqlConnection(this.#primary)).catch(
      () => undefined,
    )
    const now_ms = this.#clock.monotonic_ms()
    // A map keeps the order of insertion, so that the oldest come first.
    this.#writers.delete(user_id)
    this.#writers.set(user_id, { at_ms: now_ms, position })
    for (const [id, { at_ms }] of this.#writers) {
      if (now_ms - at_ms <= FORGET_MS && this.#writers.size <= WRITERS_MAX) break
      this.#writers.delete(id)
    }
  }

  #hasWritesOf(user_id: number, position: LogPosition): boolean {
    const writer = this.#writers.get(user_id)
    if (!writer || this.#clock.monotonic_ms() - writer.at_ms > FORGET_MS) return true
    return writer.position !== undefined && writer.position <= position
  }

  /** The look by which the user may read from the replica now; undefined if not. */
  lookFor(user_id: number): Look | undefined {
    const look = this.#look
    if (!look || this.report().state !== 'ok') return undefined
    return this.#hasWritesOf(user_id, look.position) ? look : undefined
  }

  report(): ReplicaReport {
    const look = this.#look
    const state = stateOf(look, this.#first ?? 0n, this.#clock.monotonic_ms())
    const isKnown = look !== undefined && state !== 'down'
    return {
      address: this.#address,
      state,
      lag_ms: isKnown ? look.lag_ms : null,
      detail: state === 'down' ? this.#failure : '',
    }
  }

  /** Looks every second. Answers a function that ends it, with all connections. */
  start(watch: WorkWatch): () => Promise<void> {
    let working: Promise<void> | undefined
    const look = () => {
      working ??= watch
        .run('reading from the replica', () => this.look())
        .catch(() => {})
        .finally(() => {
          working = undefined
        })
    }
    look()
    const timer = setInterval(look, LOOK_EVERY_MS)
    return async () => {
      clearInterval(timer)
      await working
      await this.#lookPool.end()
      await this.database.destroy()
    }
  }
}
