// Calls whose media has stopped, and calls that only look so: the engine against a real database
// and a switch that the tests script.
import type pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makePool } from '#db/database.ts'
import { clockAhead } from '#test/support/clocks.ts'
import { databaseForEachTest } from '#test/support/database.ts'
import { answeredDialog, ScriptedSwitch } from '#test/support/scripted-switch.ts'
import { compared, endTestEngine, QUICK_PACE, startTestEngine } from '#test/support/test-engine.ts'
import { makeWorld, type World, type WorldOptions } from '#test/support/world.ts'
import type { Engine } from './engine.ts'
import type { RelayedMedia } from './kamailio/switch-link.ts'

const fresh = databaseForEachTest()
let database: pg.Pool
let engine: Engine
let kamailio: ScriptedSwitch
let world: World
/** Added to both clocks, to let calls last without waiting. */
let passed_ms = 0

const now = () => (Date.now() + passed_ms) / 1000
const rows = async (sql: string) => (await database.query(sql)).rows
/** Far shorter than the pause between two looks, so that the first of them is seen. */
const AT_ONCE = { interval: 5 }

beforeEach(async () => {
  passed_ms = 0
  database = makePool(fresh.url, 'test', 3)
})

afterEach(() => endTestEngine(engine, database))

async function begin(options: WorldOptions = {}, settings: object = {}): Promise<void> {
  world = await makeWorld(database, options)
  // Only the second goes past the relay, if the client lets it.
  await database.query(`update gateway set media_mode = 'PROXY' where id = $1`, [
    world.gateway_ids[0],
  ])
  await database.query(`insert into setting (key, value) values ('general', $1)`, [settings])
  kamailio = new ScriptedSwitch()
  engine = await startTestEngine(kamailio, {
    url: fresh.urls.engine,
    clock: clockAhead(() => passed_ms),
    pace: QUICK_PACE,
  })
}

const relayed = (last_packet_at: number, is_held = false): RelayedMedia => ({
  kind: 'relayed',
  last_packet_at,
  is_held,
})

/** A call that was answered now, and that the switch has. */
async function answered(media: (now: number) => RelayedMedia, over: 0 | 1 = 0) {
  const call = await kamailio.invite()
  const answered_at = now()
  const answer = { answered_at, gateway_id: world.gateway_ids[over], sip_code: 200 }
  const { dialog, sip_call_id } = call.invite
  kamailio.media.set(sip_call_id, media(answered_at))
  kamailio.dialogs.push(answeredDialog(call, answer))
  const key = kamailio.event('answered', call, answer)
  await vi.waitFor(() => expect(kamailio.acknowledged).toContain(key))
  return { call, dialog, answer }
}

test('a call is ended when no media came for a minute, and booked to its last packet', async () => {
  await begin({ media_mode: 'DIRECT' })
  const silent = await answered((at) => relayed(at + 20))
  const unknown = await answered(() => ({ kind: 'gone' }))
  const talking = await answered((at) => relayed(at + 70))
  const held = await answered((at) => relayed(at + 20, true))
  const unreached = await answered((at) => relayed(at + 20))
  const past = await answered(() => ({ kind: 'gone' }), 1)
  // One comparison learns of the last packets, and a minute later nothing has moved but one.
  passed_ms = 30_000
  await compared(kamailio, 1)
  kamailio.media.set(talking.call.invite.sip_call_id, relayed(now() + 60))
  kamailio.media.set(unreached.call.invite.sip_call_id, { kind: 'no_reply' })
  passed_ms = 95_000
  const ended = () => new Set(kamailio.ended)
  await vi.waitFor(() => expect(ended().size).toBe(2), AT_ONCE)
  expect(ended()).toEqual(new Set([silent.dialog, unknown.dialog]))
  // Three looks without a reply are more than a lost datagram, and the others are spared by all.
  await vi.waitFor(() => expect(kamailio.ended).toContain(unreached.dialog))
  for (const spared of [talking, held, past]) {
    expect(kamailio.ended).not.toContain(spared.dialog)
  }
  const end = { ended_at: now(), released_by: 'switch' as const, q850_cause: 41 }
  const key = kamailio.event('ended', silent.call, { ...silent.answer, ...end })
  await vi.waitFor(() => expect(kamailio.acknowledged).toContain(key))
  expect(await rows('select refusal, duration_ms, sell_amount from call_record')).toEqual([
    { refusal: 'RTP_TIMEOUT', duration_ms: 20_000, sell_amount: 10_000 },
  ])
})

test('with the setting at 0 silence ends no call', async () => {
  await begin({}, { rtp_timeout_seconds: 0 })
  await answered(() => ({ kind: 'gone' }))
  passed_ms = 75_000
  await compared(kamailio, 1)
  expect(kamailio.ended).toEqual([])
})
