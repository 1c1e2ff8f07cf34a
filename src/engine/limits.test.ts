// Channel and CPS limits: the reply to the caller, and what is counted when a call fails over to
// another gateway and after a restart.
import type pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makePool } from '#db/database.ts'
import { databaseForEachTest } from '#test/support/database.ts'
import { ScriptedSwitch } from '#test/support/scripted-switch.ts'
import { endTestEngine, QUICK_PACE, startTestEngine } from '#test/support/test-engine.ts'
import { makeWorld, putResellersAbove, type World } from '#test/support/world.ts'
import type { Engine } from './engine.ts'

const fresh = databaseForEachTest()
let database: pg.Pool
let engine: Engine
let kamailio: ScriptedSwitch
let world: World

const now = () => Date.now() / 1000
const rows = async (sql: string) => (await database.query(sql)).rows
const acknowledged = (key: string) => vi.waitFor(() => expect(kamailio.acknowledged).toContain(key))
/** The engine looks itself for what has changed if no signal comes. */
const SOON = { interval: 200 }
const ONE_CALL = `update account set channel_limit = 1 where kind = 'WHOLESALE'`

beforeEach(async () => {
  database = makePool(fresh.url, 'test', 3)
})

afterEach(() => endTestEngine(engine, database))

async function start(pace = 1): Promise<void> {
  kamailio = new ScriptedSwitch()
  engine = await startTestEngine(kamailio, { url: fresh.urls.engine, pace })
}

async function begin(limits: string, pace = 1): Promise<void> {
  world = await makeWorld(database)
  await database.query(limits)
  await start(pace)
}

test('a call at a limit is told when to come again, with the code of the settings', async () => {
  await begin(ONE_CALL, QUICK_PACE)
  expect((await kamailio.invite()).decision).toMatchObject({ kind: 'route' })
  const { decision } = await kamailio.invite()
  expect(decision).toMatchObject({ kind: 'refuse', sip_code: 503 })
  if (decision?.kind !== 'refuse') return
  expect(decision.retry_after).toBeGreaterThanOrEqual(2)
  expect(decision.retry_after).toBeLessThanOrEqual(7)
  await database.query(
    `insert into setting (key, value) values ('general', '{"limit_sip_code": "480"}');
     update change_number set number = number + 1`,
  )
  await vi.waitFor(async () => {
    const again = await kamailio.invite()
    expect(again.decision).toMatchObject({ sip_code: 480, reason: 'Temporarily Unavailable' })
  }, SOON)
  const stranger = await kamailio.invite({ source_ip: '127.0.0.9' })
  expect(stranger.decision).not.toHaveProperty('retry_after')
  await vi.waitFor(async () =>
    expect(await rows(`select sip_code from call_record where sip_code = 480`)).not.toEqual([]),
  )
})

test('the calls of an engine are counted by its next life from the first call on', async () => {
  await begin(ONE_CALL)
  const before = await kamailio.invite()
  const answer = { answered_at: now(), gateway_id: world.gateway_ids[0], sip_code: 200 }
  await acknowledged(kamailio.event('answered', before, answer))
  await engine.stop()
  await start()
  expect((await kamailio.invite()).decision).toMatchObject({ kind: 'refuse', sip_code: 503 })
  await vi.waitFor(async () =>
    expect(await rows('select refusal from call_record')).toEqual([
      { refusal: 'LIMIT_CHANNEL_CLIENT' },
    ]),
  )
  await acknowledged(kamailio.event('ended', before, { ...answer, ended_at: now() }))
  expect((await kamailio.invite()).decision).toMatchObject({ kind: 'route' })
})

test('a full gateway whose calls another one takes, and a full reseller, are counted', async () => {
  await begin(`update gateway set channel_limit = 1 where name = 'Gateway 1'`, QUICK_PACE)
  const first = world.gateway_ids[0]
  for (let call = 0; call < 3; call++) {
    expect((await kamailio.invite()).decision).toMatchObject({ kind: 'route' })
  }
  // A quarter of an hour may end meanwhile.
  const hits = () =>
    rows(`select kind, subject_id, sum(hits)::bigint as hits from limit_hit
      group by kind, subject_id order by kind`)
  await vi.waitFor(
    async () => expect(await hits()).toEqual([{ kind: 'GATEWAY', subject_id: first, hits: 2 }]),
    SOON,
  )
  const [reseller] = await putResellersAbove(database, world.client_id, [2_300_000], 1e12)
  await database.query('update account set channel_limit = 1 where id = $1', [reseller])
  await database.query('update change_number set number = number + 1')
  await vi.waitFor(async () => {
    expect((await kamailio.invite()).decision).toMatchObject({ kind: 'refuse', sip_code: 503 })
    expect(await hits()).toMatchObject([{}, { kind: 'RESELLER', subject_id: reseller }])
  }, SOON)
})

