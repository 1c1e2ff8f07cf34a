// Calls the whole way: SIPp, Kamailio, rtpengine, the engine as a process,
// PostgreSQL; then the books.
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makePool } from '#db/database.ts'
import { type RunningKamailio, startKamailio } from '../sip/kamailio.ts'
import { openPhone } from '../sip/phone.ts'
import { sipRequest } from '../sip/probe.ts'
import { type RunningSipp, runSipp, type SippOptions, startSipp } from '../sip/sipp.ts'
import { until } from '../sip/until.ts'
import { type FreshDatabase, freshDatabase } from '../support/database.ts'
import { type EngineProcess, startEngineProcess } from '../support/engine-process.ts'
import { rowsIn } from '../support/rows.ts'
import { checkBooks, makeWorld, type World, type WorldOptions } from '../support/world.ts'

const SWITCH = '127.0.45.1'
const CALLER = '127.0.45.11'
const STRANGER = '127.0.45.12'
const GATEWAYS = ['127.0.45.21', '127.0.45.22'] as const

let kamailio: RunningKamailio
let fresh: FreshDatabase
let database: pg.Pool
let engine: EngineProcess
let world: World
const phones: RunningSipp[] = []

beforeAll(async () => {
  kamailio = await startKamailio({ address: SWITCH, first_port: 18600 })
})
afterAll(() => kamailio?.stop())

beforeEach(async () => {
  fresh = await freshDatabase()
  database = makePool(fresh.url, 'test', 3)
})

afterEach(async () => {
  try {
    for (const phone of phones.splice(0)) await phone.stop()
    await until(
      'every call is closed',
      async () => (await rows('select 1 from open_call')).length === 0,
    )
    await checkBooks(database)
  } finally {
    await engine.stop()
    await database.end()
    await fresh.close()
  }
})

async function begin(options: WorldOptions = {}): Promise<void> {
  world = await makeWorld(database, { source: CALLER, gateway_hosts: GATEWAYS, ...options })
  engine = await startEngineProcess(fresh.urls.engine, kamailio)
}

const { rows, one } = rowsIn(() => database)
const balanceOf = (id: number) =>
  one(`select balance, held from account_balance where account_id = ${id}`)
/** Without the call's id, which passes what a number holds. */
const records = async () =>
  (
    await rows(`select to_jsonb(r) - 'call_id' as record from call_record r
      order by started_at, call_id, attempt_no`)
  ).map((row) => row.record)

async function gateway(
  at: 0 | 1,
  scenario: string,
  more: Partial<SippOptions> = {},
): Promise<RunningSipp> {
  const started = await startSipp({ scenario, address: GATEWAYS[at], ...more })
  phones.push(started)
  return started
}

const call = (scenario: string, more: Partial<SippOptions> = {}) =>
  runSipp({ scenario, address: CALLER, to: SWITCH, number: '+442071838750', ...more })

const recordCount = (count: number) =>
  until(`${count} calls have their record`, async () => {
    const row = await one('select count(*)::int as count from call_record where is_last')
    return row.count === count
  })

