// Calls through a real Kamailio and rtpengine: how they run, and how they end.
import { isDeepStrictEqual } from 'node:util'
import { describe, expect, test } from 'vitest'
import { openRawCaller } from '../sip/raw-caller.ts'
import { runSipp } from '../sip/sipp.ts'
import { until } from '../sip/until.ts'
import { routeTo, routing } from './scripted-engine.ts'
import { CALLER, expectSeconds, GATEWAY, SECOND, SWITCH, setUpSwitch } from './switch-bench.ts'

const bench = setUpSwitch()

describe('a call', () => {
  test('goes to the gateway, and its whole story is told when the caller hangs up', async () => {
    bench.engine.decide = () => routing([routeTo(GATEWAY)])
    await bench.gateway('gateway', { RING_MS: 200 })
    const result = await bench.call('caller', { TALK_MS: 700 })

    expect(result).toMatchObject({ successful: 1, failed: 0 })
    expect(bench.engine.invites).toMatchObject([
      {
        source_ip: CALLER,
        source_port: 5060,
        transport: 'UDP',
        dialled_number: '441234',
        caller_number: '15551000',
        caller_name: 'Alice',
        user_agent: 'test caller',
        from_domain: CALLER,
        dialled_domain: SWITCH,
        local_address: `${SWITCH}:5060`,
      },
    ])
    const ended = await bench.engine.event('ended')
    expect(bench.engine.events.map((event) => event.kind)).toEqual(['ringing', 'answered', 'ended'])
    expect(ended).toMatchObject({
      live: true,
      call_id: '4711',
      dialog: bench.engine.invites[0]?.dialog,
      sip_call_id: bench.engine.invites[0]?.sip_call_id,
      started_at: bench.engine.invites[0]?.received_at,
      gateway_id: 21,
      sip_code: 200,
      released_by: 'caller',
      early_media: false,
      attempts: [{ gateway_id: 21, sip_code: 200, attempt_end: 'ANSWERED' }],
      // These phones send no media.
      media: { caller: { packets: 0, mos: null }, callee: { packets: 0, mos: null } },
    })
    expectSeconds(ended.answered_at, ended.ended_at, 0.7)
    expectSeconds(ended.ringing_at, ended.answered_at, 0.2)
  })

  test('is ended by the gateway, and the caller hears the cause without the words', async () => {
    bench.engine.decide = () => routing([routeTo(GATEWAY)])
    await bench.gateway('gateway-hangs-up', { TALK_MS: 300 })
    const result = await bench.call('caller-is-left')
    expect(result.successful).toBe(1)
    expect(result.received).toContain('Reason: Q.850;cause=16\r\n')
    expect(await bench.engine.event('ended')).toMatchObject({
      released_by: 'callee',
      q850_cause: 16,
    })
  })

  test('is cut when its seconds are over', async () => {
    bench.engine.decide = () => routing([routeTo(GATEWAY)], { max_seconds: 2 })
    const called = await bench.gateway('gateway')
    const result = await bench.call('caller-is-left')
    expect(result.successful).toBe(1)
    const ended = await bench.engine.event('ended')
    expect(ended).toMatchObject({ released_by: 'switch', reason: 'limit' })
    // Kamailio's timer knows whole seconds only.
    expect(ended.ended_at! - ended.answered_at!).toBeGreaterThan(1)
    await until('the gateway is hung up on', () => called.received().includes('BYE sip:'))
  })

  // That its timer is on time is Kamailio's own business.
  test('has the limit that the engine sets, and the later one, to the second', async () => {
    bench.engine.decide = () => routing([routeTo(GATEWAY)], { max_seconds: 2 })
    await bench.gateway('gateway-rings')
    const running = await bench.caller('caller-is-refused', { CODE: 480 })
    const ringing = await bench.engine.event('ringing')
    expect(await bench.kamailio.limits()).toEqual([2])
    bench.engine.link.setLimit(ringing.dialog, 11)
    await until('the limit is the later one', async () =>
      isDeepStrictEqual(await bench.kamailio.limits(), [11]),
    )
    bench.engine.link.cancel(ringing.dialog, ringing.sip_call_id)
    expect(await running.finished).toMatchObject({ successful: 1 })
  })

  test('is never left standing at the gateway when it is cut, in a crowd of fifty', async () => {
    bench.engine.decide = () => routing([routeTo(GATEWAY)], { max_seconds: 1 })
    const called = await bench.gateway('gateway', {}, GATEWAY, 50)
    const crowd = { address: CALLER, to: SWITCH, number: '441234', calls: 50 }
    const result = await runSipp({ ...crowd, scenario: 'caller-is-left', calls_per_second: 50 })
    expect(result).toMatchObject({ successful: 50, failed: 0 })
    expect(await called.finished).toMatchObject({ successful: 50, failed: 0 })
  })

  test('lasts as long as a later limit says', async () => {
    bench.engine.decide = () => routing([routeTo(GATEWAY)], { max_seconds: 6 })
    await bench.gateway('gateway')
    const running = await bench.caller('caller-is-left')
    const answered = await bench.engine.event('answered')
    bench.engine.link.setLimit(answered.dialog, 11)
    await running.finished
    const ended = await bench.engine.event('ended')
    // Longer than the first limit with its tick.
    expect(ended).toMatchObject({ released_by: 'switch', reason: 'limit' })
    expect(ended.ended_at! - ended.answered_at!).toBeGreaterThan(8)
  })

  test('is listed while it lasts, and ended on request', async () => {
    bench.engine.decide = () => routing([routeTo(GATEWAY)])
    const called = await bench.gateway('gateway')
    const running = await bench.caller('caller-is-left')
    const answered = await bench.engine.event('answered')
    // Those of earlier tests may be listed for seconds after their end.
    const listed = await bench.engine.link.list()
    expect(listed.filter(({ state }) => state !== 'ENDED')).toMatchObject([
      {
        dialog: answered.dialog,
        call_id: '4711',
        sip_call_id: answered.sip_call_id,
        state: 'ANSWERED',
        gateway_id: 21,
        started_at: answered.started_at,
        answered_at: answered.answered_at,
        is_held: false,
      },
    ])
    expect(await bench.engine.link.health()).toMatchObject({ connected: true, active_calls: 1 })
    expect(await bench.engine.link.end(answered.dialog, 31, 'hung up in the console')).toBe(true)
    expect((await running.finished).received).toContain('Reason: Q.850;cause=31')
    expect(await bench.engine.event('ended')).toMatchObject({
      released_by: 'switch',
      q850_cause: 31,
      reason: 'Q.850;cause=31;text="hung up in the console"',
    })
    await until('the gateway is hung up on', () => called.received().includes('BYE sip:'))
    expect(await bench.engine.link.end(answered.dialog, 31, 'again')).toBe(false)
  })

  test('offers the gateway only the codecs that it may have, relayed or not', async () => {
    const codecs = ['PCMA', 'G729']
    for (const media of ['PROXY', 'DIRECT'] as const) {
      bench.engine.decide = () => routing([routeTo(GATEWAY, { codecs, media })])
      const called = await bench.gateway('gateway')
      expect(await bench.call('caller')).toMatchObject({ successful: 1 })
      const offer = /m=audio \d+ RTP\/AVP (.*)/.exec(called.received())?.[1]
      expect(offer?.trim().split(' ').toSorted()).toEqual(['101', '18', '8'])
      await called.stop()
    }
  })
})

