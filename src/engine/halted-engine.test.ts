// An engine that halts within a batch, as when its machine loses power, and another one.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeClient, makePool } from '#db/database.ts'
import { databaseForEachTest } from '#test/support/database.ts'
import { type FlakyDatabase, openFlakyDatabase } from '#test/support/flaky-database.ts'
import { ScriptedSwitch } from '#test/support/scripted-switch.ts'
import { startTestEngine } from '#test/support/test-engine.ts'
import { checkBooks, makeWorld } from '#test/support/world.ts'

const fresh = databaseForEachTest()
let flaky: FlakyDatabase

beforeEach(async () => {
  flaky = await openFlakyDatabase(fresh.urls.engine)
})
afterEach(async () => {
  await flaky.close()
})

test('rows that a halted engine has locked are free for other engines after seconds', async () => {
  const database = makePool(fresh.url, 'test', 2)
  const holder = makeClient(fresh.url, 'holder')
  await holder.connect()
  await makeWorld(database)
  const switches = { halted: new ScriptedSwitch(), other: new ScriptedSwitch() }
  const halted = await startTestEngine(switches.halted, { url: flaky.url, engine: 'a' })
  const other = await startTestEngine(switches.other, { url: fresh.urls.engine, engine: 'b' })
  const engineIs = (state: string) =>
    vi.waitFor(async () => {
      const { rowCount } = await database.query(
        `select from pg_stat_activity where datname = current_database()
           and application_name like '%engine a' and ${state}`,
      )
      expect(rowCount).toBe(1)
    })
  try {
    await holder.query('begin')
    await holder.query('select from account_balance for update')
    const lost = switches.halted.invite()
    await engineIs(`wait_event_type = 'Lock'`)
    flaky.hang()
    await holder.query('commit')
    await engineIs(`state = 'idle in transaction'`)
    expect((await switches.other.invite()).decision).toMatchObject({ kind: 'route' })
    flaky.resume()
    expect((await lost).decision).toMatchObject({ sip_code: 503 })
    await vi.waitFor(
      async () =>
        expect((await switches.halted.invite()).decision).toMatchObject({ kind: 'route' }),
      10_000,
    )
    await checkBooks(database)
  } finally {
    flaky.resume()
    await halted.stop()
    await other.stop()
    await holder.end()
    await database.end()
  }
})

test('an engine has given a sign of life when it takes its first call', async () => {
  const { engine: url } = fresh.urls
  const engine = await startTestEngine(new ScriptedSwitch(), { url, engine: 'a' })
  const database = makePool(fresh.url, 'test', 1)
  const { rows } = await database.query('select name, state from process_state')
  await database.end()
  await engine.stop()
  expect(rows).toEqual([{ name: 'calls-a', state: 'starting' }])
})
