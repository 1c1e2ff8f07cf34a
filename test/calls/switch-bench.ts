// A Kamailio of its own for each file of tests, with a scripted engine, callers and gateways.
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import type { Stamp } from '#engine/kamailio/stamp.ts'
import { type RunningKamailio, startKamailio } from '../sip/kamailio.ts'
import { type RunningSipp, type SippOptions, type SippResult, startSipp } from '../sip/sipp.ts'
import { type ScriptedEngine, startEngine } from './scripted-engine.ts'

/** A network of loopback addresses, and the first of the ports of the switch in it. */
export type Place = {
  readonly network: string
  readonly first_port: number
  /** Whether the switch has a second address there. */
  readonly has_tunnel?: boolean
  /** UDP alone unless given. */
  readonly transports?: readonly ('udp' | 'tcp')[]
  /** Environment of Kamailio, beside our own. */
  readonly environment?: Readonly<Record<string, string>>
}

const HOME: Place = { network: '127.0.40', first_port: 10800 }

/** Who is where in a network. */
export const addressesIn = ({ network }: Place) => ({
  SWITCH: `${network}.1`,
  /** Another address of the switch. */
  TUNNEL: `${network}.2`,
  CALLER: `${network}.11`,
  STRANGER: `${network}.12`,
  GATEWAY: `${network}.21`,
  SECOND: `${network}.22`,
})

export const { SWITCH, CALLER, STRANGER, GATEWAY, SECOND } = addressesIn(HOME)

type Places = SippOptions['places']

export type Bench = {
  kamailio: RunningKamailio
  /** A new one for each test. */
  engine: ScriptedEngine
  gateway(scenario: string, places?: Places, address?: string, calls?: number): Promise<RunningSipp>
  caller(scenario: string, places?: Places): Promise<RunningSipp>
  /** A caller, waited for. */
  call(scenario: string, places?: Places): Promise<SippResult>
}

/** Sets the switch up before the tests of the file, and cleans up behind each of them. */
export function setUpSwitch(place: Place = HOME): Bench {
  const { SWITCH, TUNNEL, CALLER, GATEWAY } = addressesIn(place)
  const phones: RunningSipp[] = []
  async function start(options: SippOptions): Promise<RunningSipp> {
    const started = await startSipp(options)
    phones.push(started)
    return started
  }
  const bench = {
    gateway: (scenario, places = {}, address = GATEWAY, calls = 1) =>
      start({ scenario, address, places, calls }),
    caller: (scenario, places = {}) =>
      start({ scenario, places, address: CALLER, to: SWITCH, number: '441234' }),
    call: async (scenario, places) => (await bench.caller(scenario, places)).finished,
    // The switch and the engine are there before the first test begins.
  } as Bench

  beforeAll(async () => {
    bench.kamailio = await startKamailio({
      address: SWITCH,
      first_port: place.first_port,
      ...(place.has_tunnel ? { tunnel: TUNNEL } : {}),
      ...(place.transports ? { transports: place.transports } : {}),
      ...(place.environment ? { environment: place.environment } : {}),
    })
  })
  afterAll(() => bench.kamailio?.stop())
  beforeEach(async () => {
    bench.engine = await startEngine(bench.kamailio.link)
  })
  afterEach(async () => {
    await bench.engine.hearAll()
    await bench.engine.close()
    for (const phone of phones.splice(0)) await phone.stop()
  })
  return bench
}

/** The first message may be read so much later than it was sent: the machine may be busy. */
const LATE_SECONDS = 0.8

/**
 * The time between two stamps is the pause of a phone at least. It may be any longer on a busy
 * machine, but the second stamp is no later than now.
 */
export function expectSeconds(
  from: Stamp | null | undefined,
  to: Stamp | null | undefined,
  seconds: number,
): void {
  const between = (to ?? 0) - (from ?? 0)
  expect(between).toBeGreaterThan(Math.max(0, seconds - LATE_SECONDS))
  expect(to ?? Infinity).toBeLessThanOrEqual(Date.now() / 1000)
}

/** It expires these seconds after an instant between `from` and now; the switch rounds them. */
export function expectExpiry(
  expires_at: Stamp | null | undefined,
  from: Stamp,
  seconds: number,
): void {
  expect(expires_at ?? 0).toBeGreaterThanOrEqual(from + seconds - 1)
  expect(expires_at ?? 0).toBeLessThanOrEqual(Date.now() / 1000 + seconds + 1)
}
