// One gateway after the other: what Kamailio tries, reports, and replies to the caller.
import { describe, expect, test } from 'vitest'
import { openRawCaller } from '../sip/raw-caller.ts'
import { until } from '../sip/until.ts'
import { routeTo, routing } from './scripted-engine.ts'
import { CALLER, expectSeconds, GATEWAY, SECOND, SWITCH, setUpSwitch } from './switch-bench.ts'

const bench = setUpSwitch()

describe('the search for a gateway', () => {
  test('goes on to the second when the first refuses', async () => {
    bench.engine.decide = () => routing([routeTo(GATEWAY), routeTo(SECOND)])
    await bench.gateway('gateway-refuses', { CODE: 503 })
    await bench.gateway('gateway', {}, SECOND)
    expect(await bench.call('caller')).toMatchObject({ successful: 1 })
    expect(await bench.engine.event('ended')).toMatchObject({
      gateway_id: 22,
      attempts: [
        {
          gateway_id: 21,
          attempt_end: 'REFUSED',
          sip_code: 503,
          q850_cause: 41,
          ringing_at: null,
        },
        { gateway_id: 22, attempt_end: 'ANSWERED', sip_code: 200 },
      ],
    })
  })

  test('goes on to the second when the first is silent', async () => {
    bench.engine.decide = () =>
      routing([routeTo(GATEWAY, { invite_timeout_ms: 1_000 }), routeTo(SECOND)])
    await bench.gateway('gateway-silent', { TALK_MS: 4_000 })
    await bench.gateway('gateway', {}, SECOND)
    expect(await bench.call('caller')).toMatchObject({ successful: 1 })
    const { attempts } = await bench.engine.event('ended')
    expect(attempts).toMatchObject([
      { gateway_id: 21, sip_code: 408, attempt_end: 'NO_RESPONSE', q850_cause: null },
      { gateway_id: 22, sip_code: 200, attempt_end: 'ANSWERED' },
    ])
    expectSeconds(attempts[0]?.sent_at, attempts[0]?.ended_at, 1)
    // The second one is not to blame for the silence of the first.
    expect(attempts[1]?.sent_at).toBeGreaterThanOrEqual(attempts[0]?.ended_at ?? Infinity)
    expect(attempts[1]?.ringing_at).toBeGreaterThanOrEqual(attempts[1]?.sent_at ?? Infinity)
  })

  test('goes on to the second when the first refuses the TCP connection', async () => {
    const tcp = { uri: `sip:00441234@${GATEWAY}`, dst_uri: `sip:${GATEWAY}:5060;transport=tcp` }
    bench.engine.decide = () => routing([routeTo(GATEWAY, tcp), routeTo(SECOND)])
    await bench.gateway('gateway', {}, SECOND)
    expect(await bench.call('caller')).toMatchObject({ successful: 1 })
    expect((await bench.engine.event('ended')).attempts).toMatchObject([
      { gateway_id: 21, attempt_end: 'NOT_SENT', not_sent_reason: 'SEND_FAILED' },
      { gateway_id: 22, sip_code: 200 },
    ])
  })

  test('passes over a gateway that shares no codec with the caller', async () => {
    for (const media of ['PROXY', 'DIRECT'] as const) {
      const deaf = routeTo(GATEWAY, { codecs: ['GSM', 'G723'], media })
      bench.engine.decide = () =>
        routing([deaf, routeTo(SECOND, { codecs: ['GSM', 'PCMA'], media })])
      const called = await bench.gateway('gateway')
      const second = await bench.gateway('gateway', {}, SECOND)
      expect(await bench.call('caller')).toMatchObject({ successful: 1 })
      expect((await bench.engine.event('ended')).attempts).toMatchObject([
        {
          gateway_id: 21,
          attempt_end: 'NOT_SENT',
          not_sent_reason: 'NO_COMMON_CODEC',
          sent_at: null,
        },
        { gateway_id: 22, sip_code: 200 },
      ])
      expect(called.received()).toBe('')
      expect(second.received().match(/^Record-Route:/gm)).toHaveLength(1)
      await called.stop()
      await second.stop()
      bench.engine.forget()
    }
    bench.engine.decide = () => routing([routeTo(GATEWAY, { codecs: ['GSM'] })])
    expect(await bench.call('caller-is-refused', { CODE: 488 })).toMatchObject({ successful: 1 })
    expect(await bench.engine.event('failed')).toMatchObject({
      sip_code: 488,
      released_by: 'switch',
    })
  })

  test('passes over a gateway whose tunnel is down', async () => {
    const lost = routeTo(GATEWAY, { socket: 'udp:127.99.99.99:5060' })
    bench.engine.decide = () => routing([lost, routeTo(SECOND)])
    await bench.gateway('gateway', {}, SECOND)
    expect(await bench.call('caller')).toMatchObject({ successful: 1 })
    expect((await bench.engine.event('ended')).attempts).toMatchObject([
      { gateway_id: 21, attempt_end: 'NOT_SENT', not_sent_reason: 'TUNNEL_DOWN', sent_at: null },
      { gateway_id: 22, attempt_end: 'ANSWERED' },
    ])
  })

  test('passes over a gateway that it cannot send to', async () => {
    const nowhere = { uri: `sip:00441234@${GATEWAY}`, dst_uri: 'sip:nowhere.invalid:5060' }
    bench.engine.decide = () => routing([routeTo(GATEWAY, nowhere), routeTo(SECOND)])
    await bench.gateway('gateway', {}, SECOND)
    expect(await bench.call('caller')).toMatchObject({ successful: 1 })
    expect((await bench.engine.event('ended')).attempts).toMatchObject([
      { gateway_id: 21, attempt_end: 'NOT_SENT', not_sent_reason: 'SEND_FAILED' },
      { gateway_id: 22, attempt_end: 'ANSWERED' },
    ])
  })

  test('stops at a code that the engine named, which the caller hears', async () => {
    bench.engine.decide = () => routing([routeTo(GATEWAY), routeTo(SECOND)])
    await bench.gateway('gateway-refuses', { CODE: 486 })
    const result = await bench.call('caller-is-refused', { CODE: 486 })
    expect(result.successful).toBe(1)
    expect(result.received).toContain('SIP/2.0 486 Busy Here\r\n')
    expect(result.received).toContain('Reason: Q.850;cause=41\r\n')
    expect(await bench.engine.event('failed')).toMatchObject({
      sip_code: 486,
      q850_cause: 41,
      released_by: 'callee',
      attempts: [{ gateway_id: 21, sip_code: 486 }],
    })
  })

  test.each([
    [404, 404],
    [500, 503],
    [401, 503],
    [402, 503],
    [302, 503],
    [488, 488],
    [604, 604],
  ])('answers the last code %i of a gateway to the caller as %i', async (code, heard) => {
    bench.engine.decide = () => routing([routeTo(GATEWAY)])
    await bench.gateway('gateway-refuses', { CODE: code })
    expect(await bench.call('caller-is-refused', { CODE: heard })).toMatchObject({ successful: 1 })
    expect(await bench.engine.event('failed')).toMatchObject({
      sip_code: heard,
      attempts: [{ sip_code: code }],
    })
  })

  test('ends after the time for ringing, without ringing elsewhere', async () => {
    bench.engine.decide = () =>
      routing([routeTo(GATEWAY, { ring_timeout_ms: 1_000 }), routeTo(SECOND)])
    const called = await bench.gateway('gateway-rings')
    expect(await bench.call('caller-is-refused', { CODE: 480 })).toMatchObject({ successful: 1 })
    expect(await bench.engine.event('failed')).toMatchObject({
      sip_code: 480,
      q850_cause: 19,
      released_by: 'switch',
      attempts: [{ gateway_id: 21, attempt_end: 'NO_ANSWER' }],
    })
    await until('the gateway is told', () => called.received().includes('CANCEL sip:'))
  })

  test('ends when the time for the whole set-up is over', async () => {
    const given_up = routeTo(GATEWAY, { invite_timeout_ms: 1_000 })
    const patient = routeTo(GATEWAY)
    bench.engine.decide = () => routing([given_up, patient, patient], { max_setup_seconds: 3 })
    await bench.gateway('gateway-silent', { TALK_MS: 6_000 }, GATEWAY, 3)
    expect(await bench.call('caller-is-refused', { CODE: 503 })).toMatchObject({ successful: 1 })
    const failed = await bench.engine.event('failed')
    // The third gateway is no longer tried.
    expect(failed.attempts).toHaveLength(2)
  })

  test('tells of all of ten gateways that refused', async () => {
    bench.engine.decide = () =>
      routing(Array.from({ length: 10 }, (_, n) => routeTo(GATEWAY, { gateway_id: 9_000_001 + n })))
    await bench.gateway('gateway-refuses', { CODE: 500 }, GATEWAY, 10)
    expect(await bench.call('caller-is-refused', { CODE: 503 })).toMatchObject({ successful: 1 })
    const failed = await bench.engine.event('failed')
    expect(failed.attempts.map((attempt) => attempt.gateway_id)).toEqual(
      Array.from({ length: 10 }, (_, n) => 9_000_001 + n),
    )
    for (const attempt of failed.attempts) {
      expect(attempt).toMatchObject({ sip_code: 500, q850_cause: 41 })
    }
  })
})

