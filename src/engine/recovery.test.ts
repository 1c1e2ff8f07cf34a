// The engine while the database hangs, while days are missing, and after the switch lost its calls.
import type pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makePool } from '#db/database.ts'
import { clockAhead } from '#test/support/clocks.ts'
import { databaseForEachTest } from '#test/support/database.ts'
import { type FlakyDatabase, openFlakyDatabase } from '#test/support/flaky-database.ts'
import { answeredDialog, ScriptedSwitch } from '#test/support/scripted-switch.ts'
import { compared, QUICK_PACE, startTestEngine } from '#test/support/test-engine.ts'
import { checkBooks, makeWorld, type World, type WorldOptions } from '#test/support/world.ts'
import type { Engine } from './engine.ts'
import type { RelayedMedia } from './kamailio/switch-link.ts'

const fresh = databaseForEachTest()
let flaky: FlakyDatabase
let database: pg.Pool
let kamailio: ScriptedSwitch
let engine: Promise<Engine> | undefined
let world: World
/** Added to both clocks, to let calls last without waiting. */
let passed_ms = 0

interface HowToStart {
  readonly url?: string
  readonly pace?: number
}

function startNamed(name: string, its_switch: ScriptedSwitch, how: HowToStart): Promise<Engine> {
  return startTestEngine(its_switch, {
    url: flaky.url,
    engine: name,
    clock: clockAhead(() => passed_ms),
    ...how,
  })
}

function start(how: HowToStart = {}): void {
  kamailio = new ScriptedSwitch()
  engine = startNamed('a', kamailio, how)
}

async function begin(options: WorldOptions = {}, how: HowToStart = {}): Promise<void> {
  world = await makeWorld(database, options)
  start(how)
  await engine
}

const QUICK: HowToStart = { pace: QUICK_PACE }

const now = () => (Date.now() + passed_ms) / 1000
const acknowledged = (key: string, by = kamailio) =>
  vi.waitFor(() => expect(by.acknowledged).toContain(key))
const rows = async (sql: string) => (await database.query(sql)).rows
const relayed = (last_packet_at: number, is_held = false): RelayedMedia => ({
  kind: 'relayed',
  last_packet_at,
  is_held,
})
const silence = (who: string, seconds: number) =>
  database.query(
    `update process_state set seen_at = now() - make_interval(secs => $2) where name = $1`,
    [who, seconds],
  )
const answer = () => ({ answered_at: now(), gateway_id: world.gateway_ids[0], sip_code: 200 })

beforeEach(async () => {
  passed_ms = 0
  flaky = await openFlakyDatabase(fresh.urls.engine)
  database = makePool(fresh.url, 'test', 3)
})

afterEach(async () => {
  flaky.resume()
  await (await engine)?.stop()
  engine = undefined
  await flaky.close()
  await checkBooks(database)
  await database.end()
})

test('an engine that waits for its database does not let the switch wait for it', async () => {
  world = await makeWorld(database)
  flaky.hang()
  start()
  await vi.waitFor(() => expect(flaky.connections()).toBeGreaterThan(0))
  expect(kamailio.listener).toBeUndefined()
  flaky.resume()
  await engine
  expect((await kamailio.invite()).decision).toMatchObject({ kind: 'route' })
})

test('a database that hangs refuses calls, and is used again when it is back', async () => {
  await begin()
  const before = await kamailio.invite()
  flaky.hang()
  const calls = await Promise.all(Array.from({ length: 20 }, () => kamailio.invite()))
  for (const { decision } of calls) expect(decision).toMatchObject({ sip_code: 503 })
  flaky.resume()
  await vi.waitFor(
    async () => expect((await kamailio.invite()).decision).toMatchObject({ kind: 'route' }),
    { interval: 200 },
  )
  // The event of a call whose reservation may have been written or not.
  for (const call of [before, ...calls]) {
    await acknowledged(kamailio.event('failed', call, { ended_at: now(), sip_code: 487 }))
  }
  const [{ call_id }] = await rows('select call_id::text from call_record')
  expect(call_id).toBe(before.decision?.call_id)
})

test('a day whose partitions are gone is made again by whoever writes first', async () => {
  await begin()
  const today = new Date().toISOString().slice(0, 10).replaceAll('-', '')
  await database.query(`drop table call_record_${today}, call_charge_${today}`)
  const call = await kamailio.invite()
  await acknowledged(kamailio.event('failed', call, { ended_at: now(), sip_code: 487 }))
  expect(await rows('select 1 from call_record')).toHaveLength(1)
})

