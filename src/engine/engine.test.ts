// The engine against a real database and a scripted switch: money, records, leases, crashes.
import type pg from 'pg'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Clock } from '#core/time/clock.ts'
import { makePool } from '#db/database.ts'
import { clockAhead, stoppedClock } from '#test/support/clocks.ts'
import { databaseForEachTest } from '#test/support/database.ts'
import { ScriptedSwitch } from '#test/support/scripted-switch.ts'
import { endTestEngine, QUICK_PACE, startTestEngine } from '#test/support/test-engine.ts'
import { checkBooks, makeWorld, type World, type WorldOptions } from '#test/support/world.ts'
import type { Engine } from './engine.ts'

const fresh = databaseForEachTest()
let database: pg.Pool
let engine: Engine
let kamailio: ScriptedSwitch
let world: World
/** Added to both clocks, to let calls last without waiting. */
let passed_ms = 0

async function start(more: { clock?: Clock; pace?: number } = {}): Promise<void> {
  kamailio = new ScriptedSwitch()
  engine = await startTestEngine(kamailio, {
    url: fresh.urls.engine,
    clock: clockAhead(() => passed_ms),
    ...more,
  })
}

async function begin(options: WorldOptions = {}, more: Parameters<typeof start>[0] = {}) {
  world = await makeWorld(database, options)
  await start(more)
}

const now = () => (Date.now() + passed_ms) / 1000
const acknowledged = (key: string) => vi.waitFor(() => expect(kamailio.acknowledged).toContain(key))
const rows = async (sql: string) => (await database.query(sql)).rows
const one = async (sql: string) => (await rows(sql))[0]
const balanceOf = (id: number) =>
  one(`select balance, held from account_balance where account_id = ${id}`)

/** An answered call over the first gateway that ends after these seconds. */
async function talk(seconds: number, more = {}) {
  const call = await kamailio.invite()
  const answered_at = now()
  const gateway_id = world.gateway_ids[0]
  const answer = { answered_at, gateway_id, sip_code: 200 }
  await acknowledged(kamailio.event('answered', call, answer))
  passed_ms += seconds * 1000
  const end = {
    ...answer,
    ended_at: answered_at + seconds,
    released_by: 'caller' as const,
    ...more,
  }
  await acknowledged(kamailio.event('ended', call, end))
  return call
}

beforeEach(async () => {
  passed_ms = 0
  database = makePool(fresh.url, 'test', 3)
})

afterEach(() => endTestEngine(engine, database))

