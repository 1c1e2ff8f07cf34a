// The switch and the engine with wires between them and the database, and clocks that can be set:
// faults that no kill can bring about.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { makePool } from '#db/database.ts'
import { type RunningKamailio, startKamailio } from '../sip/kamailio.ts'
import { makeClock } from '../support/clocks.ts'
import { type EngineProcess, startEngineProcess } from '../support/engine-process.ts'
import { type Addresses, addressesIn, setUpFaults } from './set-up.ts'
import { arrivesOnce, databaseTarget, type Fate, openWire, urlOver, type Wire } from './wire.ts'

export interface RigOptions {
  /** A migrated database with nothing in it. */
  readonly database_url: string
  /** As the engine connects. */
  readonly engine_url: string
  /** The first three numbers of loopback addresses. */
  readonly network: string
  readonly first_port: number
}

export interface Rig {
  readonly addresses: Addresses
  readonly database: pg.Pool
  readonly kamailio: RunningKamailio
  /** Between the engine and the database, and between the engine and the switch. */
  readonly database_wire: Wire
  readonly switch_wire: Wire
  /** How messages from the switch arrive. */
  setFate(fate: Fate): void
  /** Moves the wall clock of one of them by these seconds; false if that is impossible. */
  setClock(whose: 'engine' | 'kamailio', seconds: number): Promise<boolean>
  engineLog(): string
  stop(): Promise<void>
}

export async function startRig(options: RigOptions): Promise<Rig> {
  const addresses = addressesIn(options.network)
  const folder = await mkdtemp(join(tmpdir(), 'softswitch-rig-'))
  const clocks = {
    engine: await makeClock(join(folder, 'clock-of-engine')),
    kamailio: await makeClock(join(folder, 'clock-of-kamailio')),
  }
  const database = makePool(options.database_url, 'faults', 2)
  let fate = arrivesOnce
  const kamailio = await startKamailio({
    address: addresses.entrances[0].switch,
    first_port: options.first_port,
    environment: clocks.kamailio.environment,
  })
  const database_wire = await openWire(databaseTarget(options.database_url))
  const switch_wire = await openWire(
    { host: '127.0.0.1', port: kamailio.link.evapi_port },
    () => fate,
  )
  let engine: EngineProcess | undefined
  async function stop(): Promise<void> {
    database_wire.heal()
    await engine?.stop()
    await database_wire.close()
    await switch_wire.close()
    await kamailio.stop()
    await database.end()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await setUpFaults(database, addresses)
    engine = await startEngineProcess(
      urlOver(options.engine_url, database_wire),
      { ...kamailio, link: { ...kamailio.link, evapi_port: switch_wire.port } },
      clocks.engine.environment,
    )
  } catch (error) {
    await stop()
    throw error
  }
  return {
    addresses,
    database,
    kamailio,
    database_wire,
    switch_wire,
    setFate: (next) => {
      fate = next
    },
    setClock: (whose, seconds) => clocks[whose].set(seconds),
    engineLog: () => engine?.log() ?? '',
    stop,
  }
}
