// Real calls while the ways between the programs are bad, and while clocks are set: slow, silent
// and broken connections to the database, events lost, doubled and late. Then the books against
// what SIPp saw.
import { setTimeout as pause } from 'node:timers/promises'
import { findBreaches } from '#db/invariants.ts'
import { until } from '../sip/until.ts'
import { type Chance, makeChance } from '../support/random.ts'
import { compare } from './compare.ts'
import { type Rig, type RigOptions, startRig } from './rig.ts'
import { startTraffic } from './traffic.ts'
import type { Fate } from './wire.ts'

export interface LinkOptions extends RigOptions {
  readonly seed: number
  readonly calls_per_second: number
  /** Names of the faults, in order. */
  readonly faults: readonly FaultName[]
  readonly say: (line: string) => void
}

interface Fault {
  readonly says: string
  /** Brings it about, and takes it away; false when that cannot be done here. */
  readonly strike: (rig: Rig, chance: Chance) => Promise<boolean>
}

const HOUR = 3600
/** Between two faults: calls end, and new ones begin on sound ground. */
const REST_MS = 4000
const HEALING_SECONDS = 15

const slowDatabase = (ms: number): Fault => ({
  says: `every word from and to the database takes ${ms} ms longer`,
  async strike({ database_wire }) {
    database_wire.slow(ms)
    await pause(6000)
    database_wire.heal()
    return true
  },
})

/** For so long it may last until somebody notices: the longest wait for a query, and a bit. */
const silentDatabase = (ms: number): Fault => ({
  says: `nothing comes from the database for ${ms} ms, then the connection breaks`,
  async strike({ database_wire }) {
    database_wire.silence()
    await pause(ms)
    database_wire.cut()
    return true
  },
})

const pausedDatabase: Fault = {
  says: 'nothing comes from the database for 3 s, and then all of it',
  async strike({ database_wire }) {
    database_wire.silence()
    await pause(3000)
    database_wire.heal()
    return true
  },
}

const brokenConnection = (which: 'database_wire' | 'switch_wire'): Fault => ({
  says: `the connection breaks ten times (${which.replace('_wire', '')})`,
  async strike(rig, chance) {
    for (let time = 0; time < 10; time++) {
      await pause(chance.whole(50, 900))
      rig[which].cut()
    }
    return true
  },
})

const silentSwitch: Fault = {
  says: 'nothing comes from the switch for 4 s, and nothing reaches it',
  async strike({ switch_wire }) {
    switch_wire.silence()
    await pause(4000)
    switch_wire.cut()
    return true
  },
}

/** Questions about new calls arrive as they should: only news is spoiled. */
const isNews = (body: string): boolean => !body.includes('"kind":"invite"')

const fateOf = (says: string, draw: (chance: Chance) => readonly number[]): Fault => ({
  says,
  async strike(rig, chance) {
    const fate: Fate = (body) => (isNews(body) ? draw(chance) : [0])
    rig.setFate(fate)
    await pause(8000)
    rig.setFate(() => [0])
    return true
  },
})

const clock = (whose: 'engine' | 'kamailio', seconds: number): Fault => ({
  says: `the clock of the ${whose} is ${seconds} s off for a while`,
  async strike(rig) {
    const is_set = await rig.setClock(whose, seconds)
    await pause(5000)
    await rig.setClock(whose, 0)
    return is_set
  },
})

export const FAULTS = {
  slow_200: slowDatabase(200),
  slow_500: slowDatabase(500),
  slow_2000: slowDatabase(2000),
  silent_database: silentDatabase(7000),
  paused_database: pausedDatabase,
  broken_database: brokenConnection('database_wire'),
  broken_switch: brokenConnection('switch_wire'),
  silent_switch: silentSwitch,
  lost: fateOf('a third of the news is lost', (chance) => (chance.next() < 0.33 ? [] : [0])),
  doubled: fateOf('all news comes twice or more', (chance) => [0, 0, chance.whole(0, 3000)]),
  late: fateOf('news comes late, and out of order', (chance) => [chance.whole(0, 5000)]),
  engine_hour_on: clock('engine', HOUR),
  engine_hour_back: clock('engine', -HOUR),
  kamailio_hour_on: clock('kamailio', HOUR),
  kamailio_hour_back: clock('kamailio', -HOUR),
  kamailio_day_on: clock('kamailio', 24 * HOUR),
} as const satisfies Record<string, Fault>

export type FaultName = keyof typeof FAULTS

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
  const seconds = faults.length * 11 + HEALING_SECONDS
  const traffic = await startTraffic(rig.addresses, options.calls_per_second, seconds)
  try {
    for (const name of faults) {
      await pause(REST_MS)
      const { says, strike } = FAULTS[name]
      const is_done = await strike(rig, chance)
      say(
        is_done
          ? says
          : `${says}: left out, libfaketime is not installed (apt-get install faketime)`,
      )
    }
    await traffic.finished
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
  const { answered, booked, differences } = await compare(database, seen, [])
  say(`callers: ${seen.callers.length} calls, ${answered} answered; booked as answered: ${booked}`)
  return [
    ...wrong,
    ...breaches.map(({ id, says, rows }) => `${id}, ${says}: ${JSON.stringify(rows.slice(0, 3))}`),
    ...differences,
  ]
}