describe('before it goes on to a gateway whose places are counted, the switch', () => {
  const asking = (gateway: string) => routeTo(gateway, { ask: true })

  test('asks, and passes over one that is full', async () => {
    bench.engine.decide = () => routing([routeTo(GATEWAY), asking(SECOND)])
    bench.engine.hasCapacity = () => false
    await bench.gateway('gateway-refuses', { CODE: 404 })
    const second = await bench.gateway('gateway', {}, SECOND)
    expect(await bench.call('caller-is-refused', { CODE: 404 })).toMatchObject({ successful: 1 })
    expect(await bench.engine.event('failed')).toMatchObject({
      sip_code: 404,
      attempts: [
        { gateway_id: 21, sip_code: 404 },
        { gateway_id: 22, attempt_end: 'NOT_SENT', not_sent_reason: 'NO_CHANNEL' },
      ],
    })
    expect(bench.engine.attempts).toMatchObject([{ call_id: '4711', gateway_id: 22 }])
    expect(second.received()).toBe('')
  })

  test('asks, and goes on to one that has a place', async () => {
    const full = routeTo(GATEWAY, { gateway_id: 99, ask: true })
    bench.engine.decide = () => routing([routeTo(GATEWAY), full, asking(SECOND)])
    bench.engine.hasCapacity = ({ gateway_id }) => gateway_id === 22
    await bench.gateway('gateway-refuses', { CODE: 500 })
    const second = await bench.gateway('gateway', {}, SECOND)
    expect(await bench.call('caller')).toMatchObject({ successful: 1 })
    const ended = await bench.engine.event('ended')
    expect(ended).toMatchObject({ gateway_id: 22, released_by: 'caller' })
    expect(ended.attempts).toMatchObject([
      { gateway_id: 21 },
      { gateway_id: 99, attempt_end: 'NOT_SENT', not_sent_reason: 'NO_CHANNEL' },
      { gateway_id: 22, sip_code: 200 },
    ])
    expect(bench.engine.attempts.map((one) => one.gateway_id)).toEqual([99, 22])
    expect(second.received().match(/^Record-Route:/gm)).toHaveLength(1)
  })

  test('goes on without an answer after two seconds, and asks no more', async () => {
    const other = routeTo(GATEWAY, { gateway_id: 99, ask: true })
    bench.engine.decide = () => routing([routeTo(GATEWAY), other, asking(SECOND)])
    bench.engine.hasCapacity = () => {
      throw new Error('nothing is answered')
    }
    await bench.gateway('gateway-refuses', { CODE: 500 }, GATEWAY, 2)
    await bench.gateway('gateway', {}, SECOND)
    expect(await bench.call('caller')).toMatchObject({ successful: 1 })
    const { attempts } = await bench.engine.event('ended')
    expect(attempts.map((one) => one.gateway_id)).toEqual([21, 99, 22])
    expectSeconds(attempts[0]?.ended_at, attempts[1]?.sent_at, 2)
    expect(bench.engine.attempts.map((one) => one.gateway_id)).toEqual([99])
  })

  test('can ask before each of ten, of which each wants a password', async () => {
    const auth = { username: 'us', password: 'secret', realm: '' }
    bench.engine.decide = () =>
      routing(
        Array.from({ length: 10 }, (_, n) =>
          routeTo(GATEWAY, { gateway_id: 9_000_001 + n, ask: n > 0, auth }),
        ),
      )
    const CHALLENGE = 'WWW-Authenticate: Digest realm="carrier", nonce="abc"'
    await bench.gateway('gateway-refuses', { CODE: 401, REASON: CHALLENGE }, GATEWAY, 20)
    expect(await bench.call('caller-is-refused', { CODE: 503 })).toMatchObject({ successful: 1 })
    expect((await bench.engine.event('failed')).attempts).toHaveLength(10)
    expect(bench.engine.attempts).toHaveLength(9)
  })

  test('hears a caller who gives up while it asks', async () => {
    bench.engine.decide = () => routing([routeTo(GATEWAY), asking(SECOND)])
    bench.engine.hasCapacity = () => {
      throw new Error('nothing is answered')
    }
    await bench.gateway('gateway-refuses', { CODE: 500 })
    const second = await bench.gateway('gateway', {}, SECOND)
    const caller = await openRawCaller(CALLER, SWITCH)
    const call = await caller.call('441234')
    await until('the engine is asked', () => bench.engine.attempts.length > 0)
    call.cancel()
    await until('the caller hears 487', () => call.answersTo('INVITE').includes(487))
    await until('the caller hears 200', () => call.answersTo('CANCEL').includes(200))
    caller.close()
    const failed = await bench.engine.event('failed')
    expect(failed).toMatchObject({ sip_code: 487, released_by: 'caller' })
    expect(failed.attempts).toMatchObject([{ gateway_id: 21, sip_code: 500 }])
    expect(second.received()).toBe('')
  })
})
