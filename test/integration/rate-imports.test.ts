// Imports of rates beside calls: the engine charges each call by the rates that it began with, the
// worker runs in its thread, and what is stopped leaves no trace.

import type pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  applyRateImport,
  getRateImportCharges,
  previewRateImport,
  stopRateImport,
} from '#contract/rate-imports/rate-imports.ts'
import { makePool } from '#db/database.ts'
import type { Engine } from '#engine/engine.ts'
import { apiForFile } from '../support/api.ts'
import { doRateImports } from '../support/do-jobs.ts'
import {
  AT_ONCE,
  applyRates,
  previewRates,
  readImport,
  undoRates,
  uploadRates,
} from '../support/rate-imports.ts'
import { ScriptedSwitch } from '../support/scripted-switch.ts'
import { startTestEngine } from '../support/test-engine.ts'
import { startTestJobs } from '../support/test-jobs.ts'
import { checkBooks, makeWorld, type World } from '../support/world.ts'

const api = apiForFile()
let engine: Engine
let world: World
let database: pg.Pool
const kamailio = new ScriptedSwitch()

beforeAll(async () => {
  database = makePool(api.url, 'test', 2)
  world = await makeWorld(database)
  engine = await startTestEngine(kamailio, { url: api.engine_url })
})
afterAll(async () => {
  await engine.stop()
  await checkBooks(database)
  await database.end()
})

async function answered() {
  const call = await kamailio.invite()
  const answer = { answered_at: Date.now() / 1000, gateway_id: world.gateway_ids[0], sip_code: 200 }
  kamailio.event('answered', call, answer)
  return { call, answer }
}

/** The charge of a minute of talk, in millionths. */
async function chargeOf({ call, answer }: Awaited<ReturnType<typeof answered>>) {
  const ended = { ...answer, ended_at: answer.answered_at + 60, released_by: 'caller' as const }
  const key = kamailio.event('ended', call, { ...ended, live: false })
  await vi.waitFor(() => expect(kamailio.acknowledged).toContain(key))
  const { rows } = await database.query<{ net: number }>(
    'select net from call_charge where depth = 0 and call_id = $1',
    [call.decision?.call_id],
  )
  return rows[0]?.net
}

/** The first call for whose first minute this is held: before, the engine has the old rates. */
const answeredHolding = (held: number) =>
  vi.waitFor(async () => {
    const one = await answered()
    const { rows } = await database.query<{ held: number }>(
      'select held[1] as held from open_call where call_id = $1',
      [one.call.decision?.call_id],
    )
    if (rows[0]?.held === held) return one
    await chargeOf(one)
    throw new Error(`no call holds ${held} yet`)
  })

test('a call keeps the rate it began with, also when an import is applied and undone', async () => {
  const before = await answered()
  const { id } = await previewRates(api, world.sell_tariff_id, ['prefix,rate', '44,0.06'])
  await applyRates(api, id)
  const { rows: events } = await database.query(
    `select topic, account_id, sentence from notification_event where subject_id = $1`,
    [world.sell_tariff_id],
  )
  const sentence = expect.stringMatching(/^Rates of .+ were imported: 1 begin, 1 end or change\.$/)
  expect(events).toEqual([{ topic: 'IMPORT_APPLIED', account_id: null, sentence }])
  const during = await answeredHolding(60_000)
  expect(await chargeOf(before)).toBe(30_000)
  expect(await chargeOf(during)).toBe(60_000)
  const later = await answeredHolding(60_000)
  const charges = await api.admin.call(getRateImportCharges, { params: { id } })
  expect(charges.data).toEqual([{ currency: 'USD', calls: 1, amount: 60_000 }])
  expect(await undoRates(api, id)).toMatchObject({ state: 'UNDONE' })
  const after = await answeredHolding(30_000)
  expect(await chargeOf(later)).toBe(60_000)
  expect(await chargeOf(after)).toBe(30_000)
  await checkBooks(database)
})

const CONFIRMED = {
  skips_invalid: true,
  confirms_large: true,
  confirms_removed: true,
  country_conflicts_reason: '',
}

test('an import that is stopped while it is applied changes no rate', async () => {
  const { id } = await previewRates(api, world.sell_tariff_id, ['prefix,rate', '44,0.09', '45,0.1'])
  const params = { id }
  await api.admin.call(applyRateImport, { params, body: CONFIRMED })
  const holder = await database.connect()
  await holder.query('begin')
  await holder.query('select from tariff where id = $1 for update', [world.sell_tariff_id])
  const work = doRateImports(api)
  await vi.waitFor(async () => {
    const { rows } = await database.query(
      `select from pg_locks l join pg_stat_activity a using (pid)
        where not l.granted and a.application_name = 'softswitch rate imports'`,
    )
    expect(rows).toHaveLength(1)
  })
  expect((await api.admin.call(stopRateImport, { params })).data.state).toBe('PREVIEWED')
  await holder.query('rollback')
  holder.release()
  await work
  expect(await readImport(api, id)).toMatchObject({ state: 'PREVIEWED', error: '' })
  const { rows } = await database.query<{ prefix: string; rate: number }>(
    'select prefix, rate from tariff_rate where tariff_id = $1',
    [world.sell_tariff_id],
  )
  expect(rows).toEqual([{ prefix: '44', rate: 3_000_000 }])
})

test('the jobs take up what users request, in threads of their own', async () => {
  const stopJobs = await startTestJobs({ url: api.jobs_url })
  const { data } = await uploadRates(api.admin, world.sell_tariff_id, 'prefix,rate\n46,0.01\n')
  const params = { id: data.id }
  const isIn = (state: string) =>
    vi.waitFor(async () => expect((await readImport(api, data.id)).state).toBe(state))
  const body = { ...AT_ONCE, layout: data.layout! }
  expect((await api.admin.call(previewRateImport, { params, body })).status).toBe(200)
  await isIn('PREVIEWED')
  await api.admin.call(applyRateImport, { params, body: CONFIRMED })
  await isIn('APPLIED')
  const { rows } = await database.query('select * from failing_work')
  expect(rows).toEqual([])
  await stopJobs()
})
