// Money along the chain, against a real database and a scripted switch: resellers, carriers that
// limit what we owe, and caps of spending.
import type pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { DescribedStep, LoggedStep } from '#core/routing/trace.ts'
import { describeStep } from '#core/trace/describe-step.ts'
import { makePool } from '#db/database.ts'
import { clockAhead } from '#test/support/clocks.ts'
import { databaseForEachTest } from '#test/support/database.ts'
import { givePackage } from '#test/support/packages.ts'
import { ScriptedSwitch } from '#test/support/scripted-switch.ts'
import { endTestEngine, QUICK_PACE, startTestEngine } from '#test/support/test-engine.ts'
import { makeWorld, putResellersAbove, type World } from '#test/support/world.ts'
import type { Engine } from './engine.ts'

const fresh = databaseForEachTest()
let database: pg.Pool
let engine: Engine
let kamailio: ScriptedSwitch
let world: World
let passed_ms = 0

async function start(pace = 1): Promise<void> {
  await database.query('update change_number set number = number + 1')
  kamailio = new ScriptedSwitch()
  engine = await startTestEngine(kamailio, {
    url: fresh.urls.engine,
    clock: clockAhead(() => passed_ms),
    pace,
  })
}

const now = () => (Date.now() + passed_ms) / 1000
const acknowledged = (key: string) => vi.waitFor(() => expect(kamailio.acknowledged).toContain(key))
const rows = async (sql: string) => (await database.query(sql)).rows
const one = async (sql: string) => (await rows(sql))[0]
const balanceOf = (id: number) =>
  one(`select balance, held from account_balance where account_id = ${id}`)

beforeEach(async () => {
  passed_ms = 0
  database = makePool(fresh.url, 'test', 3)
  world = await makeWorld(database)
})

afterEach(() => endTestEngine(engine, database))

/** The steps of the call that was logged last. */
async function stepsOfLast(): Promise<DescribedStep[]> {
  const log = await one('select steps from routing_log order by call_id desc limit 1')
  return log.steps.map((step: LoggedStep) => describeStep(step, 'USD'))
}

async function answer(call: Awaited<ReturnType<ScriptedSwitch['invite']>>, gateway_id: number) {
  const answered = { answered_at: now(), gateway_id, sip_code: 200 }
  await acknowledged(kamailio.event('answered', call, answered))
  return answered
}

async function talk(seconds: number) {
  const call = await kamailio.invite()
  expect(call.decision?.kind).toBe('route')
  const answered = await answer(call, world.gateway_ids[0])
  passed_ms += seconds * 1000
  const end = {
    ...answered,
    ended_at: answered.answered_at + seconds,
    released_by: 'caller' as const,
  }
  await acknowledged(kamailio.event('ended', call, end))
}

test('a call through five resellers moves money on every level in one transaction', async () => {
  // The client pays 0.03 a minute; the resellers 0.028, 0.026 … 0.02; the carrier gets 0.01.
  const chain = await putResellersAbove(
    database,
    world.client_id,
    [2_800_000, 2_600_000, 2_400_000, 2_200_000, 2_000_000],
  )
  await start()
  await talk(60)
  expect(await balanceOf(world.client_id)).toEqual({ balance: 9_970_000, held: 0 })
  // Each is paid by the one below and pays the one above: 0.002 is left on every level.
  for (const id of chain) expect(await balanceOf(id)).toEqual({ balance: 10_002_000, held: 0 })
  expect(await balanceOf(world.settlement_ids[0])).toEqual({ balance: 10_000, held: 0 })
  expect(
    await one('select sell_amount, buy_amount, revenue, cost, reseller_ids from call_record'),
  ).toEqual({
    sell_amount: 30_000,
    buy_amount: 10_000,
    revenue: 20_000,
    cost: 10_000,
    reseller_ids: chain,
  })
  expect(await rows('select depth, amount, income from call_charge order by depth')).toEqual([
    { depth: -1, amount: 10_000, income: 0 },
    { depth: 0, amount: 30_000, income: 30_000 },
    { depth: 1, amount: 28_000, income: 28_000 },
    { depth: 2, amount: 26_000, income: 26_000 },
    { depth: 3, amount: 24_000, income: 24_000 },
    { depth: 4, amount: 22_000, income: 22_000 },
    { depth: 5, amount: 20_000, income: 0 },
  ])
  expect(
    await one(
      `select calls, cost, revenue from traffic_by_reseller where reseller_id = ${chain[0]}`,
    ),
  ).toEqual({ calls: 1, cost: 28_000, revenue: 30_000 })
})

