// Money that comes while a call lasts: paid in by the console, lent, or left by another call. Two
// engines against one database, each with a switch that the tests script.
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPayment, reversePayment } from '#contract/payments/payments.ts'
import type { Clock } from '#core/time/clock.ts'
import { makePool } from '#db/database.ts'
import type { Engine } from '#engine/engine.ts'
import { startApi, type TestApi } from '../support/api.ts'
import { stoppedClock } from '../support/clocks.ts'
import { rechargeForm } from '../support/forms.ts'
import { rowsIn } from '../support/rows.ts'
import { ScriptedSwitch } from '../support/scripted-switch.ts'
import { QUICK_PACE, startTestEngine } from '../support/test-engine.ts'
import {
  checkBooks,
  makeWorld,
  putResellersAbove,
  type World,
  type WorldOptions,
} from '../support/world.ts'

let api: TestApi
let database: pg.Pool
let world: World
const engines: Engine[] = []
/** By this alone the time of day passes for the engines. */
let passed_ms = 0
let clock: Clock

const now = () => clock.now_ms() / 1000
const { one } = rowsIn(() => database)

beforeEach(async () => {
  passed_ms = 0
  api = await startApi()
  database = makePool(api.url, 'test', 2)
})
afterEach(async () => {
  for (const engine of engines.splice(0)) await engine.stop()
  await checkBooks(database)
  await database.end()
  await api.close()
})

const begin = async (options: WorldOptions) => {
  world = await makeWorld(database, options)
  clock = stoppedClock(() => passed_ms)
}

async function start(engine: string): Promise<ScriptedSwitch> {
  await database.query('update change_number set number = number + 1')
  const kamailio = new ScriptedSwitch()
  engines.push(
    await startTestEngine(kamailio, {
      url: api.engine_url,
      engine,
      clock,
      random: () => 0,
      pace: QUICK_PACE,
    }),
  )
  return kamailio
}

/** A call that is answered now. */
async function answered(kamailio: ScriptedSwitch, max_seconds: number) {
  const call = await kamailio.invite({ received_at: now() })
  expect(call.decision).toMatchObject({ kind: 'route', max_seconds })
  const answer = { answered_at: now(), gateway_id: world.gateway_ids[0], sip_code: 200 }
  const key = kamailio.event('answered', call, { ...answer, live: false })
  await vi.waitFor(() => expect(kamailio.acknowledged).toContain(key))
  const end = async (seconds: number) => {
    const ended = { ...answer, ended_at: answer.answered_at + seconds }
    const ended_key = kamailio.event('ended', call, { ...ended, released_by: 'caller' })
    await vi.waitFor(() => expect(kamailio.acknowledged).toContain(ended_key))
  }
  return { dialog: call.invite.dialog, end }
}

async function recharge(account_id: number, units: number): Promise<number> {
  const body = rechargeForm(account_id, units)
  return (await api.admin.call(createPayment, { body })).data.id
}

/** Without a word to the engines. Those above get as much, and so lend nothing of their own. */
const lend = (account_id: number) =>
  database.query(
    `with recursive above as (
      select id, parent_id from account where id = $1
      union all select a.id, a.parent_id from account a join above b on a.id = b.parent_id
        where a.kind = 'RESELLER')
    update account_balance set credit_limit = 1000000 where account_id in (select id from above)`,
    [account_id],
  )

/** The switch has the extension of the call. */
const limit = (kamailio: ScriptedSwitch, dialog: string, seconds: number) =>
  vi.waitFor(() => {
    const limits = kamailio.limits.filter((one) => one.dialog === dialog)
    expect(limits.at(-1)).toMatchObject({ seconds })
  })

test.each([6, 10.8])('12 seconds of money and a recharge after %d: the call lasts', async (at) => {
  await begin({ balance: 6000 })
  const kamailio = await start('a')
  const call = await answered(kamailio, 12)
  passed_ms += at * 1000
  await recharge(world.client_id, 1)
  await limit(kamailio, call.dialog, Math.floor(42 - at))
  expect(await one('select granted_seconds from open_call')).toEqual({ granted_seconds: 42 })
})

test('the limit is set again once whole seconds are left: no part of one is lost', async () => {
  await begin({ balance: 6000 })
  const kamailio = await start('a')
  const call = await answered(kamailio, 12)
  passed_ms += 5900
  await recharge(world.client_id, 0.005)
  const again = { dialog: call.dialog, seconds: 16 }
  await vi.waitFor(() => expect(kamailio.limits).toEqual([again, again]))
})

test('a recharge of a reseller above lets the calls below it last', async () => {
  await begin({})
  // The upper one pays for 12 seconds at 0.02 a minute; the lower one has credit.
  const rates = [2_500_000, 2_000_000]
  const [lower, upper] = await putResellersAbove(database, world.client_id, rates, 4000)
  await lend(lower!)
  const kamailio = await start('a')
  const call = await answered(kamailio, 12)
  passed_ms += 4000
  await recharge(upper!, 1)
  await limit(kamailio, call.dialog, 38)
})

test('a payment that is reversed gives a reseller money for its other calls', async () => {
  await begin({ balance: 0 })
  // 12 seconds, and 9 of them lent on.
  const [reseller] = await putResellersAbove(database, world.client_id, [2_000_000], 4000)
  const lent = await recharge(world.client_id, 0.003)
  await lend(world.client_id)
  const kamailio = await start('a')
  const call = await answered(kamailio, 3)
  const body = { note: '', idempotency_key: randomUUID() }
  await api.admin.call(reversePayment, { params: { id: lent }, body })
  await limit(kamailio, call.dialog, 12)
  const owner = await one(`select balance from account_balance where account_id = ${reseller}`)
  expect(owner).toEqual({ balance: 4000 })
})

test('what a call of another engine leaves goes to the one that is cut short', async () => {
  // 80 seconds at 0.03 a minute: 60 for the first call, and 20 for the second.
  await begin({ balance: 40_000 })
  const [first, second] = [await start('a'), await start('b')]
  const long = await answered(first, 60)
  const short = await answered(second, 20)
  passed_ms += 5000
  await long.end(5)
  passed_ms += 13_000
  await limit(second, short.dialog, 32)
  // It was not made longer before.
  expect(second.limits).toHaveLength(1)
  expect(await one('select granted_seconds from open_call')).toEqual({ granted_seconds: 50 })
})

test('credit that nobody told the engine of is found before the call is cut', async () => {
  await begin({ balance: 6000 })
  const kamailio = await start('a')
  const call = await answered(kamailio, 12)
  passed_ms += 6000
  await lend(world.client_id)
  passed_ms += 4000
  await limit(kamailio, call.dialog, 32)
})

test('a call for which there is no more money is asked for to its end and no longer', async () => {
  await begin({ balance: 6000 })
  const kamailio = await start('a')
  const call = await answered(kamailio, 12)
  passed_ms += 11_000
  await recharge(world.client_id, 0.0001)
  expect(kamailio.limits).toEqual([])
  await call.end(12)
  expect(await one('select billed_seconds from call_record')).toEqual({ billed_seconds: 12 })
})
