// All writes about calls go through here: operations are collected while the last batch is being
// committed, or is younger than five milliseconds, and are committed together. When idle it adds no
// delay; when busy the batches grow (waiting-operations.ts).
import type pg from 'pg'
import type { Logger } from 'pino'
import { assert } from '#core/assert.ts'
import { CounterMissing } from '#core/billing/limit-counters.ts'
import type { Operation, Outcome } from '#core/billing/operation.ts'
import { planBatch } from '#core/billing/plan-batch.ts'
import { rowsToLock } from '#core/billing/rows-to-lock.ts'
import type { Clock } from '#core/time/clock.ts'
import { abandonBatch, findRowsByKey, lockBatch, writeBatch } from '#db/calls/call-batch.ts'
import { makeCounters } from '#db/calls/limit-counters.ts'
import { isDatabaseDown, makeClient } from '#db/database.ts'
import { isPartitionMissing, makePartitions } from '#db/partitions/partitions.ts'
import { traceSpan } from '../trace-span.ts'
import { WaitingOperations } from './waiting-operations.ts'

/**
 * A batch costs as much as two of its calls, so the next one waits for more operations; after an
 * idle period an operation is written at once.
 */
const BATCH_EVERY_MS = 5
/**
 * New operations are refused above this: the database does not keep up, and callers do not wait.
 */
const QUEUE_MAX = 20_000
const RECONNECT_MS = 500
const QUERY_TIMEOUT_MS = 5000
/**
 * A machine that halts or loses its power within a batch leaves its rows locked, and all other
 * nodes wait for them: the database ends such a connection before their queries time out.
 */
const HALTED_MS = 3000
const DAY_MS = 86_400_000
/** A batch may lack the partitions of its days, and counters of its limits. */
const MADE_MAX = 2

/** The database is down or too slow: the operation may or may not have been written. */
export class DatabaseUnavailable extends Error {}

interface Waiting {
  readonly operation: Operation
  resolve(outcome: Outcome): void
  reject(error: unknown): void
}

export interface ChargingQueue {
  /**
   * Settles when the operation is committed; rejects with DatabaseUnavailable when that is not
   * known.
   */
  write(operation: Operation): Promise<Outcome>
  /** False while the database is down. */
  isOpen(): boolean
  /** How often the queue was opened: a change means that the database was down in between. */
  openings(): number
  queueLength(): number
  /** Writes what is queued and disconnects. */
  close(): Promise<void>
}

export interface ChargingQueueOptions {
  readonly url: string
  readonly engine: string
  readonly clock: Pick<Clock, 'monotonic_ms'>
  readonly log: Logger
  /** The calendar day, YYYY-MM-DD, in which spending is counted. */
  today(): string
  /** Counts batches, and what could not be written. */
  readonly meter?: BatchMeter
}

export interface BatchMeter {
  noteBatch(operations: number, seconds: number): void
  noteUnwritten(kind: Operation['kind']): void
}

export const openChargingQueue = (options: ChargingQueueOptions): ChargingQueue =>
  new BatchingQueue(options)

class BatchingQueue implements ChargingQueue {
  readonly #options: ChargingQueueOptions
  readonly #log: Logger
  #client: pg.Client | undefined
  readonly #queue = new WaitingOperations<Waiting>()
  #working = false
  #closing = false
  #openings = 0
  #reconnect: NodeJS.Timeout | undefined

  constructor(options: ChargingQueueOptions) {
    this.#options = options
    this.#log = options.log
    void this.#connect()
  }

  isOpen = (): boolean => this.#client !== undefined
  openings = (): number => this.#openings
  queueLength = (): number => this.#queue.length

  write(operation: Operation): Promise<Outcome> {
    if (!this.isOpen() || this.#closing || this.#queue.length >= QUEUE_MAX) {
      return Promise.reject(new DatabaseUnavailable('The database does not take calls now'))
    }
    return new Promise<Outcome>((resolve, reject) => {
      this.#queue.push({ operation, resolve, reject })
      void this.#work()
    })
  }