describe('inside a call', () => {
  test('a re-INVITE reaches the gateway, with the media still relayed', async () => {
    bench.engine.decide = () => routing([routeTo(GATEWAY)], { max_seconds: 30 })
    const called = await bench.gateway('gateway-is-moved')
    const result = await bench.call('caller-moves')
    expect(result).toMatchObject({ successful: 1 })
    const offers = called.received().match(/^c=IN IP4 .*$/gm)
    expect(offers?.map((line) => line.trim())).toEqual([`c=IN IP4 ${SWITCH}`, `c=IN IP4 ${SWITCH}`])
    expect(result.received.match(/^c=IN IP4 .*$/gm)?.map((line) => line.trim())).toEqual([
      `c=IN IP4 ${SWITCH}`,
      `c=IN IP4 ${SWITCH}`,
    ])
    expect(called.received()).not.toContain(CALLER)
    expect(result.received).not.toContain(GATEWAY)
  })

  test.each([{ MOVED_TO: '0.0.0.0' }, { DIRECTION: 'a=sendonly' }, { DIRECTION: 'a=inactive' }])(
    'an offer of %j is a hold, although the gateway says nothing of it',
    async (offer) => {
      bench.engine.decide = () => routing([routeTo(GATEWAY)], { max_seconds: 30 })
      await bench.gateway('gateway-is-moved')
      const running = await bench.caller('caller-moves', { HELD_MS: 3000, ...offer })
      const { dialog } = await bench.engine.event('answered')
      const isHeld = async () =>
        (await bench.engine.link.list()).find((one) => one.dialog === dialog)?.is_held
      await until('the call is on hold', async () => (await isHeld()) === true)
      expect(await running.finished).toMatchObject({ successful: 1 })
    },
  )
})

