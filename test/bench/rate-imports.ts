// (h) A million rates are imported into a tariff that has as many, while an engine decides calls:
// the seconds of each step, how long calls wait meanwhile, and the longest pause of the engine when
// it takes the new rates.
import { randomUUID } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { pino } from 'pino'
import { type Database, openDatabase } from '#db/database.ts'
import { finishUpload } from '#db/rate-imports/rate-imports.ts'
import { signalOver } from '#db/signals.ts'
import { startEngine } from '#engine/engine.ts'
import { RATE_FILES } from '#jobs/rate-imports/rate-files.ts'
import { withDatabase } from '../faults/test-database.ts'
import { SYSTEM_CLOCK } from '../support/clocks.ts'
import { ScriptedSwitch } from '../support/scripted-switch.ts'
import { secretKeys } from '../support/secret-keys.ts'
import { makeWorld } from '../support/world.ts'
import { connect } from './charging-cycles.ts'
import { formatNumber, printTable, quantile } from './measure.ts'
import { storeTable, workInThread } from './uploaded-files.ts'

const RATES = 1_000_000
const CALLER = '192.0.2.7'
const CALLS_PER_SECOND = 200
const PATIENCE_MS = 300_000

export const measureRateImports = (): Promise<void> => withDatabase(measureOn)

async function measureOn(url: string): Promise<void> {
  const client = await connect(url)
  const database = openDatabase(url, 'bench', 2)
  await makeWorld(client, { source: CALLER, balance: 1_000_000_000_000 })
  const tariff_id = await insertTariff(client)
  const loaded = { count: 0 }
  const engine = await openEngine(url, loaded)
  await until(() => loaded.count > 0)
  const calm = await callsDuring(engine.swtch, () => wait(5000))

  const begun = performance.now()
  const id = await uploadFile(client, database, tariff_id)
  const uploaded = performance.now()
  const preview = await callsDuring(engine.swtch, () => work(client, url, id, 'PREVIEWING'))
  const previewed = performance.now()
  const pause = monitorEventLoopDelay({ resolution: 1 })
  const before = loaded.count
  pause.enable()
  let applied = 0
  const apply = await callsDuring(engine.swtch, async () => {
    await work(client, url, id, 'APPLYING')
    applied = performance.now()
    await until(() => loaded.count > before)
  })
  pause.disable()
  const known = performance.now()
  const { rows } = await client.query<{ text: string }>(
    `select concat_ws(', ', state, up_count, down_count, unchanged_count) as text
      from rate_import where id = $1`,
    [id],
  )
  const seconds = (from: number, to: number) => `${formatNumber((to - from) / 1000, 1)} s`
  const show = (waits: readonly number[]) =>
    `${[0.5, 0.99, 1].map((share) => formatNumber(quantile(waits, share))).join(', ')} ms`
  printTable(
    `(h) ${formatNumber(RATES)} rates imported beside ${CALLS_PER_SECOND} calls a second`,
    [
      ['upload', seconds(begun, uploaded)],
      ['upload and preview', seconds(begun, previewed), '< 60 s'],
      ['apply', seconds(previewed, applied), '< 60 s'],
      ['until the engine has the rates', seconds(applied, known)],
      ['longest pause of the engine', `${formatNumber(pause.max / 1e6)} ms`, '< 20 ms'],
      ['a call waits without it: p50, p99, longest', show(calm)],
      ['during the preview', show(preview)],
      ['during the application', show(apply)],
      ['state, increases, decreases, unchanged', rows[0]?.text ?? ''],
    ],
  )
  await engine.stop()
  await Promise.all([client.end(), database.destroy()])
}

async function insertTariff(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    `insert into tariff (owner_id, name, kind) values (1, 'Million', 'SELL') returning id`,
  )
  const id = rows[0]?.id ?? 0
  await client.query(
    `insert into tariff_rate (tariff_id, prefix, destination, rate)
      select $1, (1000000 + n * 7)::text, 'Destination ' || n % 700, 1000000 + n % 900000
      from generate_series(1, $2::integer) n`,
    [id, RATES],
  )
  await client.query('vacuum analyze tariff_rate')
  return id
}

/** A third of the rates goes up, a third down, the others stay. */
function* linesOf(): Generator<string> {
  yield 'Prefix,Destination,Rate'
  for (let n = 1; n <= RATES; n++) {
    const rate = 1_000_000 + (n % 900_000) + (n % 3) - 1
    yield `${1_000_000 + n * 7},Destination ${n % 700},0.${String(rate).padStart(8, '0')}`
  }
}

/** As the API does. */
async function uploadFile(
  client: pg.Client,
  database: Database,
  tariff_id: number,
): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    `insert into rate_import (tariff_id, file_name, created_by)
      select $1, 'million.csv', min(id) from console_user returning id`,
    [tariff_id],
  )
  const id = rows[0]?.id ?? 0
  const read = await storeTable(database, { owner: 'rate_import', id }, linesOf(), RATE_FILES)
  await database
    .transaction()
    .execute((tx) => finishUpload(tx, id, { ...read, settlement_id: null }))
  return id
}

/** In a thread, as in the product. */
async function work(client: pg.Client, url: string, id: number, state: string): Promise<void> {
  await client.query('update rate_import set state = $2 where id = $1', [id, state])
  await signalOver(client, { changed: 'rate_import' })
  await workInThread('rate-imports/rate-import-worker.ts', url)
}

async function openEngine(url: string, loaded: { count: number }) {
  const swtch = new ScriptedSwitch()
  const write = (line: string) => {
    if (line.includes('routing snapshot loaded')) loaded.count += 1
  }
  const engine = await startEngine({
    secretKeys,
    url,
    engine: 'a',
    clock: SYSTEM_CLOCK,
    random: Math.random,
    randomId: randomUUID,
    log: pino({ level: 'info' }, { write }),
    connect: swtch.connect,
  })
  return { swtch, stop: () => engine.stop() }
}

/** How long each call waits for its decision while `run` is at work; all fail at once. */
async function callsDuring(swtch: ScriptedSwitch, run: () => Promise<void>): Promise<number[]> {
  const waits: number[] = []
  const end = { isDone: false }
  const running = run().finally(() => {
    end.isDone = true
  })
  const call = async () => {
    const begun = performance.now()
    const one = await swtch.invite({ source_ip: CALLER })
    waits.push(performance.now() - begun)
    swtch.event('failed', one, { ended_at: Date.now() / 1000, sip_code: 486 })
  }
  const calls: Promise<void>[] = []
  const begun = performance.now()
  while (!end.isDone) {
    // A process that was held up makes up for it, as callers do not wait for each other.
    const due = ((performance.now() - begun) / 1000) * CALLS_PER_SECOND
    while (calls.length < due) calls.push(call())
    await wait(2)
  }
  await Promise.all([running, ...calls])
  return waits
}

async function until(isTrue: () => boolean): Promise<void> {
  const ends = performance.now() + PATIENCE_MS
  while (!isTrue()) {
    if (performance.now() > ends) throw new Error('the engine does not load the rates')
    await wait(10)
  }
}
