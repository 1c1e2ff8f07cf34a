// Packages against a real database and a scripted switch: seconds are held, used and given back as
// money is, and periods are renewed.
import type pg from 'pg'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { makePool } from '#db/database.ts'
import { clockAhead } from '#test/support/clocks.ts'
import { databaseForEachTest } from '#test/support/database.ts'
import { doRenewals } from '#test/support/do-jobs.ts'
import { givePackage } from '#test/support/packages.ts'
import { answeredDialog, ScriptedSwitch } from '#test/support/scripted-switch.ts'
import { QUICK_PACE, startTestEngine } from '#test/support/test-engine.ts'
import { startTestJobs } from '#test/support/test-jobs.ts'
import { checkBooks, makeWorld, putResellersAbove, type World } from '#test/support/world.ts'
import type { Engine } from './engine.ts'

const log = pino({ level: process.env.LOG_LEVEL ?? 'silent' })
const fresh = databaseForEachTest()
let database: pg.Pool
let stopJobs = async () => {}
let engine: Engine | undefined
let kamailio: ScriptedSwitch
let world: World
let passed_ms = 0

const clock = clockAhead(() => passed_ms)

async function start(pace = 1): Promise<void> {
  kamailio = new ScriptedSwitch()
  engine = await startTestEngine(kamailio, { url: fresh.urls.engine, clock, pace })
}

const now = () => clock.now_ms() / 1000
const eventually = (check: () => Promise<unknown>) => vi.waitFor(check, { interval: 100 })
const acknowledged = (key: string) => vi.waitFor(() => expect(kamailio.acknowledged).toContain(key))
const rows = async (sql: string) => (await database.query(sql)).rows
const one = async (sql: string) => (await rows(sql))[0]
const balanceOf = (id: number) =>
  one(`select balance, held from account_balance where account_id = ${id}`)
const secondsOf = (id: number) =>
  one(
    `select seconds_left as left, seconds_held as held from package_subscription where id = ${id}`,
  )

/** Increments of a minute at 0.14, as in case 19 of docs/domain/billing.md. */
async function begin(balance: number): Promise<void> {
  const by_minute = { first_increment: 60, next_increment: 60, sell_rate: 14_000_000 }
  world = await makeWorld(database, { balance, ...by_minute })
}

beforeEach(async () => {
  passed_ms = 0
  database = makePool(fresh.url, 'test', 4)
})

afterEach(async () => {
  await engine?.stop()
  engine = undefined
  await stopJobs()
  stopJobs = async () => {}
  await checkBooks(database)
  await database.end()
})

type Call = Awaited<ReturnType<ScriptedSwitch['invite']>>

async function answer(call: Call) {
  const answered = { answered_at: now(), gateway_id: world.gateway_ids[0], sip_code: 200 }
  await acknowledged(kamailio.event('answered', call, answered))
  kamailio.dialogs = [answeredDialog(call, answered)]
  return answered
}

/** Lets time pass in steps, so that the call is extended while it lasts. */
async function talk(call: Call, seconds: number) {
  const answered = await answer(call)
  for (let talked = 0; talked < seconds; talked += 30) {
    passed_ms += 30_000
    await vi.waitFor(
      async () => {
        const open = await one('select granted_seconds from open_call')
        expect(open.granted_seconds).toBeGreaterThan(talked + 30)
      },
      { interval: 50 },
    )
  }
  return answered
}

async function end(call: Call, answered: Awaited<ReturnType<typeof answer>>, seconds: number) {
  const ended = { ended_at: answered.answered_at + seconds, released_by: 'caller' as const }
  await acknowledged(kamailio.event('ended', call, { ...answered, ...ended, live: false }))
}