const [OF_GATEWAY, OF_SETTLEMENT] = [`name = 'Gateway 2'`, `name = 'Carrier 2'`]

/** Calls that are all routed to the first gateway, then to the second. */
const inviteMany = (count: number) =>
  Promise.all(Array.from({ length: count }, () => kamailio.invite()))

test.each([
  ['the gateway lets', `update gateway set channel_limit = 1 where ${OF_GATEWAY}`],
  ['its account lets', `update account set channel_limit = 1 where ${OF_SETTLEMENT}`],
  ['its target lets', 'update route_target set channel_limit = 1 where position = 2'],
  ['the number lets', `update gateway set per_number_channel_limit = 1 where ${OF_GATEWAY}`],
])('of calls that fail at the first gateway as many go on as %s', async (_, limit) => {
  await begin(limit)
  const calls = await inviteMany(12)
  for (const { decision } of calls) {
    expect(decision).toMatchObject({ routes: [{}, { ask: true }] })
    expect(decision).not.toHaveProperty('routes.0.ask')
  }
  const second = world.gateway_ids[1]
  const goOn = async () => {
    const asked = calls.map(async (call) =>
      (await kamailio.hasCapacity(call, second)) ? [call] : [],
    )
    return (await Promise.all(asked)).flat()
  }
  const [lucky, ...others] = await goOn()
  expect([lucky, ...others]).toEqual([calls[0]])
  const failed = { ended_at: now(), sip_code: 503 }
  const answered = { answered_at: now(), gateway_id: second, sip_code: 200 }
  for (const end of ['failed', 'cancelled', 'answered'] as const) {
    const [there] = calls
    if (!there) throw new Error('too few calls')
    // A repeated question keeps its channel, and no other call gets it.
    expect(await goOn()).toEqual([there])
    if (end === 'answered') {
      await acknowledged(kamailio.event('answered', there, answered))
      expect(await goOn()).toEqual([there])
      const ended = { ...answered, ended_at: now(), released_by: 'caller' as const }
      await acknowledged(kamailio.event('ended', there, ended))
    } else {
      const sip_code = end === 'failed' ? 503 : 487
      await acknowledged(kamailio.event('failed', there, { ...failed, sip_code }))
    }
    calls.shift()
  }
  expect(await goOn()).toEqual([calls[0]])
  for (const call of calls) await acknowledged(kamailio.event('failed', call, failed))
  const [next] = await inviteMany(1)
  expect(next?.decision).toMatchObject({ routes: [{}, { gateway_id: second }] })
})

test('a call that goes on begins at the next gateway, and leaves the first', async () => {
  await begin(`update gateway set cps_limit = 1 where ${OF_GATEWAY};
    update gateway set channel_limit = 2 where name = 'Gateway 1'`)
  const [first, second] = world.gateway_ids
  const [one, other] = await inviteMany(2)
  if (!one || !other) throw new Error('too few calls')
  const routesOfNext = async () => {
    const { decision, invite } = await kamailio.invite()
    const failed = { ended_at: now(), sip_code: 487 }
    await acknowledged(kamailio.event('failed', { decision, invite }, failed))
    return decision?.kind === 'route' ? decision.routes.map((way) => way.gateway_id) : []
  }
  expect(await kamailio.hasCapacity(one, second)).toBe(true)
  // A slow machine is not to leave the second of the limit meanwhile.
  const moveStarts = (seconds: number) =>
    database.query(
      `update limit_counter set starts_ms =
        array(select start_ms + $1 * 1000 from unnest(starts_ms) as start_ms)`,
      [seconds],
    )
  await moveStarts(3600)
  expect(await kamailio.hasCapacity(other, second)).toBe(false)
  expect(await routesOfNext()).toContain(first)
  await moveStarts(-3601)
  expect(await kamailio.hasCapacity(other, second)).toBe(true)
})

test('without limits the engine is not asked, and lets pass what it does not know', async () => {
  await begin('select 1')
  const { decision, invite } = await kamailio.invite()
  expect(decision).not.toHaveProperty('routes.1.ask')
  const unknown = { ...invite, dialog: '9:9:9', sip_call_id: 'other' }
  expect(
    await kamailio.hasCapacity({ invite: unknown, decision: undefined }, world.gateway_ids[1]),
  ).toBe(true)
})
