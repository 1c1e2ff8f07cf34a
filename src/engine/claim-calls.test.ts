// Which calls of another node an engine may take, by the signs of life of that node.
import type pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { claimOpenCalls } from '#db/calls/open-calls.ts'
import { makePool } from '#db/database.ts'
import { databaseForEachTest } from '#test/support/database.ts'
import { ScriptedSwitch } from '#test/support/scripted-switch.ts'
import { startTestEngine } from '#test/support/test-engine.ts'
import { makeWorld } from '#test/support/world.ts'

const fresh = databaseForEachTest()
let database: pg.Pool

beforeEach(async () => {
  database = makePool(fresh.url, 'test', 2)
  await database.query(`insert into node (id, name) values (2, 'Second')`)
  await makeWorld(database)
  const kamailio = new ScriptedSwitch()
  const second = await startTestEngine(kamailio, { url: fresh.urls.engine, engine: 'a2' })
  await kamailio.invite()
  await second.stop()
  await database.query('delete from process_state')
})
afterEach(async () => {
  await database.end()
})

/** When a process of node 1 or 2 was last seen. */
const seen = (node_id: number, name: string, seconds_ago: number) =>
  database.query(
    `insert into process_state (node_id, name, state, seen_at, facts)
      values ($1, $2, 'running', now() - make_interval(secs => $3),
        jsonb_build_object('steady_since', now() - interval '1 hour'))`,
    [node_id, name, seconds_ago],
  )

test.each([
  ['an engine that was silent for 15 seconds loses its calls', 20, undefined, 1],
  ['one that was seen since keeps them', 10, undefined, 0],
  ['one whose supervisor is alive has a minute to come back', 20, 5, 0],
  ['but no longer', 70, 5, 1],
  ['a supervisor that is silent itself changes nothing', 20, 20, 1],
] as const)('%s', async (_, engine_ago, supervisor_ago, claimed) => {
  await seen(1, 'calls-a', 1)
  await seen(2, 'calls-a2', engine_ago)
  if (supervisor_ago !== undefined) await seen(2, 'supervisor', supervisor_ago)
  expect(await claimOpenCalls(database, 'a', [])).toHaveLength(claimed)
})
