// A client that writes all the time and remembers what the database has acknowledged.
import { setTimeout as pause } from 'node:timers/promises'
import { makePool } from '#db/database.ts'
import { until } from '../sip/until.ts'

const EVERY_MS = 20
const PATIENCE_SECONDS = 90

export interface Witness {
  /** When each write was acknowledged, in epoch ms, by its number. */
  readonly acknowledged: ReadonlyMap<number, number>
  /**
   * When the next write that is begun from now on is acknowledged, in epoch ms; never is Infinity.
   */
  writes(): Promise<number>
  /** The milliseconds that each of the last writes took. */
  readonly latencies_ms: readonly number[]
  stop(): Promise<void>
  /** Acknowledged writes that are not there. */
  lost(): Promise<number[]>
}

export const WITNESS_TABLE = 'witness'

export async function startWitness(url: string): Promise<Witness> {
  const database = makePool(url, 'witness', 1)
  await database.query(`create table if not exists ${WITNESS_TABLE} (number bigint primary key)`)
  const acknowledged = new Map<number, number>()
  const latencies_ms: number[] = []
  let number = 0
  let stopped = false
  async function write(): Promise<void> {
    while (!stopped) {
      number++
      const from = performance.now()
      try {
        await database.query(`insert into ${WITNESS_TABLE} values ($1)`, [number])
        acknowledged.set(number, Date.now())
        latencies_ms.push(performance.now() - from)
      } catch {
        // Whether it was committed is not known, so nothing is promised.
      }
      await pause(EVERY_MS)
    }
  }
  const writing = write()
  return {
    acknowledged,
    latencies_ms,
    async writes() {
      const from = number
      const found = () => [...acknowledged.keys()].find((one) => one > from)
      await until('a write is acknowledged', () => found() !== undefined, PATIENCE_SECONDS).catch(
        () => {},
      )
      return acknowledged.get(found() ?? 0) ?? Number.POSITIVE_INFINITY
    },
    async stop() {
      stopped = true
      await writing
      await database.end()
    },
    async lost() {
      const { rows } = await database.query<{ number: number }>(
        `select number from ${WITNESS_TABLE}`,
      )
      const found = new Set(rows.map((row) => row.number))
      return [...acknowledged.keys()].filter((one) => !found.has(one))
    },
  }
}
