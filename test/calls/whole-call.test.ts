// Calls the whole way: how each one ends, its record and what it costs.
import { describe, expect, test } from 'vitest'
import { openPhone } from '../sip/phone.ts'
import { sipRequest } from '../sip/probe.ts'
import { msFromInviteToBye } from '../sip/sipp.ts'
import { until } from '../sip/until.ts'
import { CALLER, GATEWAY, SECOND, STRANGER, SWITCH, setUpWholeSwitch } from './whole-bench.ts'

const bench = setUpWholeSwitch()

describe('a call', () => {
  test('fails over to the second gateway, and is charged to the millionth', async () => {
    await bench.begin()
    await bench.gateway(GATEWAY, 'gateway-refuses', { places: { CODE: 503 } })
    const agent = `"Gate" <b>${'y'.repeat(100)}`
    const called = await bench.gateway(SECOND, 'gateway', {
      places: { RING_MS: 200, AGENT: `User-Agent: ${agent}` },
    })
    const result = await bench.call('caller', { places: { TALK_MS: 3000 } })
    expect(result.successful).toBe(1)
    await bench.waitForRecords(1)

    const [failed, answered] = await bench.records()
    expect(answered.duration_ms).toBeGreaterThanOrEqual(2900)
    expect(answered.duration_ms).toBeLessThanOrEqual(msFromInviteToBye(called.messages()))
    const seconds = Math.round(answered.duration_ms / 1000)
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
      gateway_id: bench.world.gateway_ids[1],
      dialled_number: '+442071838750',
      called_number: '442071838750',
      from_domain: CALLER,
      dialled_domain: SWITCH,
      early_media: false,
      release_side: 'CALLER',
      billed_seconds: seconds,
      // A second at 0.03 and at 0.012 a minute.
      sell_amount: 500 * seconds,
      buy_amount: 200 * seconds,
      revenue: 500 * seconds,
      cost: 200 * seconds,
    })
    const ringing_at = Date.parse(answered.sent_at) + answered.pdd_ms
    expect(ringing_at).toBeLessThanOrEqual(Date.parse(answered.answered_at))
    expect(answered.call_pdd_ms).toBeGreaterThan(answered.pdd_ms)
    expect(Date.parse(answered.sent_at)).toBeGreaterThanOrEqual(Date.parse(failed.ended_at))
    expect(await bench.balanceOf(bench.world.client_id)).toEqual({
      balance: 10_000_000 - 500 * seconds,
      held: 0,
    })
    expect(await bench.balanceOf(bench.world.settlement_ids[1])).toEqual({
      balance: 200 * seconds,
      held: 0,
    })
  })

  test('shows the caller nothing of the gateway, and the other way round', async () => {
    await bench.begin()
    const callee = await bench.gateway(GATEWAY, 'gateway')
    const result = await bench.call('caller')
    expect(result.successful).toBe(1)
    await bench.waitForRecords(1)
    expect(result.received).not.toMatch(/127\.0\.45\.21|[Vv]endor/)
    expect(callee.received()).not.toContain(CALLER)
  })

  test('that is cancelled while it rings costs nothing', async () => {
    await bench.begin()
    await bench.gateway(GATEWAY, 'gateway-rings')
    expect((await bench.call('caller-cancels')).successful).toBe(1)
    await bench.waitForRecords(1)
    expect((await bench.records()).at(-1)).toMatchObject({
      status: 'CANCELLED',
      gateway_id: bench.world.gateway_ids[0],
      sell_amount: 0,
    })
    expect(await bench.balanceOf(bench.world.client_id)).toEqual({ balance: 10_000_000, held: 0 })
  })

  test('from an unknown address hears 403 with cause 21 and leaves a failed record', async () => {
    await bench.begin()
    const result = await bench.call('caller-is-refused', {
      address: STRANGER,
      places: { CODE: 403 },
    })
    expect(result.received).toMatch(/SIP\/2\.0 403 Forbidden/)
    expect(result.received).toMatch(/Reason: Q\.850;cause=21/)
    await bench.waitForRecords(1)
    expect((await bench.records())[0]).toMatchObject({ refusal: 'AUTH_UNKNOWN_IP', account_id: 0 })
  })

  test('ends on both sides when the money ends, and costs no more than that', async () => {
    // 5 seconds at 0.03 a minute.
    await bench.begin({ balance: 2500 })
    await bench.gateway(GATEWAY, 'gateway')
    const running = bench.call('caller-is-left')
    const limits = () => bench.kamailio.limits()
    await until('the call may last for the money', async () => (await limits())[0] === 5)
    expect((await running).successful).toBe(1)
    await bench.waitForRecords(1)
    const [record] = await bench.records()
    expect(record).toMatchObject({ refusal: 'BALANCE_END', release_side: 'SWITCH' })
    // Kamailio counts beats of its own, one a second: the end may come up to one early.
    expect(record.duration_ms).toBeGreaterThan(3900)
    const seconds = Math.round(record.duration_ms / 1000)
    expect(record.billed_seconds).toBe(Math.min(5, seconds))
    const balance = 2500 - 500 * record.billed_seconds
    expect(await bench.balanceOf(bench.world.client_id)).toEqual({ balance, held: 0 })
  })

  test.each(['told', 'not told'])('lasts when money comes while it lasts: %s', async (how) => {
    // 5 seconds at 0.03 a minute.
    await bench.begin({ balance: 2500 })
    await bench.gateway(GATEWAY, 'gateway')
    const running = bench.call('caller', { places: { TALK_MS: 9000 } })
    await bench.waitForAnswered(1)
    await bench.database.query(
      `update account_balance set credit_limit = 1000000 where account_id = $1`,
      [bench.world.client_id],
    )
    if (how === 'told') {
      const signal = JSON.stringify({ changed: 'money', account_id: bench.world.client_id })
      await bench.database.query(`select pg_notify('softswitch', $1)`, [signal])
    }
    expect((await running).successful).toBe(1)
    await bench.waitForRecords(1)
    const [record] = await bench.records()
    expect(record).toMatchObject({ refusal: null, release_side: 'CALLER' })
    expect(record.duration_ms).toBeGreaterThan(8900)
    const balance = 2500 - 500 * record.billed_seconds
    expect(await bench.balanceOf(bench.world.client_id)).toEqual({ balance, held: 0 })
  })

  test('can be ended from the console', async () => {
    await bench.begin()
    await bench.gateway(GATEWAY, 'gateway')
    const running = bench.call('caller-is-left')
    await bench.waitForAnswered(1)
    await bench.database.query(
      `update open_call set hang_up_asked_at = now(), hang_up_asked_by = 'test'`,
    )
    await bench.database.query(`select pg_notify('softswitch', '{"changed":"hang_up"}')`)
    expect((await running).successful).toBe(1)
    await bench.waitForRecords(1)
    expect((await bench.records())[0]).toMatchObject({ refusal: 'HUNG_UP', release_side: 'SWITCH' })
  })
})

