import type pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makePool } from '#db/database.ts'
import { databaseForEachTest } from '#test/support/database.ts'
import { ScriptedSwitch } from '#test/support/scripted-switch.ts'
import { endTestEngine, QUICK_PACE, startTestEngine } from '#test/support/test-engine.ts'
import { makeWorld } from '#test/support/world.ts'
import type { Engine } from '../engine.ts'

const fresh = databaseForEachTest()
let database: pg.Pool
let engine: Engine

beforeEach(async () => {
  database = makePool(fresh.url, 'test', 3)
  await makeWorld(database)
})

afterEach(() => endTestEngine(engine, database))

test('a re-rating that cannot be read is kept as failing, until it can', async () => {
  await database.query('alter table re_rating rename to away')
  const options = { url: fresh.urls.engine, pace: QUICK_PACE }
  engine = await startTestEngine(new ScriptedSwitch(), options)
  const expectFailing = (failing: unknown[]) =>
    vi.waitFor(async () => {
      const { rows } = await database.query('select work, message from failing_work')
      expect(rows).toEqual(failing)
    })
  const message = expect.stringContaining('re_rating')
  await expectFailing([{ work: 're-ratings', message }])
  await database.query('alter table away rename to re_rating')
  await expectFailing([])
})