test('a call within its package costs nothing, and needs nothing on the balance', async () => {
  await begin(0)
  await database.query('update tariff set connect_fee = 50000')
  const { id } = await givePackage(database, world.client_id)
  await start()
  const call = await kamailio.invite()
  expect(call.decision).toMatchObject({ kind: 'route', max_seconds: 60 })
  expect(await secondsOf(id)).toEqual({ left: 300, held: 60 })
  expect(await balanceOf(world.client_id)).toEqual({ balance: 0, held: 0 })
  await end(call, await answer(call), 30)
  expect(await secondsOf(id)).toEqual({ left: 240, held: 0 })
  expect(
    await one(`select package_subscription_id, package_seconds, duration_seconds, billed_seconds,
      amount from call_charge where depth = 0`),
  ).toEqual({
    package_subscription_id: id,
    package_seconds: 60,
    duration_seconds: 30,
    billed_seconds: 0,
    amount: 0,
  })
})

test('case 19: a call longer than its package is split, slice by slice', async () => {
  await begin(280_000)
  const { id } = await givePackage(database, world.client_id)
  await start(QUICK_PACE)
  const call = await kamailio.invite()
  const answered = await talk(call, 360)
  expect(await secondsOf(id)).toEqual({ left: 300, held: 300 })
  expect(await balanceOf(world.client_id)).toEqual({ balance: 280_000, held: 280_000 })
  await end(call, answered, 420)
  expect(await secondsOf(id)).toEqual({ left: 0, held: 0 })
  expect(await balanceOf(world.client_id)).toEqual({ balance: 0, held: 0 })
  expect(await one('select sell_amount, billed_seconds, duration_ms from call_record')).toEqual({
    sell_amount: 280_000,
    billed_seconds: 120,
    duration_ms: 420_000,
  })
})

test('calls of the same moment do not use the same seconds', async () => {
  await begin(0)
  const { id } = await givePackage(database, world.client_id, { seconds: 130 })
  await start()
  const calls = await Promise.all(Array.from({ length: 10 }, () => kamailio.invite()))
  // Two whole slices of a minute, and what is left of the third.
  const granted = calls.flatMap(({ decision }) =>
    decision?.kind === 'route' ? [decision.max_seconds] : [],
  )
  expect(granted.sort((a, b) => b - a)).toEqual([60, 60, 10])
  expect(await secondsOf(id)).toEqual({ left: 130, held: 130 })
  expect(await one(`select count(*) from call_record where refusal = 'BALANCE_LOW'`)).toEqual({
    count: 7,
  })
  for (const call of calls.filter(({ decision }) => decision?.kind === 'route')) {
    await acknowledged(kamailio.event('failed', call, { ended_at: now(), sip_code: 487 }))
  }
  expect(await secondsOf(id)).toEqual({ left: 130, held: 0 })
})

test('the best package pays, then the next one, and none what it does not reach', async () => {
  await begin(10_000_000)
  const wide = await givePackage(database, world.client_id, { name: 'Wide', prefixes: [] })
  const london = { name: 'London', prefixes: ['4420'], seconds: 60 }
  const narrow = await givePackage(database, world.client_id, london)
  const far = await givePackage(database, world.client_id, { name: 'Far', prefixes: ['4421'] })
  await start()
  for (const [left_of_narrow, left_of_wide] of [
    [0, 300],
    [0, 240],
  ]) {
    const call = await kamailio.invite()
    await end(call, await answer(call), 20)
    expect(await secondsOf(narrow.id)).toMatchObject({ left: left_of_narrow })
    expect(await secondsOf(wide.id)).toMatchObject({ left: left_of_wide })
  }
  expect(await secondsOf(far.id)).toEqual({ left: 300, held: 0 })
})

test('the next life of an engine goes on with what a call holds of a package', async () => {
  await begin(0)
  const { id } = await givePackage(database, world.client_id)
  await start()
  const call = await kamailio.invite()
  const answered = await answer(call)
  await engine?.stop()
  await start()
  expect(await secondsOf(id)).toEqual({ left: 300, held: 60 })
  await end(call, answered, 61)
  expect(await secondsOf(id)).toEqual({ left: 240, held: 0 })
})

