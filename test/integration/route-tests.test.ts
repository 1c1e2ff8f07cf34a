// A test of a route against the very call: the engine makes it, the API foretells it.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { testRoute } from '#contract/routing/route-tests.ts'
import { makePool } from '#db/database.ts'
import type { Engine } from '#engine/engine.ts'
import { apiForFile } from '../support/api.ts'
import { ScriptedSwitch } from '../support/scripted-switch.ts'
import { startTestEngine } from '../support/test-engine.ts'
import { checkBooks, makeWorld, putResellersAbove, type World } from '../support/world.ts'

const api = apiForFile()
let engine: Engine
let world: World
const kamailio = new ScriptedSwitch()

beforeAll(async () => {
  const pool = makePool(api.url, 'test', 2)
  world = await makeWorld(pool, { first_increment: 60, next_increment: 6 })
  await putResellersAbove(pool, world.client_id, [2_800_000, 2_000_000])
  await pool.query('update account set vat_percent = 200000 where id = $1', [world.client_id])
  await pool.query('update account_balance set balance = balance')
  await pool.query('update change_number set number = number + 1')
  await pool.end()
  engine = await startTestEngine(kamailio, {
    url: api.engine_url,
    random: () => 0,
  })
})
afterAll(async () => {
  await engine.stop()
})

const form = {
  by: 'client' as const,
  client_id: null as number | null,
  source_ip: '',
  source_port: 5060,
  transport: 'UDP' as const,
  username: '',
  dialled_number: '+442071838750',
  caller_number: '4930123456',
  // The clock of the API does not move in tests; the rates begin by the clock of the database.
  at: new Date(Date.now() + 60_000).toISOString(),
  duration_seconds: 95,
}

test('says for every party what the call then costs, and goes the same way', async () => {
  const body = { ...form, client_id: world.client_id }
  const { data } = await api.admin.call(testRoute, { body })
  expect(data).toMatchObject({ outcome: 'routed', called_number: '442071838750' })

  const call = await kamailio.invite({ dialled_number: '+442071838750' })
  const routes = call.decision?.kind === 'route' ? call.decision.routes : []
  expect(data.routes.map((route) => route.gateway_id)).toEqual(
    routes.map((route) => route.gateway_id),
  )
  const answered_at = Date.now() / 1000
  const answer = { answered_at, gateway_id: world.gateway_ids[0], sip_code: 200 }
  kamailio.event('answered', call, answer)
  const ended = { ...answer, ended_at: answered_at + 60, released_by: 'caller' as const }
  const key = kamailio.event('ended', call, { ...ended, live: false })
  await vi.waitFor(() => expect(kamailio.acknowledged).toContain(key))

  const short = await api.admin.call(testRoute, { body: { ...body, duration_seconds: 60 } })
  const pool = makePool(api.url, 'test', 1)
  const { rows } = await pool.query(
    `select account_id, billed_seconds, net, vat, amount from call_charge
      order by depth < 0, depth`,
  )
  const foretold = [...short.data.payers, short.data.routes[0]?.buy]
  expect(
    foretold.map((party) => ({
      account_id: party?.account_id,
      billed_seconds: party?.billed_seconds,
      net: party?.net,
      vat: party?.vat,
      amount: party?.amount,
    })),
  ).toEqual(rows)
  const { rows: records } = await pool.query('select revenue - cost as margin from call_record')
  expect(short.data.routes[0]?.margin).toBe(Number(records[0].margin))
  await checkBooks(pool)
  await pool.end()
})

test('tells the longest possible call, of each party and of all together', async () => {
  const { data } = await api.admin.call(testRoute, {
    body: { ...form, client_id: world.client_id },
  })
  const longest = data.payers.map((party) => party.longest_seconds ?? 0)
  expect(longest.every((seconds) => seconds > 0)).toBe(true)
  expect(data.routes[0]?.longest_seconds).toBe(Math.min(...longest))
})

test('a call that nobody can pay for is refused, and shown with its prices', async () => {
  const pool = makePool(api.url, 'test', 1)
  const limit = (money: number) =>
    pool.query('update account_balance set daily_spend_limit = $1 where account_id = $2', [
      money,
      world.client_id,
    ])
  await limit(1)
  const body = { ...form, client_id: world.client_id }
  const { data } = await api.admin.call(testRoute, { body })
  expect(data).toMatchObject({ outcome: 'refused', refusal: 'SPEND_LIMIT', sip_code: 402 })
  expect(data.payers).toHaveLength(3)
  expect(data.routes).toHaveLength(2)
  await pool.query('update account_balance set daily_spend_limit = null')
  await pool.end()
})

test('a satellite number is refused until the client may call high-risk numbers', async () => {
  const pool = makePool(api.url, 'test', 1)
  await pool.query(
    `insert into tariff_rate (tariff_id, prefix, destination, rate)
     select id, '870', 'Inmarsat', case kind when 'BUY' then 10 else 90 end * 1000000 from tariff`,
  )
  const body = { ...form, client_id: world.client_id, dialled_number: '+870773201234' }
  const ask = async () => (await api.admin.call(testRoute, { body })).data
  const refused = await ask()
  expect(refused).toMatchObject({ outcome: 'refused', refusal: 'DST_HIGH_RISK', sip_code: 403 })
  expect(refused.steps.map(({ text }) => text)).toContain(
    'High-risk numbers: 870773201234 is rejected.',
  )
  const call = await kamailio.invite({ dialled_number: '+870773201234' })
  expect(call.decision).toMatchObject({ kind: 'refuse', sip_code: 403, q850_cause: 21 })
  await pool.query('update client set allow_high_risk = true')
  expect(await ask()).toMatchObject({ outcome: 'routed' })
  await pool.query('delete from tariff_rate where prefix = $1', ['870'])
  await pool.end()
})

test('a source address is identified as the switch does it, a stranger is refused', async () => {
  const known = { ...form, by: 'address' as const, source_ip: '127.0.0.1' }
  expect((await api.admin.call(testRoute, { body: known })).data).toMatchObject({
    outcome: 'routed',
    client: { name: 'Client' },
  })
  const stranger = { ...known, source_ip: '203.0.113.9' }
  expect((await api.admin.call(testRoute, { body: stranger })).data).toMatchObject({
    outcome: 'refused',
    refusal: 'AUTH_UNKNOWN_IP',
    sip_code: 403,
    payers: [],
    routes: [],
  })
})

test('nothing is written by a test', async () => {
  const pool = makePool(api.url, 'test', 1)
  const count = async () => (await pool.query('select count(*) from call_record')).rows[0].count
  const before = await count()
  await api.admin.call(testRoute, { body: { ...form, client_id: world.client_id } })
  expect(await count()).toBe(before)
  await pool.end()
})

test('a client that is not there is named at its field', async () => {
  const answer = await api.admin.call(testRoute, { body: { ...form, client_id: 999_999 } })
  expect(answer.status).toBe(400)
  expect(answer.problem.fields).toHaveProperty('client_id')
})