test('a package of a reseller pays for its client, and the reseller its cost', async () => {
  const [reseller = 0] = await putResellersAbove(database, world.client_id, [2_800_000])
  await givePackage(database, world.client_id, { owner_id: reseller, price: 5_000_000 })
  await start()
  await talk(60)
  expect(await balanceOf(world.client_id)).toEqual({ balance: 5_000_000, held: 0 })
  expect(await balanceOf(reseller)).toEqual({ balance: 9_972_000, held: 0 })
  expect(await rows('select seconds_left, seconds_held from package_subscription')).toEqual([
    { seconds_left: 240, seconds_held: 0 },
  ])
  expect(await rows('select calls, cost, revenue from traffic_by_reseller')).toEqual([
    { calls: 1, cost: 28_000, revenue: 0 },
  ])
})

test('a reseller that may not sell below its cost refuses the call, until it may', async () => {
  const [, top] = await putResellersAbove(database, world.client_id, [2_800_000, 2_900_000])
  await database.query(`update reseller set loss_policy = 'BLOCK'`)
  await start(QUICK_PACE)
  const { invite, decision } = await kamailio.invite()
  expect(decision).toMatchObject({ kind: 'refuse', sip_code: 503 })
  await vi.waitFor(async () =>
    expect(await rows('select sip_call_id, refusal from call_record')).toEqual([
      { sip_call_id: invite.sip_call_id, refusal: 'SELLS_BELOW_COST' },
    ]),
  )
  await database.query(`update reseller set loss_policy = 'WARN' where account_id = $1`, [top])
  await database.query('update change_number set number = number + 1')
  await vi.waitFor(async () => expect((await kamailio.invite()).decision?.kind).toBe('route'), {
    interval: 500,
  })
})

test('money is held on every level while a call is set up', async () => {
  const [nearest, top] = await putResellersAbove(database, world.client_id, [2_800_000, 2_000_000])
  await start()
  const call = await kamailio.invite()
  expect(await balanceOf(nearest!)).toMatchObject({ held: 28_000 })
  expect(await balanceOf(top!)).toMatchObject({ held: 20_000 })
  await acknowledged(kamailio.event('failed', call, { ended_at: now(), sip_code: 487 }))
  expect(await balanceOf(top!)).toMatchObject({ held: 0 })
})

test('a reseller without money refuses the calls of those below it', async () => {
  await putResellersAbove(database, world.client_id, [2_800_000], 0)
  await start()
  expect((await kamailio.invite()).decision).toMatchObject({ kind: 'refuse', sip_code: 402 })
  expect(await one(`select refusal from call_record where status = 'REJECTED'`)).toEqual({
    refusal: 'BALANCE_RESELLER',
  })
  expect((await stepsOfLast()).at(-1)).toMatchObject({ facts: { party: 'Reseller 1' } })
})

test('a reseller pays what its client is credited: it holds that, and ends the call', async () => {
  // The client is credited 0.03 a minute; the reseller pays 0.012 to us, and has 0.028: 40 seconds.
  const [reseller] = await putResellersAbove(database, world.client_id, [1_200_000], 28_000)
  await database.query('update tariff_rate set reverse_billing = true where tariff_id = $1', [
    world.sell_tariff_id,
  ])
  await start()
  const call = await kamailio.invite()
  expect(call.decision).toMatchObject({ kind: 'route', max_seconds: 40 })
  expect(await balanceOf(reseller!)).toEqual({ balance: 28_000, held: 28_000 })
  expect(await balanceOf(world.client_id)).toMatchObject({ held: 0 })
  // Nothing is left for another one.
  expect((await kamailio.invite()).decision).toMatchObject({ kind: 'refuse', sip_code: 402 })
  // The switch cuts late: no payer is charged or credited for more than was held.
  const answered = await answer(call, world.gateway_ids[0])
  passed_ms += 41_000
  const end = { ...answered, ended_at: answered.answered_at + 41, reason: 'limit' }
  await acknowledged(kamailio.event('ended', call, { ...end, released_by: 'switch' }))
  expect(await balanceOf(reseller!)).toEqual({ balance: 0, held: 0 })
  expect(await balanceOf(world.client_id)).toEqual({ balance: 10_020_000, held: 0 })
  expect(await rows('select refusal from call_record order by started_at')).toEqual([
    { refusal: 'BALANCE_END' },
    { refusal: 'BALANCE_RESELLER' },
  ])
})