describe('a call', () => {
  test('fails over to the second gateway, and is charged to the millionth', async () => {
    await begin()
    await gateway(0, 'gateway-refuses', { places: { CODE: 503 } })
    const agent = `"Gate" <b>${'y'.repeat(100)}`
    await gateway(1, 'gateway', { places: { RING_MS: 200, AGENT: `User-Agent: ${agent}` } })
    const result = await call('caller', { places: { TALK_MS: 3000 } })
    expect(result.successful).toBe(1)
    await recordCount(1)

    const [failed, answered] = await records()
    expect(failed).toMatchObject({
      attempt_no: 1,
      attempt_end: 'REFUSED',
      gateway_sip_code: 503,
      gateway_user_agent: 'VendorSwitch 9.1',
      sip_code: null,
      status: 'FAILED',
      is_last: false,
    })
    expect(answered).toMatchObject({
      attempt_no: 2,
      is_last: true,
      status: 'ANSWERED',
      attempt_end: 'ANSWERED',
      gateway_sip_code: 200,
      gateway_user_agent: agent.slice(0, 64),
      gateway_id: world.gateway_ids[1],
      dialled_number: '+442071838750',
      called_number: '442071838750',
      from_domain: CALLER,
      dialled_domain: SWITCH,
      early_media: false,
      release_side: 'CALLER',
      billed_seconds: 3,
      // 3 s at 0.03 and at 0.012 a minute.
      sell_amount: 1500,
      buy_amount: 600,
      revenue: 1500,
      cost: 600,
    })
    expect(answered.duration_ms).toBeGreaterThanOrEqual(2900)
    expect(answered.duration_ms).toBeLessThan(3500)
    expect(answered.pdd_ms).toBeLessThan(1000)
    expect(answered.call_pdd_ms).toBeGreaterThan(answered.pdd_ms)
    expect(Date.parse(answered.sent_at)).toBeGreaterThanOrEqual(Date.parse(failed.ended_at))
    expect(await balanceOf(world.client_id)).toEqual({ balance: 10_000_000 - 1500, held: 0 })
    expect(await balanceOf(world.settlement_ids[1])).toEqual({ balance: 600, held: 0 })
  })

  test('shows the caller nothing of the gateway, and the other way round', async () => {
    await begin()
    const callee = await gateway(0, 'gateway')
    const result = await call('caller')
    expect(result.successful).toBe(1)
    await recordCount(1)
    expect(result.received).not.toMatch(/127\.0\.45\.21|[Vv]endor/)
    expect(callee.received()).not.toContain(CALLER)
  })

  test('that is cancelled while it rings costs nothing', async () => {
    await begin()
    await gateway(0, 'gateway-rings')
    expect((await call('caller-cancels')).successful).toBe(1)
    await recordCount(1)
    expect((await records()).at(-1)).toMatchObject({
      status: 'CANCELLED',
      gateway_id: world.gateway_ids[0],
      sell_amount: 0,
    })
    expect(await balanceOf(world.client_id)).toEqual({ balance: 10_000_000, held: 0 })
  })

  test('from an unknown address hears 403 with cause 21 and leaves a failed record', async () => {
    await begin()
    const result = await call('caller-is-refused', { address: STRANGER, places: { CODE: 403 } })
    expect(result.received).toMatch(/SIP\/2\.0 403 Forbidden/)
    expect(result.received).toMatch(/Reason: Q\.850;cause=21/)
    await recordCount(1)
    expect((await records())[0]).toMatchObject({ refusal: 'AUTH_UNKNOWN_IP', account_id: 0 })
  })

  test('ends on both sides when the money ends, and costs no more than that', async () => {
    // 5 seconds at 0.03 a minute.
    await begin({ balance: 2500 })
    await gateway(0, 'gateway')
    const result = await call('caller-is-left')
    expect(result.successful).toBe(1)
    await recordCount(1)
    const [record] = await records()
    expect(record).toMatchObject({ refusal: 'BALANCE_END', release_side: 'SWITCH' })
    // Kamailio counts beats of its own, one a second: the end may come up to one early.
    expect(record.duration_ms).toBeGreaterThan(3900)
    expect(record.duration_ms).toBeLessThan(6500)
    expect([4, 5]).toContain(record.billed_seconds)
    const balance = 2500 - 500 * record.billed_seconds
    expect(await balanceOf(world.client_id)).toEqual({ balance, held: 0 })
  })

  test.each(['told', 'not told'])('lasts when money comes while it lasts: %s', async (how) => {
    // 5 seconds at 0.03 a minute.
    await begin({ balance: 2500 })
    await gateway(0, 'gateway')
    const running = call('caller', { places: { TALK_MS: 9000 } })
    await until(
      'the call is answered',
      async () => (await rows(`select 1 from open_call where state = 'ANSWERED'`)).length === 1,
    )
    await database.query(
      `update account_balance set credit_limit = 1000000 where account_id = $1`,
      [world.client_id],
    )
    if (how === 'told') {
      const signal = JSON.stringify({ changed: 'money', account_id: world.client_id })
      await database.query(`select pg_notify('softswitch', $1)`, [signal])
    }
    expect((await running).successful).toBe(1)
    await recordCount(1)
    const [record] = await records()
    expect(record).toMatchObject({ refusal: null, release_side: 'CALLER' })
    expect(record.duration_ms).toBeGreaterThan(8900)
    const balance = 2500 - 500 * record.billed_seconds
    expect(await balanceOf(world.client_id)).toEqual({ balance, held: 0 })
  })

  test('can be ended from the console', async () => {
    await begin()
    await gateway(0, 'gateway')
    const running = call('caller-is-left')
    await until(
      'the call is answered',
      async () => (await rows(`select 1 from open_call where state = 'ANSWERED'`)).length === 1,
    )
    await database.query(`update open_call set hang_up_asked_at = now(), hang_up_asked_by = 'test'`)
    await database.query(`select pg_notify('softswitch', '{"changed":"hang_up"}')`)
    expect((await running).successful).toBe(1)
    await recordCount(1)
    expect((await records())[0]).toMatchObject({ refusal: 'HUNG_UP', release_side: 'SWITCH' })
  })
})

