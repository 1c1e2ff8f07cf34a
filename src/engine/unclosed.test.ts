// Calls that have ended and cannot be closed, though the database answers.
import { setImmediate } from 'node:timers/promises'
import type pg from 'pg'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makePool } from '#db/database.ts'
import { findBreaches } from '#db/verify/invariants.ts'
import { clockAhead } from '#test/support/clocks.ts'
import { databaseForEachTest } from '#test/support/database.ts'
import { answeredDialog, ScriptedSwitch } from '#test/support/scripted-switch.ts'
import { endTestEngine, QUICK_PACE, startTestEngine } from '#test/support/test-engine.ts'
import { makeWorld, type World } from '#test/support/world.ts'
import type { Engine } from './engine.ts'

const lines: string[] = []
const log = pino({ level: 'warn' }, { write: (line) => lines.push(line) })
const fresh = databaseForEachTest()
let database: pg.Pool
let engine: Engine
let kamailio: ScriptedSwitch
let world: World
/** Added to both clocks, to let calls last without waiting. */
let passed_ms = 0

const now = () => (Date.now() + passed_ms) / 1000
const rows = async (sql: string) => (await database.query(sql)).rows
const acknowledged = (...keys: string[]) =>
  vi.waitFor(() => expect(kamailio.acknowledged).toEqual(expect.arrayContaining(keys)))

/** No record of the call can be written. */
const forbid = ({ decision }: Talk['call']) =>
  database.query(
    `alter table call_record add constraint odd check (call_id <> ${decision?.call_id})`,
  )
const allow = () => database.query('alter table call_record drop constraint odd')

beforeEach(async () => {
  passed_ms = 0
  lines.length = 0
  database = makePool(fresh.url, 'test', 3)
  world = await makeWorld(database)
  kamailio = new ScriptedSwitch()
})

async function start(pace = 1): Promise<void> {
  const clock = clockAhead(() => passed_ms)
  engine = await startTestEngine(kamailio, { url: fresh.urls.engine, clock, log, pace })
}

afterEach(() => endTestEngine(engine, database))

/** An answered call, and the event of its end after these seconds. */
async function talk(seconds: number) {
  const call = await kamailio.invite()
  const answer = { answered_at: now(), gateway_id: world.gateway_ids[0], sip_code: 200 }
  await acknowledged(kamailio.event('answered', call, answer))
  kamailio.dialogs.push(answeredDialog(call, answer))
  const released_by = 'caller' as const
  passed_ms += seconds * 1000
  // Said again later, it has the stamp that it had at first.
  const end = { ...answer, ended_at: answer.answered_at + seconds, released_by, live: false }
  return { call, end }
}

type Talk = Awaited<ReturnType<typeof talk>>

const unclosed = () =>
  rows('select call_id::text, close_error from open_call where close_failed_at is not null')

test('a call that cannot be closed is told, and others are closed', async () => {
  await start()
  const odd = await talk(10)
  const others = [await talk(20), await talk(30), await talk(40)]
  await forbid(odd.call)
  const key = kamailio.event('ended', odd.call, odd.end)
  await acknowledged(...others.map(({ call, end }) => kamailio.event('ended', call, end)))

  const call_id = odd.call.decision?.call_id
  await vi.waitFor(async () =>
    expect(await unclosed()).toEqual([
      { call_id, close_error: expect.stringContaining('violates check constraint "odd"') },
    ]),
  )
  expect(kamailio.acknowledged).not.toContain(key)
  const breaches = await findBreaches(database)
  expect(breaches.map(({ id }) => id)).toEqual(['C1'])

  await allow()
  passed_ms += 10_000
  await acknowledged(kamailio.event('ended', odd.call, odd.end))
  expect(await rows('select count(*) from open_call')).toEqual([{ count: 0 }])
  expect(await rows('select sum(held) from account_balance')).toEqual([{ sum: 0n }])
})

test('it is tried ever more slowly, and said once for each try', async () => {
  await start()
  const { call, end } = await talk(10)
  await forbid(call)
  const tries = () => lines.filter((line) => line.includes('cannot be closed')).length
  kamailio.event('ended', call, end)
  await vi.waitFor(() => expect(tries()).toBe(1))
  /** The switch says it once a second. */
  const wait = async (seconds: number) => {
    for (let second = 1; second <= seconds; second++) {
      passed_ms += 1000
      kamailio.event('ended', call, end)
      await setImmediate()
    }
  }
  await wait(9)
  expect(tries()).toBe(1)
  await wait(1)
  await vi.waitFor(() => expect(tries()).toBe(2))
  await wait(19)
  expect(tries()).toBe(2)
  await wait(1)
  await vi.waitFor(() => expect(tries()).toBe(3))
  // The charging queue says what it could not write, and the engine whose call it was.
  expect(lines).toHaveLength(2 * 3)
  await allow()
  passed_ms += 40_000
  await acknowledged(kamailio.event('ended', call, end))
})

test('nothing more is held for it, however long it waits', async () => {
  await start()
  const { call, end } = await talk(10)
  await forbid(call)
  kamailio.event('ended', call, end)
  await vi.waitFor(async () => expect(await unclosed()).toHaveLength(1))
  const held = await rows('select granted_seconds, held from open_call')
  passed_ms += 50_000
  // The engine looks for calls whose paid time runs out once a second; this one comes after it.
  const other = await talk(1)
  const before = kamailio.limits.length
  passed_ms += 50_000
  await vi.waitFor(() => expect(kamailio.limits.length).toBeGreaterThan(before))
  expect(
    await rows('select granted_seconds, held from open_call order by call_id limit 1'),
  ).toEqual(held)
  expect(kamailio.limits.map(({ dialog }) => dialog)).not.toContain(call.invite.dialog)
  await allow()
  await acknowledged(
    kamailio.event('ended', call, end),
    kamailio.event('ended', other.call, { ...other.end, ended_at: now() }),
  )
})

test('one that the switch has lost does not keep others from being looked after', async () => {
  await start(QUICK_PACE)
  const odd = await talk(10)
  await talk(10)
  await forbid(odd.call)
  kamailio.dialogs = []
  // Both are missed twice when the engine compares its calls with those of the switch.
  await vi.waitFor(
    async () => {
      expect(await unclosed()).toHaveLength(1)
      expect(await rows('select refusal from call_record')).toEqual([{ refusal: 'CALL_LOST' }])
    },
    { interval: 50 },
  )
  await allow()
  passed_ms += 10_000
  await acknowledged(kamailio.event('ended', odd.call, odd.end))
})