describe('a call that is routed', () => {
  test('is answered with the gateways in the order of the plan', async () => {
    await begin()
    const { decision } = await kamailio.invite({ dialled_number: '+442071838750' })
    expect(decision).toMatchObject({
      kind: 'route',
      max_seconds: 60,
      routes: [
        { gateway_id: world.gateway_ids[0], uri: 'sip:442071838750@127.0.3.1:5060' },
        { gateway_id: world.gateway_ids[1], dst_uri: 'sip:127.0.3.2:5060;transport=udp' },
      ],
    })
  })

  test('holds the money of its first minute until it ends', async () => {
    await begin()
    const call = await kamailio.invite()
    expect(await balanceOf(world.client_id)).toEqual({ balance: 10_000_000, held: 30_000 })
    await acknowledged(kamailio.event('failed', call, { ended_at: now(), sip_code: 487 }))
    expect(await balanceOf(world.client_id)).toEqual({ balance: 10_000_000, held: 0 })
    expect(await one('select status, attempt_no, is_last from call_record')).toEqual({
      status: 'CANCELLED',
      attempt_no: 0,
      is_last: true,
    })
  })

  test('is charged to the client and credited to the carrier when it ends', async () => {
    await begin()
    await talk(30)
    expect(await balanceOf(world.client_id)).toEqual({ balance: 9_985_000, held: 0 })
    expect(await balanceOf(world.settlement_ids[0])).toEqual({ balance: 5_000, held: 0 })
    expect(
      await one(`select status, duration_ms, sell_amount, buy_amount, revenue, cost, release_side,
        billed_seconds from call_record`),
    ).toEqual({
      status: 'ANSWERED',
      duration_ms: 30_000,
      sell_amount: 15_000,
      buy_amount: 5_000,
      revenue: 15_000,
      cost: 5_000,
      release_side: 'CALLER',
      billed_seconds: 30,
    })
    expect(
      await rows(
        `select account_id, amount, balance_after from ledger_entry
          where call_id is not null order by id`,
      ),
    ).toEqual([
      { account_id: world.client_id, amount: -15_000, balance_after: 9_985_000 },
      { account_id: world.settlement_ids[0], amount: 5_000, balance_after: 5_000 },
    ])
    expect(await one('select calls, answered, revenue from traffic_by_client')).toEqual({
      calls: 1,
      answered: 1,
      revenue: 15_000,
    })
  })

  test('leaves a record for each gateway that was tried', async () => {
    await begin()
    const call = await kamailio.invite()
    const attempt = (gateway_id: number, sip_code: number) => ({
      gateway_id,
      sip_code,
      attempt_end: sip_code === 200 ? ('ANSWERED' as const) : ('REFUSED' as const),
      ...{ not_sent_reason: null, gateway_user_agent: '' },
      ...{ sent_at: now(), ringing_at: null, ended_at: now() },
      q850_cause: null,
      retry_after: null,
    })
    const [first, second] = world.gateway_ids
    const attempts = [attempt(first, 503), attempt(second, 200)]
    const answer = { answered_at: now(), gateway_id: second, sip_code: 200, attempts }
    await acknowledged(kamailio.event('answered', call, answer))
    passed_ms += 6000
    await acknowledged(
      kamailio.event('ended', call, {
        ...answer,
        ended_at: answer.answered_at + 6,
        released_by: 'callee',
      }),
    )
    expect(
      await rows(
        `select attempt_no, is_last, gateway_id, status, attempt_end, gateway_sip_code, sip_code,
            buy_amount
          from call_record order by attempt_no`,
      ),
    ).toEqual([
      {
        attempt_no: 1,
        is_last: false,
        gateway_id: first,
        status: 'FAILED',
        attempt_end: 'REFUSED',
        gateway_sip_code: 503,
        sip_code: null,
        buy_amount: 0,
      },
      {
        attempt_no: 2,
        is_last: true,
        gateway_id: second,
        status: 'ANSWERED',
        attempt_end: 'ANSWERED',
        gateway_sip_code: 200,
        sip_code: 200,
        buy_amount: 1200,
      },
    ])
    expect(await balanceOf(world.settlement_ids[1])).toEqual({ balance: 1200, held: 0 })
  })
})

describe('a call that is refused', () => {
  test('from an unknown address leaves a failed record without a client', async () => {
    await begin()
    const { decision } = await kamailio.invite({ source_ip: '127.0.9.9' })
    expect(decision).toMatchObject({ kind: 'refuse', sip_code: 403, q850_cause: 21 })
    await vi.waitFor(async () =>
      expect(await one('select account_id, status, refusal from call_record')).toEqual({
        account_id: 0,
        status: 'REJECTED',
        refusal: 'AUTH_UNKNOWN_IP',
      }),
    )
  })

  test('without money is told 402, holds nothing, and says why in the log', async () => {
    await begin({ balance: 10 })
    const { decision } = await kamailio.invite()
    expect(decision).toMatchObject({ kind: 'refuse', sip_code: 402 })
    expect(await balanceOf(world.client_id)).toEqual({ balance: 10, held: 0 })
    expect(await one('select refusal from call_record')).toEqual({ refusal: 'BALANCE_LOW' })
    expect(await rows('select 1 from open_call')).toEqual([])
  })
})