describe('a call that comes to nothing', () => {
  test('is refused with the code, the words and the cause that the engine names', async () => {
    bench.engine.decide = () => ({
      kind: 'refuse',
      call_id: '4712',
      sip_code: 402,
      reason: 'Payment Required',
      q850_cause: 21,
      retry_after: 4,
    })
    const result = await bench.call('caller-is-refused', { CODE: 402 })
    expect(result.received).toContain('SIP/2.0 402 Payment Required\r\n')
    expect(result.received).toContain('Reason: Q.850;cause=21\r\n')
    expect(result.received).toContain('Retry-After: 4\r\n')
    expect(await bench.engine.event('failed')).toMatchObject({
      call_id: '4712',
      sip_code: 402,
      q850_cause: 21,
      released_by: 'switch',
      attempts: [],
    })
  })

  test('is heard before it is refused, also when another gateway answers it', async () => {
    bench.engine.decide = () => routing([routeTo(GATEWAY)])
    await bench.gateway('gateway-plays-and-refuses', { CODE: 404, RING_MS: 200 })
    const refused = await bench.call('caller-is-refused', { CODE: 404 })
    expect(refused).toMatchObject({ successful: 1 })
    expect(refused.received).toContain('183 Session Progress')
    const failed = await bench.engine.event('failed')
    expect(failed).toMatchObject({ sip_code: 404, early_media: true })
    expect(failed.ringing_at).not.toBeNull()

    bench.engine.forget()
    bench.engine.decide = () => routing([routeTo(SECOND), routeTo(GATEWAY)])
    await bench.gateway('gateway-plays-and-refuses', { RING_MS: 200 }, SECOND)
    await bench.gateway('gateway')
    expect(await bench.call('caller')).toMatchObject({ successful: 1 })
    expect(await bench.engine.event('ended')).toMatchObject({ gateway_id: 21, early_media: true })
  })

  test('is given up by the caller while it rings', async () => {
    bench.engine.decide = () => routing([routeTo(GATEWAY), routeTo(SECOND)])
    await bench.gateway('gateway-rings')
    const result = await bench.call('caller-cancels', { TALK_MS: 300 })
    expect(result.successful).toBe(1)
    expect(result.received).toContain('SIP/2.0 487 Request Terminated\r\n')
    expect(await bench.engine.event('failed')).toMatchObject({
      sip_code: 487,
      released_by: 'caller',
      attempts: [{ gateway_id: 21, attempt_end: 'CANCELLED', sip_code: 487 }],
    })
  })

  test('is given up by the caller while the engine still thinks', async () => {
    let answerLate = () => {}
    bench.engine.decide = () =>
      new Promise((resolve) => {
        answerLate = () => resolve(routing([routeTo(GATEWAY)]))
      })
    const called = await bench.gateway('gateway')
    const caller = await openRawCaller(CALLER, SWITCH)
    const call = await caller.call('441234')
    await until('the engine is asked', () => bench.engine.invites.length > 0)
    call.cancel()
    await until('the caller hears 487', () => call.answersTo('INVITE').includes(487))
    await until('the caller hears 200', () => call.answersTo('CANCEL').includes(200))
    caller.close()
    const failed = await bench.engine.event('failed')
    expect(failed).toMatchObject({
      call_id: '',
      sip_code: 487,
      released_by: 'caller',
      attempts: [],
    })
    expect(failed.dialog).toBe(bench.engine.invites[0]?.dialog)
    answerLate()
    await bench.engine.link.health()
    expect(called.received()).toBe('')
  })

  test('is given up by the operator while it rings', async () => {
    bench.engine.decide = () => routing([routeTo(GATEWAY), routeTo(SECOND)])
    const called = await bench.gateway('gateway-rings')
    const running = await bench.caller('caller-is-refused', { CODE: 480 })
    const ringing = await bench.engine.event('ringing')
    expect(await bench.engine.link.end(ringing.dialog, 31, 'too early')).toBe(false)
    bench.engine.link.cancel(ringing.dialog, ringing.sip_call_id)
    expect(await running.finished).toMatchObject({ successful: 1 })
    expect(await bench.engine.event('failed')).toMatchObject({
      sip_code: 480,
      released_by: 'switch',
    })
    await until('the gateway is told', () => called.received().includes('CANCEL sip:'))
  })
})