  async close(): Promise<void> {
    this.#closing = true
    clearTimeout(this.#reconnect)
    while (this.#client && (this.#working || this.#queue.length > 0)) {
      await this.#work()
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    await this.#client?.end()
  }

  async #connect(): Promise<void> {
    const { url, engine } = this.#options
    const client = makeClient(url, `engine ${engine}`, {
      pipeline: true,
      query_timeout: QUERY_TIMEOUT_MS,
      idle_in_transaction_session_timeout: HALTED_MS,
    })
    client.on('error', () => {})
    client.on('end', () => {
      if (this.#client === client) this.#lose()
    })
    try {
      await client.connect()
      await findRowsByKey(client)
      if (this.#closing) return void client.end()
      this.#client = client
      this.#openings++
      this.#log.info('the charging queue is open')
    } catch (error) {
      this.#log.warn({ error: String(error) }, 'the database does not respond')
      this.#lose()
    }
  }

  /** Rejects waiting operations, and reconnects. */
  #lose(): void {
    this.#client = undefined
    for (const waiting of this.#queue.drain())
      waiting.reject(new DatabaseUnavailable('The database went away'))
    if (this.#closing) return
    clearTimeout(this.#reconnect)
    this.#reconnect = setTimeout(() => void this.#connect(), RECONNECT_MS)
  }

  async #work(): Promise<void> {
    if (this.#working) return
    this.#working = true
    const { clock } = this.#options
    try {
      // Lets operations of the same moment join the batch.
      await new Promise((resolve) => setImmediate(resolve))
      while (this.#client && this.#queue.length > 0) {
        const now_ms = clock.monotonic_ms()
        const batch = this.#queue.take(now_ms)
        if (batch.length > 0) await this.#commit(this.#client, batch)
        const rest_ms = now_ms + BATCH_EVERY_MS - clock.monotonic_ms()
        if (rest_ms > 0) await new Promise((resolve) => setTimeout(resolve, rest_ms))
      }
    } finally {
      this.#working = false
    }
  }

  /**
   * Commits a batch. If an operation makes it fail, its operations are tried one by one. It never
   * throws, so every operation of the batch is settled.
   */
  async #commit(client: pg.Client, batch: readonly Waiting[], hasMade = 0): Promise<void> {
    try {
      const outcomes = await this.#transact(
        client,
        batch.map((waiting) => waiting.operation),
      )
      for (const [at, waiting] of batch.entries()) {
        const outcome = outcomes[at]
        assert(outcome, 'a batch answers every operation')
        waiting.resolve(outcome)
      }
    } catch (error) {
      if (this.#isLost(client, error)) return this.#abandon(client, batch, error)
      try {
        await abandonBatch(client)
        if (hasMade < MADE_MAX && (await makeMissing(client, batch, error))) {
          return await this.#commit(client, batch, hasMade + 1)
        }
      } catch (trouble) {
        if (this.#isLost(client, trouble)) return this.#abandon(client, batch, trouble)
        this.#log.error({ error: String(trouble) }, 'a missing partition or counter cannot be made')
      }
      if (batch.length > 1) {
        for (const waiting of batch) await this.#commit(client, [waiting], hasMade)
        return
      }
      const [waiting] = batch
      const kind = waiting?.operation.kind
      this.#log.error({ error: String(error), kind }, 'an operation cannot be written')
      if (kind) this.#options.meter?.noteUnwritten(kind)
      waiting?.reject(error)
    }
  }

  #isLost(client: pg.Client, error: unknown): boolean {
    return isDatabaseDown(error) || this.#client !== client
  }

  /**
   * Whether the batch was committed is not known: only a new connection starts from a known state.
   */
  #abandon(client: pg.Client, batch: readonly Waiting[], error: unknown): void {
    for (const waiting of batch) waiting.reject(new DatabaseUnavailable(String(error)))
    if (this.#client === client) this.#lose()
    void client.end().catch(() => {})
  }

  async #transact(client: pg.Client, operations: readonly Operation[]): Promise<Outcome[]> {
    const { clock, meter } = this.#options
    const begun_ms = clock.monotonic_ms()
    const transact = async (): Promise<Outcome[]> => {
      const locked = await lockBatch(client, rowsToLock(operations))
      const { outcomes, changes } = planBatch(operations, locked, this.#options.today())
      await writeBatch(client, changes)
      return outcomes
    }
    // Not of the call that woke the queue: a batch has operations of many.
    const attributes = { 'softswitch.operations': operations.length }
    const outcomes = await traceSpan('commit batch', transact, { root: true, attributes })
    meter?.noteBatch(operations.length, (clock.monotonic_ms() - begun_ms) / 1000)
    return outcomes
  }
}

/** Makes the partitions or the counters that the batch lacked; false if it was something else. */
async function makeMissing(
  client: pg.Client,
  batch: readonly Waiting[],
  error: unknown,
): Promise<boolean> {
  if (error instanceof CounterMissing) {
    await makeCounters(client, error.subjects)
    return true
  }
  if (!isPartitionMissing(error)) return false
  const { from_ms, days } = daysOf(batch)
  await makePartitions(client, from_ms, days)
  return true
}

/** The days that the batch writes to. */
function daysOf(batch: readonly Waiting[]): { from_ms: number; days: number } {
  const times = batch.flatMap(({ operation }) => {
    if (operation.kind === 'refuse') return [operation.record.started_at]
    return operation.kind === 'reserve' || operation.kind === 'close'
      ? [operation.call.started_at]
      : []
  })
  const from_ms = Math.min(...times) * 1000
  return { from_ms, days: Math.ceil((Math.max(...times) * 1000 - from_ms) / DAY_MS) + 1 }
}
