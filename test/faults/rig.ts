// The switch and the engine with wires between them and the database, and clocks that can be set:
// faults that no kill can bring about.
import { globSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { makePool } from '#db/database.ts'
import { type RunningKamailio, startKamailio } from '../sip/kamailio.ts'
import { type EngineProcess, startEngineProcess } from '../support/engine-process.ts'
import { type Addresses, addressesIn, setUpCarrier } from './carrier.ts'
import { arrivesOnce, databaseTarget, type Fate, openWire, urlOver, type Wire } from './wire.ts'

export interface RigOptions {
  /** A migrated database with nothing in it. */
  readonly database_url: string
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
  /** What becomes of messages from the switch. */
  setFate(fate: Fate): void
  /** Sets the clock on the wall of one of them so many seconds off; false if nothing can. */
  setClock(whose: 'engine' | 'kamailio', seconds: number): Promise<boolean>
  engineLog(): string
  stop(): Promise<void>
}

export async function startRig(options: RigOptions): Promise<Rig> {
  const addresses = addressesIn(options.network)
  const folder = await mkdtemp(join(tmpdir(), 'softswitch-rig-'))
  const clocks = await makeClocks(folder)
  const database = makePool(options.database_url, 'faults', 2)
  let fate = arrivesOnce
  const kamailio = await startKamailio({
    address: addresses.switch,
    first_port: options.first_port,
    environment: clocks.environment('kamailio'),
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
    await setUpCarrier(database, addresses)
    engine = await startEngineProcess(
      urlOver(options.database_url, database_wire),
      { ...kamailio.link, evapi_port: switch_wire.port },
      clocks.environment('engine'),
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
    setClock: clocks.set,
    engineLog: () => engine?.log() ?? '',
    stop,
  }
}

const LIBRARY = '/usr/lib/*-linux-gnu/faketime/libfaketime{MT,}.so.1'

/** Programs that believe what a file says about the time of day, but not about how it passes. */
async function makeClocks(folder: string) {
  const [library] = globSync(LIBRARY).sort().reverse()
  const fileOf = (whose: string) => join(folder, `clock-of-${whose}`)
  for (const whose of ['engine', 'kamailio']) await writeFile(fileOf(whose), '+0\n')
  return {
    environment(whose: 'engine' | 'kamailio'): Readonly<Record<string, string>> {
      if (!library) return {}
      return {
        LD_PRELOAD: library,
        FAKETIME_TIMESTAMP_FILE: fileOf(whose),
        FAKETIME_NO_CACHE: '1',
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
        DONT_FAKE_MONOTONIC: '1',
      }
    },
    async set(whose: 'engine' | 'kamailio', seconds: number): Promise<boolean> {
      await writeFile(fileOf(whose), `${seconds < 0 ? '' : '+'}${seconds}\n`)
      return library !== undefined
    },
  }
}
