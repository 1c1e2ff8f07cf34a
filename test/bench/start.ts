// (e) An engine that is started on ten million rates: until it carries the first calls, and until
// it knows the last tariff. The switch is a script; everything else is real.
import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { pino } from 'pino'
import { makeClient } from '#db/database.ts'
import { migrate } from '#db/migrate.ts'
import { startEngine } from '#engine/engine.ts'
import { startPostgres } from '#supervisor/postgres/postgres.ts'
import { SYSTEM_CLOCK } from '../support/clocks.ts'
import { makeTestFolder } from '../support/postgres-for-tests.ts'
import { ScriptedSwitch } from '../support/scripted-switch.ts'
import { secretKeys } from '../support/secret-keys.ts'
import { makeWorld } from '../support/world.ts'
import { formatNumber, printTable } from './measure.ts'

const TARIFFS = 2000
const RATES_A_TARIFF = 5000
const CALLER = '192.0.2.7'
const LOOK_MS = 50
const PATIENCE_SECONDS = 300

export async function measureStart(): Promise<void> {
  const folder = await makeTestFolder()
  const postgres = await startPostgres({ folder, log: () => {} })
  try {
    await migrate(postgres.url)
    const client = makeClient(postgres.url, 'bench')
    await client.connect()
    await makeWorld(client, { source: CALLER })
    await insertTariffs(client)
    await client.end()
    const { first, all } = await timeStart(postgres.url)
    const rates = formatNumber(TARIFFS * RATES_A_TARIFF)
    printTable(`(e) Start of the engine with ${rates} rates in ${formatNumber(TARIFFS)} tariffs`, [
      ['until a call of the first tariffs is carried', `${formatNumber(first, 1)} s`, '<= 5 s'],
      ['until all rates are known', `${formatNumber(all, 1)} s`, '< 30 s'],
    ])
  } finally {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Price lists that differ, of which the small carrier uses none. */
async function insertTariffs(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ id: number }>(
    `insert into tariff (owner_id, name, kind)
     select 1, 'List ' || n, 'BUY' from generate_series(1, $1) n returning id`,
    [TARIFFS],
  )
  const ids = rows.map(({ id }) => id)
  const lines = function* () {
    for (const id of ids) {
      const block: string[] = []
      for (let at = 0; at < RATES_A_TARIFF; at++) {
        const prefix = 10_000 + at * 17
        const rate = 1_000_000 + ((id * 31 + at * 7) % 900_000)
        block.push(`${id}\t${prefix}\tDestination ${at % 700}\t${rate}\n`)
      }
      yield block.join('')
    }
  }
  const into = client.query(
    copyFrom('copy tariff_rate (tariff_id, prefix, destination, rate) from stdin'),
  )
  await pipeline(Readable.from(lines()), into)
  await client.query('vacuum analyze tariff_rate')
}

/** Seconds from the start of the engine, each. */
async function timeStart(url: string): Promise<{ first: number; all: number }> {
  const swtch = new ScriptedSwitch()
  const begun = performance.now()
  const seconds = () => (performance.now() - begun) / 1000
  let all = Number.NaN
  const write = (line: string) => {
    if (line.includes('routing snapshot loaded')) all = seconds()
  }
  const log = pino({ level: 'info' }, { write })
  const engine = await startEngine({
    secretKeys,
    url,
    engine: 'a',
    clock: SYSTEM_CLOCK,
    random: Math.random,
    randomId: randomUUID,
    log,
    connect: swtch.connect,
  })
  let first = Number.NaN
  while ((Number.isNaN(first) || Number.isNaN(all)) && seconds() < PATIENCE_SECONDS) {
    if (Number.isNaN(first)) {
      const { decision } = await swtch.invite({ source_ip: CALLER })
      if (decision?.kind === 'route') first = seconds()
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
  await engine.stop()
  return { first, all }
}