test('a carrier that lets us owe no more is left out', async () => {
  const [first, second] = world.settlement_ids
  await database.query('update account_balance set max_debt = 10000 where account_id = $1', [first])
  await start()
  const one_minute = await kamailio.invite()
  expect(one_minute.decision).toMatchObject({ routes: [{}, {}] })
  expect(await balanceOf(first)).toEqual({ balance: 0, held: 10_000 })
  // The whole credit is promised: only the other carrier is offered.
  const next = await kamailio.invite()
  expect(next.decision).toMatchObject({ routes: [{ gateway_id: world.gateway_ids[1] }] })
  expect((await stepsOfLast()).map(({ text }) => text).slice(-3)).toEqual([
    'Gateway 1 is not tried: settlement debt limit reached.',
    'Client has 9.97 USD available: 0.03 USD is reserved.',
    '0.03 USD is reserved for the first 60 seconds.',
  ])
  // The first call is answered by the other carrier, which sets the credit free again.
  await answer(one_minute, world.gateway_ids[1])
  expect(await balanceOf(first)).toEqual({ balance: 0, held: 0 })
  expect(await balanceOf(second)).toEqual({ balance: 0, held: 0 })
})

test('a call over a carrier with limited credit ends before the credit does', async () => {
  const [first] = world.settlement_ids
  await database.query('update account_balance set max_debt = 5000 where account_id = $1', [first])
  await start()
  const call = await kamailio.invite()
  // 0.005 buy half a minute at 0.01.
  expect(call.decision).toMatchObject({ max_seconds: 30 })
})

test('a client spends no more in a day than its cap, and may go on the next day', async () => {
  await database.query(
    'update account_balance set daily_spend_limit = 40000 where account_id = $1',
    [world.client_id],
  )
  await start()
  await talk(60)
  // 0.01 of the cap is left: twenty seconds.
  const short = await kamailio.invite()
  expect(short.decision).toMatchObject({ max_seconds: 20 })
  const payer = { free: '0.01', held: '0.01', currency: 'USD', is_limit: true }
  expect((await stepsOfLast()).at(-2)).toMatchObject({ step: 'PAYER', facts: payer })
  const refused = await kamailio.invite()
  expect(refused.decision).toMatchObject({ kind: 'refuse', sip_code: 402 })
  expect(await one(`select refusal from call_record where status = 'REJECTED'`)).toEqual({
    refusal: 'SPEND_LIMIT',
  })
  await acknowledged(kamailio.event('failed', short, { ended_at: now(), sip_code: 487 }))
  passed_ms += 86_400_000
  expect((await kamailio.invite()).decision).toMatchObject({ kind: 'route', max_seconds: 60 })
})

test('calls of a client that is blocked meanwhile are ended', async () => {
  await start(QUICK_PACE)
  const call = await kamailio.invite()
  const answered = await answer(call, world.gateway_ids[0])
  await database.query(`update account set status = 'blocked' where id = $1`, [world.client_id])
  await database.query('update change_number set number = number + 1')
  await vi.waitFor(() => expect(kamailio.ended).toContain(call.invite.dialog))
  const end = { ...answered, ended_at: now(), released_by: 'switch' as const }
  await acknowledged(kamailio.event('ended', call, end))
  expect(await one('select refusal from call_record')).toEqual({ refusal: 'ACCOUNT_BLOCKED' })
})