describe('money', () => {
  test('for 20 of 200 calls of the same moment lets exactly 20 through', async () => {
    await begin({ balance: 20 * 30_000, first_increment: 60, next_increment: 60 })
    const calls = await Promise.all(Array.from({ length: 200 }, () => kamailio.invite()))
    expect(calls.filter((call) => call.decision?.kind === 'route')).toHaveLength(20)
    expect(await balanceOf(world.client_id)).toEqual({ balance: 600_000, held: 600_000 })
    await checkBooks(database)
  })

  test('is held on for a call that lasts, and the switch is told the new limit', async () => {
    const clock = stoppedClock(() => passed_ms)
    await begin({}, { clock, pace: QUICK_PACE })
    const call = await kamailio.invite()
    const answered_at = clock.now_ms() / 1000
    const answer = { answered_at, gateway_id: world.gateway_ids[0], sip_code: 200 }
    await acknowledged(kamailio.event('answered', call, { ...answer, live: false }))
    passed_ms += 31_000
    const { dialog } = call.invite
    await vi.waitFor(() => expect(kamailio.limits).toEqual([{ dialog, seconds: 59 }]))
    expect(await balanceOf(world.client_id)).toEqual({ balance: 10_000_000, held: 45_000 })
  })

  test('that ends grants what is left, and the charge never passes it', async () => {
    // 40 seconds at 0.03 a minute.
    await begin({ balance: 20_000 })
    const call = await kamailio.invite()
    expect(call.decision).toMatchObject({ kind: 'route', max_seconds: 40 })
    const answered_at = now()
    const answer = { answered_at, gateway_id: world.gateway_ids[0], sip_code: 200 }
    await acknowledged(kamailio.event('answered', call, answer))
    passed_ms += 40_700
    // The switch cuts with a tolerance of a second.
    const end = {
      ...answer,
      ended_at: answered_at + 40.7,
      released_by: 'switch' as const,
      reason: 'limit',
    }
    await acknowledged(kamailio.event('ended', call, end))
    expect(await balanceOf(world.client_id)).toEqual({ balance: 0, held: 0 })
    expect(await one('select refusal, billed_seconds from call_record')).toEqual({
      refusal: 'BALANCE_END',
      billed_seconds: 40,
    })
  })
})

describe('events', () => {
  test('that come twice charge once', async () => {
    await begin()
    const call = await talk(10)
    const again = {
      answered_at: now() - 10,
      ended_at: now(),
      gateway_id: world.gateway_ids[0],
      sip_code: 200,
    }
    await acknowledged(kamailio.event('ended', call, again))
    await acknowledged(kamailio.event('answered', call, again))
    expect(await rows('select 1 from call_record')).toHaveLength(1)
    expect(await balanceOf(world.client_id)).toEqual({ balance: 9_995_000, held: 0 })
  })

  test('whose stamps were made while a clock was set are measured by our own clock', async () => {
    await begin()
    await talk(20, { ended_at: now() + 3600 })
    expect((await one('select duration_ms from call_record')).duration_ms).toBeGreaterThanOrEqual(
      20_000,
    )
    expect((await one('select duration_ms from call_record')).duration_ms).toBeLessThan(21_000)
  })
})

describe('an engine that is killed', () => {
  test('is followed by one that ends its calls and charges them once', async () => {
    await begin()
    const calls = await Promise.all(Array.from({ length: 50 }, () => kamailio.invite()))
    const answered_at = now()
    const answer = { answered_at, gateway_id: world.gateway_ids[0], sip_code: 200 }
    await Promise.all(
      calls.slice(0, 40).map((call) => acknowledged(kamailio.event('answered', call, answer))),
    )
    await engine.stop()
    await start()
    passed_ms += 12_000
    const end = {
      ...answer,
      ended_at: answered_at + 12,
      released_by: 'caller' as const,
      live: false,
    }
    await Promise.all(calls.map((call) => acknowledged(kamailio.event('ended', call, end))))
    expect(await rows('select 1 from call_record')).toHaveLength(50)
    expect(await balanceOf(world.client_id)).toEqual({ balance: 10_000_000 - 50 * 6000, held: 0 })
    expect(await rows('select 1 from open_call')).toEqual([])
  })
})

describe('the snapshot', () => {
  test('follows a change of a rate, while running calls keep theirs', async () => {
    await begin({}, { pace: QUICK_PACE })
    const before = await kamailio.invite()
    await database.query('update tariff_rate set rate = 6000000 where tariff_id = $1', [
      world.sell_tariff_id,
    ])
    await database.query('update tariff set rates_version = rates_version + 1')
    await vi.waitFor(
      async () => {
        const call = await kamailio.invite()
        const held = (
          await one(
            `select held[1]::text as held from open_call where call_id = ${call.decision?.call_id}`,
          )
        ).held
        expect(held).toBe('60000')
      },
      { interval: 200 },
    )
    const answer = { answered_at: now(), gateway_id: world.gateway_ids[0], sip_code: 200 }
    const end = { ...answer, ended_at: answer.answered_at + 60 }
    passed_ms += 60_000
    await acknowledged(kamailio.event('ended', before, end))
    const record = await one('select sell_amount from call_record where is_last')
    expect(record.sell_amount).toBe(30_000)
  })
})