test('a call that the switch lost gives back what it has not used', async () => {
  await begin(0)
  const { id } = await givePackage(database, world.client_id)
  await start(QUICK_PACE)
  const call = await kamailio.invite()
  await answer(call)
  kamailio.dialogs = []
  passed_ms += 15_000
  await vi.waitFor(async () => expect(await rows('select 1 from open_call')).toEqual([]), {
    interval: 200,
  })
  expect(await secondsOf(id)).toMatchObject({ held: 0 })
})

test('below another parent, and when its period is over, a package pays nothing', async () => {
  await begin(10_000_000)
  const over = { cycle: 'DAY', ends_at: new Date(Date.now() - 1000).toISOString() } as const
  const starts_at = new Date(Date.now() - 86_401_000).toISOString()
  const { id } = await givePackage(database, world.client_id, { ...over, starts_at })
  // So that it is not renewed while we look.
  await database.query(`update package set status = 'blocked'`)
  await start()
  const call = await kamailio.invite()
  expect(await balanceOf(world.client_id)).toMatchObject({ held: 140_000 })
  await acknowledged(kamailio.event('failed', call, { ended_at: now(), sip_code: 487 }))
  await engine?.stop()
  await putResellersAbove(database, world.client_id, [2_800_000])
  await database.query(`update package_subscription
    set period_ends_at = null, state = 'ACTIVE', pause_reason = null where id = ${id}`)
  await start()
  const below = await kamailio.invite()
  expect(await secondsOf(id)).toEqual({ left: 300, held: 0 })
  await acknowledged(kamailio.event('failed', below, { ended_at: now(), sip_code: 487 }))
})

