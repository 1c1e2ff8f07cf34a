// The limits of a stolen password, and how it is stopped: whole calls through Kamailio, with the
// console's API on the same database.
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { stopAccount } from '#contract/accounts/account-stops.ts'
import { updateSettings } from '#contract/console/settings.ts'
import { makePool } from '#db/database.ts'
import { type RunningKamailio, startKamailio } from '../sip/kamailio.ts'
import { type RunningSipp, runSipp, type SippOptions, startSipp } from '../sip/sipp.ts'
import { until } from '../sip/until.ts'
import { startApi, type TestApi } from '../support/api.ts'
import { type EngineProcess, startEngineProcess } from '../support/engine-process.ts'
import { rowsIn } from '../support/rows.ts'
import { checkBooks, makeWorld, putResellersAbove, type World } from '../support/world.ts'

const SWITCH = '127.0.53.1'
const CALLER = '127.0.53.11'
const GATEWAYS = ['127.0.53.21', '127.0.53.22'] as const

let kamailio: RunningKamailio
let api: TestApi
let database: pg.Pool
let engine: EngineProcess
let world: World
const phones: RunningSipp[] = []

beforeAll(async () => {
  kamailio = await startKamailio({ address: SWITCH, first_port: 27_300 })
})
afterAll(() => kamailio?.stop())

beforeEach(async () => {
  api = await startApi()
  database = makePool(api.url, 'test', 3)
  world = await makeWorld(database, { source: CALLER, gateway_hosts: GATEWAYS })
})

afterEach(async () => {
  try {
    for (const phone of phones.splice(0)) await phone.stop()
    await until('every call is closed', async () => (await count('open_call')) === 0)
    await checkBooks(database)
  } finally {
    await engine.stop()
    await database.end()
    await api.close()
  }
})

const begin = async () => {
  engine = await startEngineProcess(api.engine_url, kamailio)
}
const { rows, count } = rowsIn(() => database)

async function gateway(scenario: string, calls: number): Promise<void> {
  phones.push(await startSipp({ scenario, address: GATEWAYS[0], calls, seconds: 60 }))
}

const call = (scenario: string, more: Partial<SippOptions> = {}) =>
  runSipp({ scenario, address: CALLER, to: SWITCH, number: '+442071838750', ...more })

/** That many active calls; each ends when one side hangs up. */
const callsThatStay = (calls: number) =>
  call('caller-is-left', { calls, calls_per_second: 20, seconds: 60 })

const answered = (calls: number) =>
  until(
    `${calls} calls are answered`,
    async () => (await count(`open_call where state = 'ANSWERED'`)) === calls,
  )

const stop = (id: number) => api.admin.call(stopAccount, { params: { id } })

test('a satellite number is refused with 403 and cause 21 until it may be called', async () => {
  await rows(
    `insert into tariff_rate (tariff_id, prefix, destination, rate)
     select id, '870', 'Inmarsat', case kind when 'BUY' then 1 else 3 end * 1000000 from tariff`,
  )
  await begin()
  const number = '+870773201234'
  const refused = await call('caller-is-refused', { number, places: { CODE: 403 } })
  expect(refused.received).toMatch(/SIP\/2\.0 403 Forbidden/)
  expect(refused.received).toMatch(/Reason: Q\.850;cause=21/)
  await until('the refusal is written', async () => (await count('call_record')) === 1)
  expect(await rows('select refusal, account_id, dialled_number from call_record')).toEqual([
    { refusal: 'DST_HIGH_RISK', account_id: world.client_id, dialled_number: number },
  ])
  await rows('update client set allow_high_risk = true')
  // An engine that starts has read the change; a running one reads it within a moment.
  await engine.stop()
  await begin()
  await gateway('gateway', 1)
  expect((await call('caller', { number })).successful).toBe(1)
  await until('the call is written', async () => (await count('call_record')) === 2)
})

test('one click ends all calls of a client, even where the settings let them go on', async () => {
  await api.admin.call(updateSettings, { body: { hang_up_blocked: false } })
  await begin()
  await gateway('gateway', 8)
  const running = callsThatStay(8)
  await answered(8)
  await until(
    'each has lasted a second',
    async () => (await count(`open_call where answered_at < now() - interval '1 second'`)) === 8,
  )
  expect((await stop(world.client_id)).data).toEqual({ stopped_calls: 8 })
  // Both sides have the BYE: a scenario of a caller that waits succeeds with it.
  expect((await running).successful).toBe(8)
  await until('all are written', async () => (await count('call_record where is_last')) === 8)
  expect(await rows('select distinct refusal, release_side, status from call_record')).toEqual([
    { refusal: 'HUNG_UP', release_side: 'SWITCH', status: 'ANSWERED' },
  ])
  expect(await count('call_charge where amount > 0 and depth = 0')).toBe(8)
  const next = await call('caller-is-refused', { places: { CODE: 403 } })
  expect(next.received).toMatch(/SIP\/2\.0 403 Forbidden/)
  await until('the refusal is written', async () => (await count('call_record')) === 9)
  expect(await count(`call_record where refusal = 'AUTH_BLOCKED'`)).toBe(1)
  expect((await stop(world.client_id)).data).toEqual({ stopped_calls: 0 })
})

test('stopping a reseller ends the calls of clients below it, those that ring too', async () => {
  const [top] = await putResellersAbove(database, world.client_id, [2_500_000])
  await begin()
  await gateway('gateway-rings', 2)
  const ringing = call('caller-is-refused', { calls: 2, places: { CODE: 480 }, seconds: 60 })
  await until('both ring', async () => (await count(`open_call where state = 'RINGING'`)) === 2)
  expect((await stop(top ?? 0)).data).toEqual({ stopped_calls: 2 })
  expect((await ringing).successful).toBe(2)
  await until('both are written', async () => (await count('call_record')) === 2)
  expect(await count(`call_record where refusal = 'HUNG_UP'`)).toBe(2)
  const next = await call('caller-is-refused', { places: { CODE: 403 } })
  expect(next.received).toMatch(/SIP\/2\.0 403 Forbidden/)
  await until(
    'the refusal is written',
    async () => (await count(`call_record where refusal = 'RESELLER_BLOCKED'`)) === 1,
  )
})
