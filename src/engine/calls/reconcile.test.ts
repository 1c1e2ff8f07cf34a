// The open calls beside the lists of the switch: the engine against a real database and a switch
// that the test scripts.
import type pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makePool } from '#db/database.ts'
import { clockAhead } from '#test/support/clocks.ts'
import { databaseForEachTest } from '#test/support/database.ts'
import { answeredDialog, ScriptedSwitch } from '#test/support/scripted-switch.ts'
import { compared, endTestEngine, QUICK_PACE, startTestEngine } from '#test/support/test-engine.ts'
import { makeWorld } from '#test/support/world.ts'
import type { Engine } from '../engine.ts'

const fresh = databaseForEachTest()
const kamailio = new ScriptedSwitch()
let database: pg.Pool
let engine: Engine
/** Added to both clocks, to let calls last without waiting. */
let passed_ms = 0

const now = () => (Date.now() + passed_ms) / 1000
const rows = async (sql: string) => (await database.query(sql)).rows

beforeEach(async () => {
  database = makePool(fresh.url, 'test', 3)
})
afterEach(() => endTestEngine(engine, database))

test('a call is lost when two lists running lack it, not when only one of two does', async () => {
  const { gateway_ids } = await makeWorld(database)
  engine = await startTestEngine(kamailio, {
    url: fresh.urls.engine,
    clock: clockAhead(() => passed_ms),
    pace: QUICK_PACE,
  })
  const call = await kamailio.invite()
  const answer = { answered_at: now(), gateway_id: gateway_ids[0], sip_code: 200 }
  kamailio.dialogs = [answeredDialog(call, answer)]
  const key = kamailio.event('answered', call, answer)
  await vi.waitFor(() => expect(kamailio.acknowledged).toContain(key))
  // Old enough to be missed.
  passed_ms = 12_000
  const records = () => rows('select refusal from call_record')
  for (let time = 0; time < 2; time++) {
    kamailio.empty_listings = 1
    await vi.waitFor(() => expect(kamailio.empty_listings).toBe(0))
    await compared(kamailio, 1)
    expect(await records()).toEqual([])
    expect(await rows('select 1 from open_call')).toHaveLength(1)
  }
  kamailio.empty_listings = 2
  await vi.waitFor(async () => expect(await records()).toEqual([{ refusal: 'CALL_LOST' }]))
})
