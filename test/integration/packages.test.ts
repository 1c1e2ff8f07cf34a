// A route test of a client with a package against the very call: both take the same seconds.
import type pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { testRoute } from '#contract/routing/route-tests.ts'
import { makePool } from '#db/database.ts'
import type { Engine } from '#engine/engine.ts'
import { apiForFile } from '../support/api.ts'
import { givePackage } from '../support/packages.ts'
import { ScriptedSwitch } from '../support/scripted-switch.ts'
import { startTestEngine } from '../support/test-engine.ts'
import { checkBooks, makeWorld, type World } from '../support/world.ts'

const api = apiForFile()
let engine: Engine
let world: World
let database: pg.Pool
const kamailio = new ScriptedSwitch()

beforeAll(async () => {
  database = makePool(api.url, 'test', 2)
  world = await makeWorld(database, { first_increment: 30, next_increment: 6 })
  await database.query('update account set vat_percent = 200000 where id = $1', [world.client_id])
  await database.query('update tariff set connect_fee = 10000')
  await givePackage(database, world.client_id, { seconds: 40 })
  engine = await startTestEngine(kamailio, {
    url: api.engine_url,
    random: () => 0,
  })
})
afterAll(async () => {
  await engine.stop()
  await checkBooks(database)
  await database.end()
})

const foretell = async (duration_seconds: number) => {
  const body = {
    by: 'client' as const,
    client_id: world.client_id,
    source_ip: '',
    source_port: 5060,
    transport: 'UDP' as const,
    username: '',
    dialled_number: '442071838750',
    caller_number: '4930123456',
    // The clock of the API does not move in tests; the rates begin by the clock of the database.
    at: new Date(Date.now() + 60_000).toISOString(),
    duration_seconds,
  }
  return (await api.admin.call(testRoute, { body })).data
}

test('a test of a route takes of the package what the call then does', async () => {
  const within = await foretell(31)
  // Started increments are taken of the package, too.
  expect(within.payers[0]).toMatchObject({ package_seconds: 36, billed_seconds: 0, amount: 0 })
  expect(within.steps).toContainEqual(expect.objectContaining({ step: 'PACKAGES' }))
  const foretold = (await foretell(60)).payers[0]
  expect(foretold).toMatchObject({ package_seconds: 40, billed_seconds: 30 })

  const call = await kamailio.invite()
  const answered_at = Date.now() / 1000
  const answer = { answered_at, gateway_id: world.gateway_ids[0], sip_code: 200 }
  kamailio.event('answered', call, answer)
  const ended = { ...answer, ended_at: answered_at + 60, released_by: 'caller' as const }
  const key = kamailio.event('ended', call, { ...ended, live: false })
  await vi.waitFor(() => expect(kamailio.acknowledged).toContain(key))

  const { rows } = await database.query(
    'select package_seconds, billed_seconds, net, vat, amount from call_charge where depth = 0',
  )
  const { package_seconds, billed_seconds, net, vat, amount } = foretold!
  expect(rows).toEqual([{ package_seconds, billed_seconds, net, vat, amount }])
  // Nothing is left of it: the same call now costs its whole minute.
  expect((await foretell(60)).payers[0]).toMatchObject({ package_seconds: 0, billed_seconds: 60 })
})
