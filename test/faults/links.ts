// Real calls while the ways between the programs are bad, and while clocks are set: slow, silent
// and broken connections to the database, events lost, doubled and late. Then the books against
// what SIPp saw.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { findBreaches } from '#db/verify/invariants.ts'
import { until } from '../sip/until.ts'
import { type Chance, makeChance } from '../support/random.ts'
import { compare } from './compare.ts'
import { type Rig, type RigOptions, startRig } from './rig.ts'
import type { Outage } from './strike.ts'
import { startTraffic } from './traffic.ts'

export interface LinkOptions extends RigOptions {
  readonly seed: number
  readonly calls_per_second: number
  /** Names of the faults, in order. */
  readonly faults: readonly FaultName[]
  readonly say: (line: string) => void
}

interface Fault {
  readonly says: string
  readonly seconds: number
  /** Until it has done all that it does, and the next one may begin. */
  readonly rest_seconds?: number
  /** Brings it about; false when that cannot be done here. */
  readonly begin: (rig: Rig, chance: Chance) => unknown
  readonly end: (rig: Rig) => unknown
}

const HOUR = 3600
/** Between two faults: calls end, and new ones begin on sound ground. */
const REST_SECONDS = 2
/** The delay of events, and of the longest call during which a clock was set. */
const LATE_NEWS_SECONDS = 6
const LONGEST_CALL_SECONDS = 9
/** From the last of the traffic, until the longest call is over. */
const LAST_CALL_MS = 10_000

const slowDatabase = (ms: number): Fault => ({
  says: `every word from and to the database takes ${ms} ms longer`,
  seconds: 6,
  begin: ({ database_wire }) => database_wire.slow(ms),
  end: ({ database_wire }) => database_wire.heal(),
})

/** Longer than the longest wait for a query. */
const silentDatabase: Fault = {
  says: 'nothing comes from the database for 8 s, then the connection breaks',
  seconds: 8,
  begin: ({ database_wire }) => database_wire.silence(),
  end: ({ database_wire }) => database_wire.cut(),
}

const pausedDatabase: Fault = {
  says: 'nothing comes from the database for 3 s, and then all of it',
  seconds: 3,
  begin: ({ database_wire }) => database_wire.silence(),
  end: ({ database_wire }) => database_wire.heal(),
}

const brokenConnection = (which: 'database_wire' | 'switch_wire'): Fault => ({
  says: `the connection to the ${which.replace('_wire', '')} breaks ten times`,
  seconds: 6,
  begin(rig, chance) {
    for (let time = 0; time < 10; time++) setTimeout(rig[which].cut, chance.whole(0, 6000))
  },
  end: () => {},
})

const silentSwitch: Fault = {
  says: 'nothing comes from the switch for 4 s, and nothing reaches it',
  seconds: 4,
  begin: ({ switch_wire }) => switch_wire.silence(),
  end: ({ switch_wire }) => switch_wire.cut(),
}

/** Questions about new calls arrive as they should: only news is spoiled. */
const isNews = (body: string): boolean => !body.includes('"kind":"invite"')

const news = (says: string, draw: (chance: Chance) => readonly number[]): Fault => ({
  says,
  seconds: 6,
  rest_seconds: LATE_NEWS_SECONDS,
  begin: (rig, chance) => rig.setFate((body) => (isNews(body) ? draw(chance) : [0])),
  end: (rig) => rig.setFate(() => [0]),
})

const lost = (chance: Chance) => (chance.next() < 0.33 ? [] : [0])
const doubled = (chance: Chance) => [0, 0, chance.whole(0, 3000)]
const late = (chance: Chance) => [chance.whole(0, 5000)]

const clock = (whose: 'engine' | 'kamailio', seconds: number): Fault => ({
  says: `the clock of the ${whose} is ${seconds} s off for a while`,
  seconds: 5,
  rest_seconds: LONGEST_CALL_SECONDS,
  begin: (rig) => rig.setClock(whose, seconds),
  end: (rig) => rig.setClock(whose, 0),
})

export const FAULTS = {
  slow_200: slowDatabase(200),
  slow_500: slowDatabase(500),
  slow_2000: slowDatabase(2000),
  silent_database: silentDatabase,
  paused_database: pausedDatabase,
  broken_database: brokenConnection('database_wire'),
  broken_switch: brokenConnection('switch_wire'),
  silent_switch: silentSwitch,
  engine_hour_on: clock('engine', HOUR),
  engine_hour_back: clock('engine', -HOUR),
  kamailio_hour_on: clock('kamailio', HOUR),
  kamailio_hour_back: clock('kamailio', -HOUR),
  kamailio_day_on: clock('kamailio', 24 * HOUR),
  lost: news('a third of the news is lost', lost),
  doubled: news('all news comes twice or more', doubled),
  late: news('news comes late, and out of order', late),
  spoiled: news('news is lost, comes twice, or late', (chance) =>
    chance.pick([lost, doubled, late])(chance),
  ),
} as const satisfies Record<string, Fault>

export type FaultName = keyof typeof FAULTS

const restOf = ({ rest_seconds = REST_SECONDS }: Fault): number => rest_seconds

export async function runLinks(options: LinkOptions): Promise<{ wrong: string[] }> {
  const rig = await startRig(options)
  try {
    return { wrong: await strikeDuringCalls(options, rig) }
  } finally {
    await rig.stop()
  }
}

async function strikeDuringCalls(options: LinkOptions, rig: Rig): Promise<string[]> {
  const { say, faults } = options
  const chance = makeChance(options.seed)
  const lengths = faults.map((name) => FAULTS[name].seconds + restOf(FAULTS[name]))
  const seconds = lengths.reduce((sum, length) => sum + length, REST_SECONDS)
  const loop = monitorEventLoopDelay({ resolution: 10 })
  loop.enable()
  const traffic = await startTraffic(rig.addresses, options.calls_per_second, seconds)
  const outages: Outage[] = []
  try {
    await pause(REST_SECONDS * 1000)
    for (const name of faults) {
      const fault: Fault = FAULTS[name]
      const from = Date.now() / 1000
      const is_begun = (await fault.begin(rig, chance)) !== false
      await pause(fault.seconds * 1000)
      await fault.end(rig)
      outages.push({ target: 'database', from, to: Date.now() / 1000 })
      say(is_begun ? fault.says : `${fault.says}: left out, there is no libfaketime`)
      await pause(restOf(fault) * 1000)
    }
    // SIPp keeps its dead calls much longer than messages for them may come.
    await Promise.race([traffic.finished, pause(REST_SECONDS * 1000 + LAST_CALL_MS)])
  } catch (error) {
    await traffic.finish()
    throw error
  }
  const { database } = rig
  const isClosed = async () => (await database.query('select from open_call')).rowCount === 0
  const wrong: string[] = []
  await until('no call is open', isClosed, 150).catch((error: Error) => wrong.push(error.message))
  const seen = await traffic.finish()
  const breaches = await findBreaches(database)
  // The wires are in this process: what it brings late is late for the engine, whose own time
  // counts while a clock is off.
  loop.disable()
  const late_seconds = loop.max / 1e9
  const { answered, booked, differences } = await compare(database, seen, outages, late_seconds)
  say(`the wires were late by up to ${late_seconds.toFixed(1)} s`)
  say(`callers: ${seen.callers.length} calls, ${answered} answered; booked as answered: ${booked}`)
  return [
    ...wrong,
    ...breaches.map(({ id, says, rows }) => `${id}, ${says}: ${JSON.stringify(rows.slice(0, 3))}`),
    ...differences,
  ]
}