describe('a crash of Kamailio', () => {
  test('right after the answer loses no second of a call that goes past the relay', async () => {
    await begin({ media_mode: 'DIRECT' })
    await gateway(0, 'gateway', { seconds: 60 })
    // Longer than it takes until the engine misses the call for good.
    const running = call('caller', { places: { TALK_MS: 28_000 }, seconds: 60 })
    await until(
      'the call is answered',
      async () => (await rows(`select 1 from open_call where state = 'ANSWERED'`)).length === 1,
    )
    await kamailio.restart('SIGKILL')
    expect((await running).successful).toBe(1)
    await recordCount(1)
    const [record] = await records()
    expect(record).toMatchObject({ status: 'ANSWERED', refusal: null, media_mode: 'DIRECT' })
    expect(Math.abs(record.duration_ms - 28_000)).toBeLessThan(1000)
    const balance = 10_000_000 - 500 * record.billed_seconds
    expect(await balanceOf(world.client_id)).toEqual({ balance, held: 0 })
  })
})

describe('a firewall zone', () => {
  test('denies calls of its networks, but not those of a client in one', async () => {
    const [zone] = await rows(`insert into firewall_zone (name, position, policy, services)
      values ('Lab', 1, 'DENY', '{SIP_INVITE}') returning id`)
    await database.query(`insert into firewall_network (zone_id, network) values ($1, $2)`, [
      zone?.id,
      '127.0.45.0/24',
    ])
    await begin()
    const stranger = await openPhone(STRANGER, SWITCH)
    try {
      // The engine refuses the first one, and Kamailio by itself those after it.
      for (let n = 0; n < 3; n++) {
        expect(await stranger.ask(sipRequest(SWITCH, STRANGER, {}))).toContain('SIP/2.0 403 ')
      }
    } finally {
      await stranger.close()
    }
    await gateway(0, 'gateway')
    expect(await call('caller', { places: { TALK_MS: 300 } })).toMatchObject({ successful: 1 })
    await recordCount(1)
    const hits = async () => (await rows('select hits from firewall_hit'))[0]?.hits
    await until('the hits are counted', async () => (await hits()) === 3)
    const failures = () => rows('select reason, source_ip, count from auth_failure')
    await until('the failure is written', async () => (await failures()).length > 0)
    expect(await failures()).toEqual([{ reason: 'firewall zone', source_ip: STRANGER, count: 1 }])
  })
})

describe('money for 20 calls', () => {
  test('lets exactly 20 of 200 simultaneous calls through', async () => {
    await begin({ balance: 20 * 30_000, first_increment: 60, next_increment: 60 })
    await gateway(0, 'gateway', { seconds: 80 })
    const result = await call('caller', {
      calls: 200,
      calls_per_second: 2000,
      places: { TALK_MS: 6000 },
      seconds: 80,
    })
    expect(result.successful).toBe(20)
    expect(result.failed).toBe(180)
    await recordCount(200)
    expect(await balanceOf(world.client_id)).toEqual({ balance: 0, held: 0 })
  })
})

describe('an engine that is killed during 50 calls', () => {
  test('loses no record and charges every party once', async () => {
    await begin()
    await gateway(0, 'gateway', { seconds: 60 })
    const running = call('caller', {
      calls: 50,
      calls_per_second: 10,
      places: { TALK_MS: 9000 },
      seconds: 60,
    })
    await until(
      '20 calls are answered',
      async () => (await rows(`select 1 from open_call where state = 'ANSWERED'`)).length >= 20,
    )
    await engine.kill()
    engine = await startEngineProcess(fresh.urls.engine, kamailio)
    const result = await running
    // An INVITE without an engine got 503, and is no call of ours.
    expect(result.successful).toBeGreaterThanOrEqual(20)
    const answered = () => rows(`select 1 from call_record where is_last and status = 'ANSWERED'`)
    await until(
      'every answered call has its record',
      async () => (await answered()).length === result.successful,
    )
    const charges = await rows('select 1 from call_charge')
    expect(charges).toHaveLength(2 * result.successful)
  })
})
