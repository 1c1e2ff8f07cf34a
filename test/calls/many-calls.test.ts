// Calls the whole way that last long, or come in a crowd.
import { describe, expect, test } from 'vitest'
import { msFromInviteToBye } from '../sip/sipp.ts'
import { until } from '../sip/until.ts'
import { GATEWAY, setUpWholeSwitch } from './whole-bench.ts'

const bench = setUpWholeSwitch()

describe('a crash of Kamailio', () => {
  test('right after the answer loses no second of a call that goes past the relay', async () => {
    await bench.begin({ media_mode: 'DIRECT' })
    const called = await bench.gateway(GATEWAY, 'gateway', { seconds: 60 })
    // Longer than it takes until the engine misses the call for good.
    const running = bench.call('caller', { places: { TALK_MS: 28_000 }, seconds: 60 })
    await bench.waitForAnswered(1)
    await bench.kamailio.restart('SIGKILL')
    expect((await running).successful).toBe(1)
    await bench.waitForRecords(1)
    const [record] = await bench.records()
    expect(record).toMatchObject({ status: 'ANSWERED', refusal: null, media_mode: 'DIRECT' })
    expect(record.duration_ms).toBeGreaterThan(27_000)
    expect(record.duration_ms).toBeLessThanOrEqual(msFromInviteToBye(called.messages()))
    const balance = 10_000_000 - 500 * record.billed_seconds
    expect(await bench.balanceOf(bench.world.client_id)).toEqual({ balance, held: 0 })
  })
})

describe('money for 20 calls', () => {
  test('lets exactly 20 of 200 simultaneous calls through', async () => {
    await bench.begin({ balance: 20 * 30_000, first_increment: 60, next_increment: 60 })
    await bench.gateway(GATEWAY, 'gateway', { seconds: 80 })
    const result = await bench.call('caller', {
      calls: 200,
      calls_per_second: 2000,
      places: { TALK_MS: 6000 },
      seconds: 80,
    })
    expect(result.successful).toBe(20)
    expect(result.failed).toBe(180)
    await bench.waitForRecords(200)
    expect(await bench.balanceOf(bench.world.client_id)).toEqual({ balance: 0, held: 0 })
  })
})

describe('an engine that is killed during 50 calls', () => {
  test('loses no record and charges every party once', async () => {
    await bench.begin()
    await bench.gateway(GATEWAY, 'gateway', { seconds: 60 })
    const running = bench.call('caller', {
      calls: 50,
      calls_per_second: 10,
      places: { TALK_MS: 9000 },
      seconds: 60,
    })
    await bench.waitForAnswered(20)
    await bench.replaceEngine()
    const result = await running
    // An INVITE without an engine got 503, and is no call of ours.
    expect(result.successful).toBeGreaterThanOrEqual(20)
    const answered = () =>
      bench.rows(`select 1 from call_record where is_last and status = 'ANSWERED'`)
    await until(
      'every answered call has its record',
      async () => (await answered()).length === result.successful,
    )
    const charges = await bench.rows('select 1 from call_charge')
    expect(charges).toHaveLength(2 * result.successful)
  })
})
