import type pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makePool } from '#db/database.ts'
import { signalOver } from '#db/signals.ts'
import { databaseForEachTest } from '#test/support/database.ts'
import { ScriptedSwitch } from '#test/support/scripted-switch.ts'
import { endTestEngine, startTestEngine } from '#test/support/test-engine.ts'
import { makeWorld } from '#test/support/world.ts'
import type { Engine } from './engine.ts'

const fresh = databaseForEachTest()
let database: pg.Pool
let engine: Engine

beforeEach(async () => {
  database = makePool(fresh.url, 'test', 3)
  await makeWorld(database)
})

afterEach(() => endTestEngine(engine, database))

test('a call without a rate has its destination from the code deck, as it is now', async () => {
  const kamailio = new ScriptedSwitch()
  engine = await startTestEngine(kamailio, { url: fresh.urls.engine })
  const expectDestination = (destination: string) =>
    vi.waitFor(async () => {
      await kamailio.invite({ dialled_number: '212661234567' })
      const { rows } = await database.query(
        'select refusal, prefix, destination from call_record order by started_at desc limit 1',
      )
      expect(rows).toEqual([{ refusal: 'DEST_NO_RATE', prefix: null, destination }])
    })
  await expectDestination('Morocco mobile')
  await database.query(`update code_deck_entry set destination = 'Morocco GSM'
    where destination = 'Morocco mobile'`)
  await signalOver(database, { changed: 'code_deck' })
  await expectDestination('Morocco GSM')
})
