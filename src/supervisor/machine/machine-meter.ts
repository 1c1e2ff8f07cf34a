// Measures the machine: every five seconds for the screen Management, and a sample each minute for
// its charts.
import type { Clock } from '#core/time/clock.ts'
import { countCallsNow } from '#db/console/home.ts'
import { asSqlConnection, type Database, openDatabase, readDatabaseMs } from '#db/database.ts'
import { nameOnNode, watchWork } from '#db/machine/failing-work.ts'
import {
  countCallsOfEngines,
  type MachineFacts,
  noteSupervisorStopped,
  writeMachineFacts,
  writeMachineSample,
} from '#db/machine/machine-facts.ts'
import { EVERYTHING } from '#db/scope.ts'
import { askKamailio, type RpcAddress } from '../kamailio/kamailio-rpc.ts'
import { outputOf, type SystemUser } from '../processes/child.ts'
import { findProgram } from '../processes/daemon.ts'
import { startStopwatch } from '../processes/stopwatch.ts'
import { daemonUser } from '../processes/system-user.ts'
import { cpuPercent, networkUse, outboxEvents, readCounters, readFacts } from './machine-facts.ts'

const EVERY_MS = 5000
const MINUTE_MS = 60_000
/** As the alarm of a clock that is off has it from the beginning. */
const CLOCK_OFFSET_MAX_MS = 2000

interface MeterOptions {
  readonly url: string
  readonly node_id: number
  readonly clock: Clock
  readonly data_folder: string
  readonly rpc: RpcAddress
}

/** Measures until the returned function is called, which also ends its connection. */
export async function startMachineMeter(options: MeterOptions): Promise<() => Promise<void>> {
  const database = openDatabase(options.url, 'supervisor meter', 1)
  const meter = await makeMeter(options, database)
  const watch = await watchWork(asSqlConnection(database), nameOnNode('meter', options.node_id))
  let working: Promise<void> = Promise.resolve()
  let isWorking = false
  const timer = setInterval(() => {
    // While the database is away the rows become old, which the console shows.
    if (isWorking) return
    isWorking = true
    working = watch
      .run('measuring the machine', meter)
      .then((offset_ms) => watch.run('comparing the clock', async () => requireClock(offset_ms)))
      .catch(() => {})
      .finally(() => {
        isWorking = false
      })
  }, EVERY_MS)
  return async () => {
    clearInterval(timer)
    await working
    await noteSupervisorStopped(database, options.node_id).catch(() => {})
    await database.destroy()
  }
}

/** The rates in effect are others by a clock that is off, and new ones refuse calls. */
function requireClock(offset_ms: number): void {
  if (Math.abs(offset_ms) <= CLOCK_OFFSET_MAX_MS) return
  const seconds = Math.round(Math.abs(offset_ms) / 1000)
  const way = offset_ms < 0 ? 'behind' : 'ahead of'
  throw new Error(
    `The clock is ${seconds} s ${way} that of the database, so that calls may be refused, or ` +
      'rated by other rates: keep both by NTP.',
  )
}

/** Each measurement answers how far the clock is ahead of that of the database. */
async function makeMeter({ node_id, clock, data_folder, rpc }: MeterOptions, database: Database) {
  const versions = programVersions()
  const start = { counters: await readCounters(), passed_ms: startStopwatch() }
  let last = start
  let minute = { ...start, calls: 0 }

  return async (): Promise<number> => {
    const counters = await readCounters()
    const passed_ms = startStopwatch()
    const facts: MachineFacts = {
      ...(await readFacts(data_folder, last.counters, counters, last.passed_ms() / 1000)),
      versions,
      clock_offset_ms: await measureClockOffset(database, clock),
      outbox_events: outboxEvents((await askKamailio(rpc, 'htable.stats'))?.result),
    }
    last = { counters, passed_ms }
    await writeMachineFacts(database, node_id, facts)
    const { calls } = await countCallsOfEngines(database, node_id)
    minute = { ...minute, calls: Math.max(minute.calls, calls) }
    if (minute.passed_ms() < MINUTE_MS) return facts.clock_offset_ms
    const sample = await sampleOf(database, facts, minute, counters)
    minute = { counters, passed_ms, calls: 0 }
    await writeMachineSample(database, node_id, sample)
    return facts.clock_offset_ms
  }
}

type Minute = {
  readonly counters: Awaited<ReturnType<typeof readCounters>>
  readonly passed_ms: () => number
  readonly calls: number
}

/** Half of the time of the question is taken for the way there. */
async function measureClockOffset(database: Database, clock: Clock): Promise<number> {
  const passed_ms = startStopwatch()
  const asked_ms = clock.now_ms()
  const database_ms = await readDatabaseMs(asSqlConnection(database))
  return Math.round(asked_ms + passed_ms() / 2 - database_ms)
}

async function sampleOf(
  database: Database,
  facts: MachineFacts,
  minute: Minute,
  counters: Minute['counters'],
) {
  const networks = networkUse(minute.counters, counters, minute.passed_ms() / 1000)
  const sum = (name: 'received_bytes_per_second' | 'sent_bytes_per_second') =>
    networks.reduce((all, network) => all + network[name], 0)
  return {
    cpu_percent: cpuPercent(minute.counters, counters),
    load: facts.load[0] ?? 0,
    memory_percent: (100 * facts.memory_used_bytes) / facts.memory_bytes,
    received_bytes_per_second: sum('received_bytes_per_second'),
    sent_bytes_per_second: sum('sent_bytes_per_second'),
    calls: minute.calls,
    calls_per_second: (await countCallsNow(database, EVERYTHING)).calls_per_second,
  }
}

function programVersions(): MachineFacts['versions'] {
  return {
    kamailio: versionOf('kamailio', '-v', /kamailio (\S+)/),
    rtpengine: versionOf('rtpengine', '--version', /Version: (\S+)/),
    node: process.versions.node,
  }
}

function versionOf(name: 'kamailio' | 'rtpengine', option: string, pattern: RegExp): string {
  try {
    const user: SystemUser = daemonUser(name)
    const said = outputOf({ program: findProgram(name, ''), args: [option], user })
    return pattern.exec(said)?.[1] ?? ''
  } catch {
    // It is not installed.
    return ''
  }
}