test('a day that cannot be made leaves the events unacknowledged until it is there', async () => {
  await begin()
  const dayAfter = (ms: number) => new Date(Date.now() + ms).toISOString().slice(0, 10)
  const [today, tomorrow] = [dayAfter(0), dayAfter(86_400_000)]
  const name = `call_record_${today.replaceAll('-', '')}`
  // Its name is taken, so that `create if not exists` makes nothing.
  await database.query(`alter table call_record detach partition ${name}`)
  const call = await kamailio.invite()
  const key = kamailio.event('failed', call, { ended_at: now(), sip_code: 487 })
  await vi.waitFor(async () => expect((await kamailio.invite()).decision?.kind).toBe('route'))
  expect(kamailio.acknowledged).not.toContain(key)
  const unclosed = 'select from open_call where close_failed_at is not null'
  await vi.waitFor(async () => expect(await rows(unclosed)).toHaveLength(1))
  await database.query(
    `alter table call_record attach partition ${name}
     for values from ('${today} 00:00:00+00') to ('${tomorrow} 00:00:00+00')`,
  )
  // It is tried again after a while.
  passed_ms += 10_000
  await acknowledged(kamailio.event('failed', call, { ended_at: now(), sip_code: 487 }))
})

test('a call that the switch lost goes on with its media, to the end of its money', async () => {
  // 40 seconds at 0.03 a minute.
  await begin({ balance: 20_000 }, QUICK)
  const call = await kamailio.invite()
  const { sip_call_id } = call.invite
  // On hold, so that the money ends it and not its silence.
  kamailio.media.set(sip_call_id, relayed(now() + 3600, true))
  await acknowledged(kamailio.event('answered', call, answer()))
  passed_ms += 12_000
  // It is looked for when it is missed the second time.
  await compared(kamailio, 2)
  expect(await rows('select 1 from open_call')).toHaveLength(1)
  expect(kamailio.media.has(sip_call_id)).toBe(true)
  passed_ms += 41_000
  const records = () => rows('select refusal, duration_ms, sell_amount from call_record')
  await vi.waitFor(async () => expect(await records()).toHaveLength(1), {
    interval: 200,
  })
  expect(await records()).toEqual([
    { refusal: 'CALL_LOST', duration_ms: 40_000, sell_amount: 20_000 },
  ])
  expect(kamailio.media.has(sip_call_id)).toBe(false)
})

test('a call that is missing without media is closed where it was last seen', async () => {
  await begin({}, QUICK)
  const answered = answer()
  const [lost, unsent] = [await kamailio.invite(), await kamailio.invite()] as const
  for (const call of [lost, unsent]) await acknowledged(kamailio.event('answered', call, answered))
  // The switch keeps the end of this one, and sends it much later.
  const end = { ...answered, ended_at: answered.answered_at + 10 }
  const { listener } = kamailio
  kamailio.listener = undefined
  kamailio.event('ended', unsent, end)
  kamailio.listener = listener
  passed_ms += 15_000
  const records = () =>
    rows('select refusal, release_side, duration_ms from call_record order by 1')
  await vi.waitFor(async () => expect(await records()).toHaveLength(1), {
    interval: 200,
  })
  await acknowledged(kamailio.event('ended', unsent, { ...end, live: false }))
  expect(await records()).toEqual([
    { refusal: 'CALL_LOST', release_side: 'SWITCH', duration_ms: 0 },
    { refusal: null, release_side: null, duration_ms: 10_000 },
  ])
})

test('events that waited for a halted engine are not taken for a clock that was set', async () => {
  await begin()
  const durations = async () =>
    (await rows('select duration_ms from call_record order by started_at')).map(
      (row) => row.duration_ms,
    )
  const first = await kamailio.invite()
  const answered = answer()
  await acknowledged(kamailio.event('answered', first, answered))
  passed_ms += 10_000
  const ended = { ...answered, ended_at: answered.answered_at + 3 }
  await acknowledged(kamailio.event('ended', first, ended))
  expect(await durations()).toEqual([3000])

  const second = await kamailio.invite()
  const late = { ...answered, answered_at: now() }
  passed_ms += 10_000
  await acknowledged(kamailio.event('answered', second, late))
  await acknowledged(kamailio.event('ended', second, { ...late, ended_at: now() }))
  expect((await durations())[1]).toBeGreaterThan(9000)
})

test('a call that only the gateway has answered is ended: the caller was never told', async () => {
  await begin({}, QUICK)
  const { invite, decision } = await kamailio.invite()
  const half = (started_at: number, dialog: string) => ({
    ...answeredDialog({ invite, decision }, { ...answer(), answered_at: null }),
    started_at,
    dialog,
  })
  // The other one may have been answered just now.
  kamailio.dialogs = [half(now() - 30, invite.dialog), half(now() + 3600, 'young')]
  await vi.waitFor(() => expect(kamailio.ended).toContain(invite.dialog))
  expect(kamailio.ended).not.toContain('young')
  kamailio.dialogs = []
  await acknowledged(
    kamailio.event('failed', { invite, decision }, { ended_at: now(), sip_code: 480 }),
  )
})

