// Calls the whole way: SIPp, Kamailio, rtpengine, the engine as a process, PostgreSQL; then the
// books.
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { makePool } from '#db/database.ts'
import { type RunningKamailio, startKamailio } from '../sip/kamailio.ts'
import {
  type RunningSipp,
  runSipp,
  type SippOptions,
  type SippResult,
  startSipp,
} from '../sip/sipp.ts'
import { until } from '../sip/until.ts'
import { type FreshDatabase, freshDatabase } from '../support/database.ts'
import { type EngineProcess, startEngineProcess } from '../support/engine-process.ts'
import { rowsIn } from '../support/rows.ts'
import { checkBooks, makeWorld, type World, type WorldOptions } from '../support/world.ts'
import { addressesIn, type Place } from './switch-bench.ts'

const PLACE: Place = { network: '127.0.45', first_port: 18_600 }
export const { SWITCH, CALLER, STRANGER, GATEWAY, SECOND } = addressesIn(PLACE)

type Rows = ReturnType<typeof rowsIn>
type More = Partial<SippOptions>

export interface WholeBench {
  kamailio: RunningKamailio
  /** The database, the engine and the world are new ones for each test. */
  database: pg.Pool
  engine: EngineProcess
  world: World
  readonly rows: Rows['rows']
  readonly one: Rows['one']
  /** Writes the world, and starts the engine in it. */
  begin(options?: WorldOptions): Promise<void>
  /** Kills the engine, and starts another one in its place. */
  replaceEngine(): Promise<void>
  gateway(address: string, scenario: string, more?: More): Promise<RunningSipp>
  /** A caller, waited for. */
  call(scenario: string, more?: More): Promise<SippResult>
  // biome-ignore lint/suspicious/noExplicitAny: rows of any shape, as from `rows`
  records(): Promise<any[]>
  balanceOf(account_id: number): Promise<{ balance: number; held: number }>
  waitForAnswered(count: number): Promise<void>
  waitForRecords(count: number): Promise<void>
}

/** Each test ends when its calls are closed, and with a look at the books. */
export function setUpWholeSwitch(): WholeBench {
  const phones: RunningSipp[] = []
  let fresh: FreshDatabase
  const { rows, one, count } = rowsIn(() => bench.database)
  const startEngine = async () => {
    bench.engine = await startEngineProcess(fresh.urls.engine, bench.kamailio)
  }
  const bench = {
    rows,
    one,
    async begin(options = {}) {
      const hosts = { source: CALLER, gateway_hosts: [GATEWAY, SECOND] as [string, string] }
      bench.world = await makeWorld(bench.database, { ...hosts, ...options })
      await startEngine()
    },
    async replaceEngine() {
      await bench.engine.kill()
      await startEngine()
    },
    async gateway(address, scenario, more = {}) {
      const started = await startSipp({ scenario, address, ...more })
      phones.push(started)
      return started
    },
    call: (scenario, more = {}) =>
      runSipp({ scenario, address: CALLER, to: SWITCH, number: '+442071838750', ...more }),
    /** Without the call's id, which passes what a number holds. */
    async records() {
      const found = await rows(`select to_jsonb(r) - 'call_id' as record from call_record r
        order by started_at, call_id, attempt_no`)
      return found.map(({ record }) => record)
    },
    balanceOf: (id) => one(`select balance, held from account_balance where account_id = ${id}`),
    waitForAnswered: (wanted) =>
      until(
        `${wanted} calls are answered`,
        async () => (await count(`open_call where state = 'ANSWERED'`)) >= wanted,
      ),
    waitForRecords: (wanted) =>
      until(
        `${wanted} calls have their record`,
        async () => (await count('call_record where is_last')) === wanted,
      ),
    // The rest is there before the first test begins.
  } as WholeBench

  beforeAll(async () => {
    bench.kamailio = await startKamailio({ address: SWITCH, first_port: PLACE.first_port })
  })
  afterAll(() => bench.kamailio?.stop())
  beforeEach(async () => {
    fresh = await freshDatabase()
    bench.database = makePool(fresh.url, 'test', 3)
  })
  afterEach(async () => {
    try {
      for (const phone of phones.splice(0)) await phone.stop()
      await until('every call is closed', async () => (await count('open_call')) === 0)
      await checkBooks(bench.database)
    } finally {
      await bench.engine.stop()
      await bench.database.end()
      await fresh.close()
    }
  })
  return bench
}
