// Why the switch has cut a call: the engine against a real database and a switch that the tests
// script.
import type pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makePool } from '#db/database.ts'
import { databaseForEachTest } from '#test/support/database.ts'
import { ScriptedSwitch } from '#test/support/scripted-switch.ts'
import { startTestEngine } from '#test/support/test-engine.ts'
import { checkBooks, makeWorld, putResellersAbove, type World } from '#test/support/world.ts'
import type { Engine } from './engine.ts'

const fresh = databaseForEachTest()
let database: pg.Pool
let world: World
const engines: Engine[] = []

beforeEach(async () => {
  database = makePool(fresh.url, 'test', 3)
  world = await makeWorld(database)
})

afterEach(async () => {
  for (const engine of engines.splice(0)) await engine.stop()
  await checkBooks(database)
  await database.end()
})

async function start(engine: string): Promise<ScriptedSwitch> {
  await database.query('update change_number set number = number + 1')
  const kamailio = new ScriptedSwitch()
  engines.push(await startTestEngine(kamailio, { url: fresh.urls.engine, engine, random: () => 0 }))
  return kamailio
}

/** A call that the switch cuts after these seconds, reported as `teller` says. */
async function cut(kamailio: ScriptedSwitch, reason: string, seconds: number, teller = kamailio) {
  const call = await kamailio.invite()
  const answered_at = Date.now() / 1000
  const answer = { answered_at, gateway_id: world.gateway_ids[0], sip_code: 200 }
  const answered = kamailio.event('answered', call, answer)
  await vi.waitFor(() => expect(kamailio.acknowledged).toContain(answered))
  const ended_at = answered_at + seconds
  const end = { ...answer, live: false, ended_at, released_by: 'switch', reason } as const
  const ended = teller.event('ended', call, end)
  await vi.waitFor(() => expect(teller.acknowledged).toContain(ended))
  const { rows } = await database.query('select refusal from call_record where is_last')
  return rows[0].refusal
}

const limits = {
  'one call may cost no more': ['COST_LIMIT_END', 'update client set per_call_cost_limit = 6000'],
  'its day may cost no more': [
    'SPEND_LIMIT_END',
    'update account_balance set daily_spend_limit = 6000',
  ],
  'the carrier lets us owe no more': [
    'SETTLEMENT_LIMIT_END',
    `update account_balance set max_debt = 2000
      where account_id = (select min(account_id) from settlement)`,
  ],
  'its longest duration is reached': [
    'DURATION_LIMIT',
    'update client set max_call_duration_seconds = 12',
  ],
} as const

test.each(Object.entries(limits))('after 12 seconds %s', async (_name, [refusal, limit]) => {
  await database.query(limit)
  expect(await cut(await start('a'), 'limit', 12)).toBe(refusal)
})

test('the money of a reseller ends', async () => {
  // 12 seconds at 0.02 a minute.
  await putResellersAbove(database, world.client_id, [2_000_000], 4000)
  expect(await cut(await start('a'), 'limit', 12.6)).toBe('BALANCE_END')
})

test('there is money, and the clock of the switch was set forward', async () => {
  await database.query('update account_balance set daily_spend_limit = 6000')
  expect(await cut(await start('a'), 'limit', 9.8)).toBe('LEASE_END')
})

test('there is money, and nobody has held more of it', async () => {
  expect(await cut(await start('a'), 'limit', 60)).toBe('LEASE_END')
})

test('there is money, and the caller does not know the call any more', async () => {
  expect(await cut(await start('a'), 'keep-alive', 42)).toBe('CALLER_GONE')
})

test('there is money, and the caller has not acknowledged the answer', async () => {
  expect(await cut(await start('a'), 'no-ack', 33)).toBe('NO_ACK')
})

test('the money has ended, and an engine tells that did not ask for it', async () => {
  await database.query(`update account_balance set daily_spend_limit = 6000`)
  const [first, second] = [await start('a'), await start('b')]
  expect(await cut(second, 'limit', 12, first)).toBe('SPEND_LIMIT_END')
})