test('calls of an engine that is gone are ended by another one, and charged once', async () => {
  await begin({}, QUICK)
  const other = new ScriptedSwitch()
  const second = await startNamed('b', other, QUICK)
  try {
    const calls = [await kamailio.invite(), await kamailio.invite()] as const
    const answered = answer()
    for (const call of calls) await acknowledged(kamailio.event('answered', call, answered))
    await (await engine)?.stop()
    engine = undefined
    other.dialogs = calls.map((call) => answeredDialog(call, answered))
    const end = () => ({ ...answered, ended_at: answered.answered_at + 10 })
    await acknowledged(other.event('ended', calls[0], end()), other)
    // No event reports the other call; the loss of its engine is noticed first.
    await silence('calls-a', 60)
    await vi.waitFor(
      async () => expect(await rows('select engine from open_call')).toEqual([{ engine: 'b' }]),
      { interval: 500 },
    )
    passed_ms += 35_000
    await vi.waitFor(() => expect(other.limits).toHaveLength(1))
    for (const call of calls) await acknowledged(other.event('ended', call, end()), other)
    expect(await rows('select sell_amount from call_record')).toEqual([
      { sell_amount: 5000 },
      { sell_amount: 5000 },
    ])
  } finally {
    await second.stop()
  }
})

test('calls of an engine that is gone with its switch end where it last saw it', async () => {
  await begin({}, QUICK)
  const call = await kamailio.invite()
  await acknowledged(kamailio.event('answered', call, answer()))
  kamailio.dialogs = [answeredDialog(call, answer())]
  passed_ms += 30_000
  await vi.waitFor(async () => {
    const [sign] = await rows(`select facts from process_state where name = 'calls-a'`)
    expect(sign?.facts.switch_seen_at).toBeGreaterThan(now() - 5)
  })
  await (await engine)?.stop()
  engine = undefined
  await database.query(`update process_state set seen_at = now() - interval '1 minute'`)
  passed_ms += 600_000
  const second = await startNamed('b', new ScriptedSwitch(), QUICK)
  try {
    await vi.waitFor(async () => {
      const records = await rows('select refusal, duration_ms from call_record')
      expect(records).toEqual([{ refusal: 'CALL_LOST', duration_ms: expect.any(Number) }])
      expect(records[0].duration_ms).toBeGreaterThanOrEqual(29_000)
      expect(records[0].duration_ms).toBeLessThan(60_000)
    })
  } finally {
    await second.stop()
  }
})

test('calls of a silent node are closed by another one, and ended when it is back', async () => {
  await database.query(`insert into node (id, name) values (2, 'Second')`)
  world = await makeWorld(database)
  const other = new ScriptedSwitch()
  const its_database = await openFlakyDatabase(fresh.urls.engine)
  const second = await startNamed('a2', other, { ...QUICK, url: its_database.url })
  try {
    const call = await other.invite()
    await acknowledged(other.event('answered', call, answer()), other)
    const { dialog, sip_call_id } = call.invite
    other.dialogs = [answeredDialog(call, answer())]
    passed_ms += 30_000
    await vi.waitFor(async () => {
      const [sign] = await rows(`select facts from process_state where name = 'calls-a2'`)
      expect(sign?.facts.switch_seen_at).toBeGreaterThan(now() - 5)
    })
    its_database.hang()
    start(QUICK)
    await engine
    const openCalls = () => rows('select engine from open_call')
    await silence('calls-a2', 60)
    // The database was away for both, maybe: the other node may be about to come back.
    await compared(kamailio, 2)
    expect(await openCalls()).toEqual([{ engine: 'a2' }])
    await database.query(`update process_state set facts = facts
      || jsonb_build_object('steady_since', now() - interval '1 minute') where name = 'calls-a'`)
    passed_ms += 600_000
    await vi.waitFor(async () => {
      const records = await rows('select refusal, duration_ms from call_record')
      expect(records).toEqual([{ refusal: 'CALL_LOST', duration_ms: expect.any(Number) }])
      expect(records[0].duration_ms).toBeGreaterThanOrEqual(29_000)
      expect(records[0].duration_ms).toBeLessThan(60_000)
    })
    expect(await openCalls()).toEqual([])
    expect(other.ended).toEqual([])
    other.media.set(sip_call_id, relayed(now()))
    its_database.resume()
    await vi.waitFor(() => expect(other.ended).toContain(dialog))
    // The switch repeats an event until its engine can write again.
    const end = { ...answer(), ended_at: now() }
    const before = other.acknowledged.length
    await vi.waitFor(() => {
      other.event('ended', call, end)
      expect(other.acknowledged.length).toBeGreaterThan(before)
    })
    expect(await rows('select 1 from call_record where is_last')).toHaveLength(1)
  } finally {
    its_database.resume()
    await second.stop()
    await its_database.close()
  }
})