describe('a firewall zone', () => {
  test('denies calls of its networks, but not those of a client in one', async () => {
    const [zone] = await bench.rows(`insert into firewall_zone (name, position, policy, services)
      values ('Lab', 1, 'DENY', '{SIP_INVITE}') returning id`)
    await bench.database.query(`insert into firewall_network (zone_id, network) values ($1, $2)`, [
      zone?.id,
      '127.0.45.0/24',
    ])
    await bench.begin()
    const stranger = await openPhone(STRANGER, SWITCH)
    try {
      // The engine refuses the first one, and Kamailio by itself those after it.
      for (let n = 0; n < 3; n++) {
        expect(await stranger.ask(sipRequest(SWITCH, STRANGER, {}))).toContain('SIP/2.0 403 ')
      }
    } finally {
      await stranger.close()
    }
    await bench.gateway(GATEWAY, 'gateway')
    expect(await bench.call('caller', { places: { TALK_MS: 300 } })).toMatchObject({
      successful: 1,
    })
    await bench.waitForRecords(1)
    const hits = async () => (await bench.rows('select hits from firewall_hit'))[0]?.hits
    await until('the hits are counted', async () => (await hits()) === 3)
    const failures = () => bench.rows('select reason, source_ip, count from auth_failure')
    await until('the failure is written', async () => (await failures()).length > 0)
    expect(await failures()).toEqual([{ reason: 'firewall zone', source_ip: STRANGER, count: 1 }])
  })
})