describe('a period that is over', () => {
  const DAY = 86_400_000
  const instant = (ms: number) => new Date(ms).toISOString()
  const stateOf = (id: number) =>
    one(`select state, pause_reason as why, seconds_left as left, period_seconds as began
      from package_subscription where id = ${id}`)
  let starts_ms = 0
  /** A day's package of 300 seconds for 5, which began a day ago. */
  const give = (has_rollover: boolean) => {
    starts_ms = Date.now() - DAY
    const times = { starts_at: instant(starts_ms), ends_at: instant(starts_ms + DAY) }
    const offer = { price: 5_000_000, cycle: 'DAY', has_rollover } as const
    return givePackage(database, world.client_id, { ...offer, ...times })
  }
  const renew = () => doRenewals({ jobs_url: fresh.urls.jobs }, { clock, log })

  test('is renewed once, however often and by whom it is tried', async () => {
    await begin(20_000_000)
    const { id } = await give(false)
    await database.query('update package_subscription set seconds_left = 100')
    await database.query('update package_period set lapsed_seconds = 200')
    const complaints: string[] = []
    const strict = pino({ level: 'error' }, { write: (line) => void complaints.push(line) })
    const again = () => doRenewals({ jobs_url: fresh.urls.jobs }, { clock, log: strict })
    await Promise.all([again(), again(), again()])
    await again()
    expect(complaints).toEqual([])
    expect(await stateOf(id)).toEqual({ state: 'ACTIVE', why: null, left: 300, began: 300 })
    expect(await balanceOf(world.client_id)).toEqual({ balance: 10_000_000, held: 0 })
    expect(await rows(`select kind, amount, balance_after from ledger_entry order by id`)).toEqual([
      { kind: 'PAYMENT', amount: 20_000_000, balance_after: 20_000_000 },
      { kind: 'PACKAGE', amount: -5_000_000, balance_after: 15_000_000 },
      { kind: 'PACKAGE', amount: -5_000_000, balance_after: 10_000_000 },
    ])
    const [, second] = await rows('select starts_at, ends_at from package_period order by id')
    expect(Date.parse(second.starts_at)).toBe(starts_ms + DAY)
    expect(Date.parse(second.ends_at)).toBe(starts_ms + 2 * DAY)
  })

  test('hands on what is left of it, if it rolls over', async () => {
    await begin(20_000_000)
    const { id } = await give(true)
    await renew()
    expect(await stateOf(id)).toEqual({ state: 'ACTIVE', why: null, left: 600, began: 600 })
  })

  test('pauses what the balance does not pay for, and goes on from when it does', async () => {
    await begin(6_000_000)
    const { id } = await give(false)
    await renew()
    expect(await stateOf(id)).toEqual({ state: 'PAUSED', why: 'BALANCE_LOW', left: 0, began: 300 })
    await database.query(`update account_balance set credit_limit = 4000000`)
    await renew()
    expect(await stateOf(id)).toMatchObject({ state: 'PAUSED' })
    passed_ms = 3 * 3_600_000
    await renew()
    expect(await stateOf(id)).toEqual({ state: 'ACTIVE', why: null, left: 300, began: 300 })
    expect(await balanceOf(world.client_id)).toEqual({ balance: -4_000_000, held: 0 })
    const { period_starts_at } = await one('select period_starts_at from package_subscription')
    expect(Date.parse(period_starts_at)).toBeGreaterThan(starts_ms + DAY + 3 * 3_600_000 - 1)
  })

  test('leaves a call that goes on what it holds', async () => {
    await begin(20_000_000)
    const { id } = await give(false)
    await database.query(
      `update package_subscription set period_ends_at = now() + interval '1 hour'`,
    )
    await start()
    const call = await kamailio.invite()
    const answered = await answer(call)
    passed_ms += 3_600_001
    await renew()
    expect(await secondsOf(id)).toEqual({ left: 360, held: 60 })
    await end(call, answered, 20)
    expect(await secondsOf(id)).toEqual({ left: 300, held: 0 })
  })

  test('is renewed by the jobs with their own rights, period after period', async () => {
    await begin(20_000_000)
    starts_ms = Date.now()
    const times = { starts_at: instant(starts_ms), ends_at: instant(starts_ms + DAY) }
    const offer = { price: 5_000_000, cycle: 'DAY', has_rollover: true } as const
    const { id } = await givePackage(database, world.client_id, { ...offer, ...times })
    await start()
    stopJobs = await startTestJobs({ url: fresh.urls.jobs, clock, pace: QUICK_PACE })
    for (const [period, left] of [240, 480, 720].entries()) {
      const call = await kamailio.invite()
      await end(call, await answer(call), 20)
      expect(await stateOf(id)).toMatchObject({ state: 'ACTIVE', left })
      expect(await balanceOf(world.client_id)).toEqual({
        balance: 15_000_000 - 5_000_000 * period,
        held: 0,
      })
      if (period === 2) break
      passed_ms += DAY
      await eventually(async () => expect(await stateOf(id)).toMatchObject({ left: left + 300 }))
    }
    const periods = await rows('select seconds, lapsed_seconds as lapsed from package_period')
    expect(periods).toEqual(Array(3).fill({ seconds: 300, lapsed: 0 }))
    expect(
      await rows('select billed_seconds, package_seconds, amount from call_charge where depth = 0'),
    ).toEqual(Array(3).fill({ billed_seconds: 0, package_seconds: 60, amount: 0 }))
  })

  test('and cannot be renewed is kept as failing, until it can', async () => {
    await begin(20_000_000)
    const { id } = await give(false)
    const trouble = `alter table package_period add constraint odd check (subscription_id <> ${id})`
    await database.query(`${trouble} not valid`)
    stopJobs = await startTestJobs({ url: fresh.urls.jobs, clock, pace: QUICK_PACE })
    const failing = () => rows('select process, work, failures, message from failing_work')
    const said = expect.stringContaining('odd')
    const kept = { process: 'jobs', work: 'renewing packages', message: said }
    await eventually(async () => expect(await failing()).toMatchObject([kept]))
    await database.query('alter table package_period drop constraint odd')
    await eventually(async () => expect(await failing()).toEqual([]))
    expect(await stateOf(id)).toMatchObject({ state: 'ACTIVE', left: 300 })
  })
})
