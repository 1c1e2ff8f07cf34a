// Kamailio and the link to it, with a real Kamailio, real rtpengine and SIPp on both sides.
import { execFileSync } from 'node:child_process'
import { connect } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { writeFrame } from '#engine/kamailio/frame.ts'
import { hello } from '#engine/kamailio/message.ts'
import { type RunningKamailio, startKamailio } from '../sip/kamailio.ts'
import { probe, sipRequest } from '../sip/probe.ts'
import { type RunningSipp, runSipp, type SippOptions, startSipp } from '../sip/sipp.ts'
import { until } from '../sip/until.ts'
import { routeTo, routing, type ScriptedEngine, startEngine } from './scripted-engine.ts'

const SWITCH = '127.0.40.1'
const CALLER = '127.0.40.11'
const STRANGER = '127.0.40.12'
const GATEWAY = '127.0.40.21'
const SECOND = '127.0.40.22'

let kamailio: RunningKamailio
let engine: ScriptedEngine
const telephones: RunningSipp[] = []

beforeAll(async () => {
  kamailio = await startKamailio({ address: SWITCH, first_port: 18300 })
})
afterAll(() => kamailio?.stop())
beforeEach(async () => {
  engine = await startEngine(kamailio.link)
})
afterEach(async () => {
  await engine.close()
  for (const telephone of telephones.splice(0)) await telephone.stop()
})

async function gateway(
  scenario: string,
  places: SippOptions['places'] = {},
  address = GATEWAY,
  calls = 1,
): Promise<RunningSipp> {
  const started = await startSipp({ scenario, address, places, calls })
  telephones.push(started)
  return started
}

async function caller(scenario: string, places: SippOptions['places'] = {}): Promise<RunningSipp> {
  const started = await startSipp({
    scenario,
    places,
    address: CALLER,
    to: SWITCH,
    number: '441234',
  })
  telephones.push(started)
  return started
}

async function call(scenario: string, places: SippOptions['places'] = {}) {
  return (await caller(scenario, places)).finished
}

describe('a call', () => {
  test('goes to the gateway, and its whole story is told when the caller hangs up', async () => {
    engine.decide = () => routing([routeTo(GATEWAY)])
    await gateway('gateway', { RING_MS: 200 })
    const result = await call('caller', { TALK_MS: 700 })

    expect(result).toMatchObject({ successful: 1, failed: 0 })
    expect(engine.invites).toMatchObject([
      {
        source_ip: CALLER,
        source_port: 5060,
        transport: 'UDP',
        dialled_number: '441234',
        caller_number: '15551000',
        caller_name: 'Alice',
        user_agent: 'test caller',
        local_address: `${SWITCH}:5060`,
      },
    ])
    const ended = await engine.event('ended')
    expect(engine.events.map((event) => event.kind)).toEqual(['ringing', 'answered', 'ended'])
    expect(ended).toMatchObject({
      live: true,
      call_id: '4711',
      dialog: engine.invites[0]?.dialog,
      sip_call_id: engine.invites[0]?.sip_call_id,
      started_at: engine.invites[0]?.received_at,
      gateway_id: 21,
      sip_code: 200,
      released_by: 'caller',
      attempts: [{ gateway_id: 21, sip_code: 200, timed_out: false }],
    })
    expect(ended.ended_at! - ended.answered_at!).toBeCloseTo(0.7, 1)
    expect(ended.answered_at! - ended.ringing_at!).toBeCloseTo(0.2, 1)
  })

  test('is ended by the gateway, and the caller hears the cause without the words', async () => {
    engine.decide = () => routing([routeTo(GATEWAY)])
    await gateway('gateway-hangs-up', { TALK_MS: 300 })
    const result = await call('caller-is-left')
    expect(result.successful).toBe(1)
    expect(result.received).toContain('Reason: Q.850;cause=16\r\n')
    expect(await engine.event('ended')).toMatchObject({ released_by: 'callee', q850_cause: 16 })
  })

  test('is cut when its seconds are over', async () => {
    engine.decide = () => routing([routeTo(GATEWAY)], { max_seconds: 2 })
    const called = await gateway('gateway')
    const result = await call('caller-is-left')
    expect(result.successful).toBe(1)
    const ended = await engine.event('ended')
    expect(ended).toMatchObject({ released_by: 'switch', reason: 'limit' })
    // Kamailio's timer knows whole seconds only.
    expect(ended.ended_at! - ended.answered_at!).toBeGreaterThan(1)
    expect(ended.ended_at! - ended.answered_at!).toBeLessThan(3)
    await until('the gateway is hung up on', () => called.received().includes('BYE sip:'))
  })

  test('lasts as long as a later limit says', async () => {
    engine.decide = () => routing([routeTo(GATEWAY)], { max_seconds: 2 })
    await gateway('gateway')
    const running = await caller('caller-is-left')
    const answered = await engine.event('answered')
    engine.link.setLimit(answered.dialog, 5)
    await running.finished
    const ended = await engine.event('ended')
    expect(ended.ended_at! - ended.answered_at!).toBeGreaterThan(4)
    expect(ended.ended_at! - ended.answered_at!).toBeLessThan(6)
  })

  test('is listed while it lasts, and ended on request', async () => {
    engine.decide = () => routing([routeTo(GATEWAY)])
    const called = await gateway('gateway')
    const running = await caller('caller-is-left')
    const answered = await engine.event('answered')
    expect(await engine.link.list()).toMatchObject([
      {
        dialog: answered.dialog,
        call_id: '4711',
        sip_call_id: answered.sip_call_id,
        state: 'ANSWERED',
        gateway_id: 21,
        started_at: answered.started_at,
        answered_at: answered.answered_at,
      },
    ])
    expect(await engine.link.health()).toMatchObject({ connected: true, active_calls: 1 })
    expect(await engine.link.end(answered.dialog, 31, 'hung up in the console')).toBe(true)
    expect((await running.finished).received).toContain('Reason: Q.850;cause=31')
    expect(await engine.event('ended')).toMatchObject({
      released_by: 'switch',
      q850_cause: 31,
      reason: 'Q.850;cause=31;text="hung up in the console"',
    })
    await until('the gateway is hung up on', () => called.received().includes('BYE sip:'))
    expect(await engine.link.end(answered.dialog, 31, 'again')).toBe(false)
  })

  test('offers the gateway only the codecs that it may have, relayed or not', async () => {
    const codecs = ['PCMA', 'G729']
    for (const media of ['PROXY', 'DIRECT'] as const) {
      engine.decide = () => routing([routeTo(GATEWAY, { codecs, media })])
      const called = await gateway('gateway')
      expect(await call('caller')).toMatchObject({ successful: 1 })
      const offer = /m=audio \d+ RTP\/AVP (.*)/.exec(called.received())?.[1]
      expect(offer?.trim().split(' ').toSorted()).toEqual(['101', '18', '8'])
      await called.stop()
    }
  })
})

describe('inside a call', () => {
  test('a re-INVITE reaches the gateway, with the media still relayed', async () => {
    engine.decide = () => routing([routeTo(GATEWAY)], { max_seconds: 30 })
    const called = await gateway('gateway-is-moved')
    const result = await call('caller-moves')
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
})

describe('the search for a gateway', () => {
  test('goes on to the second when the first refuses', async () => {
    engine.decide = () => routing([routeTo(GATEWAY), routeTo(SECOND)])
    await gateway('gateway-refuses', { CODE: 503 })
    await gateway('gateway', {}, SECOND)
    expect(await call('caller')).toMatchObject({ successful: 1 })
    expect(await engine.event('ended')).toMatchObject({
      gateway_id: 22,
      attempts: [
        { gateway_id: 21, sip_code: 503, timed_out: false, q850_cause: 41, ringing_at: null },
        { gateway_id: 22, sip_code: 200 },
      ],
    })
  })

  test('goes on to the second when the first is silent', async () => {
    engine.decide = () => routing([routeTo(GATEWAY, { invite_timeout_ms: 1_000 }), routeTo(SECOND)])
    await gateway('gateway-silent', { TALK_MS: 4_000 })
    await gateway('gateway', {}, SECOND)
    expect(await call('caller')).toMatchObject({ successful: 1 })
    const { attempts } = await engine.event('ended')
    expect(attempts).toMatchObject([
      { gateway_id: 21, sip_code: 408, timed_out: true, q850_cause: null },
      { gateway_id: 22, sip_code: 200, timed_out: false },
    ])
    expect(attempts[0]!.ended_at - attempts[0]!.sent_at).toBeCloseTo(1, 0)
  })

  test('goes on to the second when the first refuses the TCP connection', async () => {
    const tcp = { uri: `sip:00441234@${GATEWAY}`, dst_uri: `sip:${GATEWAY}:5060;transport=tcp` }
    engine.decide = () =>
      routing([routeTo(GATEWAY, { ...tcp, invite_timeout_ms: 1_000 }), routeTo(SECOND)])
    await gateway('gateway', {}, SECOND)
    expect(await call('caller')).toMatchObject({ successful: 1 })
    expect((await engine.event('ended')).attempts).toMatchObject([
      { gateway_id: 21 },
      { gateway_id: 22, sip_code: 200 },
    ])
  })

  test('passes over a gateway that shares no codec with the caller', async () => {
    for (const media of ['PROXY', 'DIRECT'] as const) {
      const deaf = routeTo(GATEWAY, { codecs: ['GSM', 'G723'], media })
      engine.decide = () => routing([deaf, routeTo(SECOND, { codecs: ['GSM', 'PCMA'], media })])
      const called = await gateway('gateway')
      const second = await gateway('gateway', {}, SECOND)
      expect(await call('caller')).toMatchObject({ successful: 1 })
      expect((await engine.event('ended')).attempts).toMatchObject([
        { gateway_id: 21, sip_code: 488, q850_cause: 88 },
        { gateway_id: 22, sip_code: 200 },
      ])
      expect(called.received()).toBe('')
      expect(second.received().match(/^Record-Route:/gm)).toHaveLength(1)
      await called.stop()
      await second.stop()
      engine.forget()
    }
    engine.decide = () => routing([routeTo(GATEWAY, { codecs: ['GSM'] })])
    expect(await call('caller-is-refused', { CODE: 488 })).toMatchObject({ successful: 1 })
    expect(await engine.event('failed')).toMatchObject({ sip_code: 488, released_by: 'switch' })
  })

  test('stops at a code that the engine named, which the caller hears', async () => {
    engine.decide = () => routing([routeTo(GATEWAY), routeTo(SECOND)])
    await gateway('gateway-refuses', { CODE: 486 })
    const result = await call('caller-is-refused', { CODE: 486 })
    expect(result.successful).toBe(1)
    expect(result.received).toContain('SIP/2.0 486 Busy Here\r\n')
    expect(result.received).toContain('Reason: Q.850;cause=41\r\n')
    expect(await engine.event('failed')).toMatchObject({
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
    engine.decide = () => routing([routeTo(GATEWAY)])
    await gateway('gateway-refuses', { CODE: code })
    expect(await call('caller-is-refused', { CODE: heard })).toMatchObject({ successful: 1 })
    expect(await engine.event('failed')).toMatchObject({
      sip_code: heard,
      attempts: [{ sip_code: code }],
    })
  })

  test('ends after the time for ringing, without ringing elsewhere', async () => {
    engine.decide = () => routing([routeTo(GATEWAY, { ring_timeout_ms: 1_000 }), routeTo(SECOND)])
    const called = await gateway('gateway-rings')
    expect(await call('caller-is-refused', { CODE: 480 })).toMatchObject({ successful: 1 })
    expect(await engine.event('failed')).toMatchObject({
      sip_code: 480,
      q850_cause: 19,
      released_by: 'switch',
      attempts: [{ gateway_id: 21, timed_out: true }],
    })
    await until('the gateway is told', () => called.received().includes('CANCEL sip:'))
  })

  test('ends when the time for the whole set-up is over', async () => {
    const silent = routeTo(GATEWAY, { invite_timeout_ms: 2_000 })
    engine.decide = () => routing([silent, silent, silent], { max_setup_seconds: 3 })
    await gateway('gateway-silent', { TALK_MS: 6_000 }, GATEWAY, 3)
    expect(await call('caller-is-refused', { CODE: 503 })).toMatchObject({ successful: 1 })
    const failed = await engine.event('failed')
    expect(failed.ended_at! - failed.started_at!).toBeLessThan(4.2)
    expect(failed.attempts).toHaveLength(2)
  })

  test('tells of all of ten gateways that refused', async () => {
    engine.decide = () =>
      routing(Array.from({ length: 10 }, (_, n) => routeTo(GATEWAY, { gateway_id: 9_000_001 + n })))
    await gateway('gateway-refuses', { CODE: 500 }, GATEWAY, 10)
    expect(await call('caller-is-refused', { CODE: 503 })).toMatchObject({ successful: 1 })
    const failed = await engine.event('failed')
    expect(failed.attempts.map((attempt) => attempt.gateway_id)).toEqual(
      Array.from({ length: 10 }, (_, n) => 9_000_001 + n),
    )
    for (const attempt of failed.attempts) {
      expect(attempt).toMatchObject({ sip_code: 500, q850_cause: 41 })
    }
  })
})

describe('a call that comes to nothing', () => {
  test('is refused with the code, the words and the cause that the engine names', async () => {
    engine.decide = () => ({
      kind: 'refuse',
      call_id: '4712',
      sip_code: 402,
      reason: 'Payment Required',
      q850_cause: 21,
    })
    const result = await call('caller-is-refused', { CODE: 402 })
    expect(result.received).toContain('SIP/2.0 402 Payment Required\r\n')
    expect(result.received).toContain('Reason: Q.850;cause=21\r\n')
    expect(await engine.event('failed')).toMatchObject({
      call_id: '4712',
      sip_code: 402,
      q850_cause: 21,
      released_by: 'switch',
      attempts: [],
    })
  })

  test('is given up by the caller while it rings', async () => {
    engine.decide = () => routing([routeTo(GATEWAY), routeTo(SECOND)])
    await gateway('gateway-rings')
    const result = await call('caller-cancels', { TALK_MS: 300 })
    expect(result.successful).toBe(1)
    expect(result.received).toContain('SIP/2.0 487 Request Terminated\r\n')
    expect(await engine.event('failed')).toMatchObject({
      sip_code: 487,
      released_by: 'caller',
      attempts: [{ gateway_id: 21, sip_code: 487 }],
    })
  })

  test('is given up by the caller while the engine still thinks', async () => {
    let answerLate = () => {}
    engine.decide = () =>
      new Promise((resolve) => {
        answerLate = () => resolve(routing([routeTo(GATEWAY)]))
      })
    const called = await gateway('gateway')
    expect(await call('caller-cancels-early', { TALK_MS: 300 })).toMatchObject({ successful: 1 })
    const failed = await engine.event('failed')
    expect(failed).toMatchObject({
      call_id: '',
      sip_code: 487,
      released_by: 'caller',
      attempts: [],
    })
    expect(failed.dialog).toBe(engine.invites[0]?.dialog)
    answerLate()
    await engine.link.health()
    expect(called.received()).toBe('')
  })

  test('is given up by the operator while it rings', async () => {
    engine.decide = () => routing([routeTo(GATEWAY), routeTo(SECOND)])
    const called = await gateway('gateway-rings')
    const running = await caller('caller-is-refused', { CODE: 480 })
    const ringing = await engine.event('ringing')
    expect(await engine.link.end(ringing.dialog, 31, 'too early')).toBe(false)
    engine.link.cancel(ringing.dialog, ringing.sip_call_id)
    expect(await running.finished).toMatchObject({ successful: 1 })
    expect(await engine.event('failed')).toMatchObject({ sip_code: 480, released_by: 'switch' })
    await until('the gateway is told', () => called.received().includes('CANCEL sip:'))
  })
})

describe('without an engine', () => {
  test('a caller is refused at once and told when to come again', async () => {
    await engine.close()
    const result = await call('caller-is-refused', { CODE: 503 })
    expect(result.received).toContain('Retry-After: 5\r\n')
    expect(result.received).not.toContain('SIP/2.0 100')
  })

  test('of its own, a caller is served by the next engine', async () => {
    const other = await startEngine(kamailio.link, 'other')
    other.decide = () => routing([routeTo(GATEWAY)])
    await engine.close()
    await gateway('gateway')
    expect(await call('caller')).toMatchObject({ successful: 1 })
    expect(await other.event('ended')).toMatchObject({ call_id: '4711' })
    await other.close()
  })

  test('that decides in time, a caller is refused after three seconds', async () => {
    engine.decide = () => undefined
    const result = await call('caller-is-refused', { CODE: 503 })
    expect(result.received).toContain('Retry-After: 5\r\n')
    const failed = await engine.event('failed')
    expect(failed).toMatchObject({ call_id: '', sip_code: 503, released_by: 'switch' })
    expect(failed.ended_at! - failed.started_at!).toBeGreaterThan(2.8)
  })

  test('that reads, Kamailio stops asking and goes on working', async () => {
    await engine.close()
    const hung = connect(kamailio.link.evapi_port, '127.0.0.1').pause()
    hung.write(writeFrame(hello(kamailio.link.secret, 'hung')))
    await until('the hung engine is known', () => kamailio.log().includes('engine hung is here'))
    const calls = { address: CALLER, to: SWITCH, number: '441234', places: { CODE: 503 } }
    const result = await runSipp({
      ...calls,
      scenario: 'caller-is-refused',
      calls: 300,
      calls_per_second: 60,
    })
    expect(result).toMatchObject({ successful: 300, failed: 0 })
    const options = sipRequest(SWITCH, STRANGER, { method: 'OPTIONS' })
    expect(await probe(STRANGER, SWITCH, options, 500)).toContain('SIP/2.0 200 OK')
    hung.destroy()
  })

  test('events wait, and come until they are acknowledged', async () => {
    engine.decide = () => routing([routeTo(GATEWAY)])
    await gateway('gateway')
    const running = await caller('caller', { TALK_MS: 1_000 })
    await engine.event('answered')
    await engine.close()
    await running.finished

    engine = await startEngine(kamailio.link)
    engine.acknowledges = false
    const ended = await engine.event('ended')
    expect(ended).toMatchObject({ live: false, call_id: '4711', released_by: 'caller' })
    expect(ended.ended_at! - ended.answered_at!).toBeCloseTo(1, 1)
    const repeats = () => engine.events.filter((event) => event.key === ended.key).length
    await until('it comes again', () => repeats() > 1)
    engine.link.acknowledge(ended.key)
    const stored = repeats()
    // A resend may be on its way; after it, a whole round of the outbox must bring nothing.
    await until('another call is told', async () => {
      await call('caller-is-refused', { CODE: 503 })
      return engine.events.some((event) => event.kind === 'failed')
    })
    expect(repeats()).toBeLessThanOrEqual(stored + 1)
  })

  test('with the right secret, nobody is heard', async () => {
    const liar = connect(kamailio.link.evapi_port, '127.0.0.1')
    liar.write(writeFrame(hello('wrong', 'liar')))
    await new Promise((resolve) => liar.once('close', resolve))
    const answer = await fetch(`http://127.0.0.1:${kamailio.link.rpc_port}/RPC`, {
      method: 'POST',
      body: '{"jsonrpc":"2.0","id":1,"method":"core.uptime"}',
    })
    expect(answer.status).toBe(403)
  })
})

describe('neither side learns of the other', () => {
  const SPOOFED = [
    'X-Account: spoofed',
    'X-Account : spoofed',
    'P-Asserted-Identity: <sip:spoofed@127.0.40.11>',
    'P-Asserted-Identity : <sip:spoofed@127.0.40.11>',
    'Remote-Party-ID: <sip:spoofed@127.0.40.11>',
    'p-preferred-identity\t: <sip:spoofed@127.0.40.11>',
    'Diversion: <sip:spoofed@127.0.40.11>',
    'History-Info: <sip:spoofed@127.0.40.11>',
    'Reason: Q.850;cause=16;text="spoofed"',
    'Alert-Info: <http://127.0.40.11/spoofed>',
  ].join('\n      ')
  const OF_THE_GATEWAY = /vendor|127\.0\.40\.2\d/i
  const OF_THE_CALLER = /127\.0\.40\.11|spoofed|Alice|test caller/i

  test.each([
    ['the caller hangs up', 'caller', 'gateway'],
    ['the gateway hangs up', 'caller-is-left', 'gateway-hangs-up'],
  ])('when %s', async (_, scenario, answer) => {
    engine.decide = () => routing([routeTo(SECOND), routeTo(GATEWAY)])
    await gateway('gateway-refuses', {}, SECOND)
    const called = await gateway(answer)
    const result = await call(scenario, { HEADERS: SPOOFED })
    expect(result.successful).toBe(1)
    expect(result.received).not.toMatch(OF_THE_GATEWAY)
    expect(called.received()).not.toMatch(OF_THE_CALLER)
    expect(JSON.stringify(engine.invites)).not.toContain('spoofed')
  })

  test('when the switch hangs up', async () => {
    engine.decide = () => routing([routeTo(GATEWAY)], { max_seconds: 1 })
    const called = await gateway('gateway')
    const result = await call('caller-is-left')
    expect(result.received).not.toMatch(OF_THE_GATEWAY)
    await until('the gateway is hung up on', () => called.received().includes('BYE sip:'))
    expect(called.received()).not.toMatch(OF_THE_CALLER)
    // Nor the number that was dialled, which may hold the caller's secret prefix.
    expect(called.received()).not.toContain('sip:441234@')
  })

  test('when all gateways refuse, or the caller gives up', async () => {
    engine.decide = () => routing([routeTo(GATEWAY)])
    await gateway('gateway-refuses', { CODE: 404 })
    const refused = await call('caller-is-refused', { CODE: 404 })
    expect(refused.received).not.toMatch(OF_THE_GATEWAY)
    await telephones[0]?.stop()
    await gateway('gateway-rings')
    const cancelled = await call('caller-cancels', { TALK_MS: 100 })
    expect(cancelled.received).not.toMatch(OF_THE_GATEWAY)
  })
})

describe('at the edge', () => {
  const SDP =
    'v=0\no=- 1 1 IN IP4 127.0.40.12\ns=-\nc=IN IP4 127.0.40.12\nt=0 0\nm=audio 6000 RTP/AVP 8\n'
  const knock = (parts: Parameters<typeof sipRequest>[2]) =>
    probe(STRANGER, SWITCH, sipRequest(SWITCH, STRANGER, parts))

  test.each(['REGISTER', 'SUBSCRIBE', 'MESSAGE', 'REFER', 'NOTIFY', 'PUBLISH'])(
    '%s is not a method of ours',
    async (method) => {
      expect(await knock({ method })).toContain('SIP/2.0 405 ')
    },
  )

  test.each(['BYE', 'UPDATE', 'PRACK', 'INFO'])(
    '%s outside of a call is refused',
    async (method) => {
      expect(await knock({ method })).toContain('SIP/2.0 481 ')
      expect(await knock({ method, to_tag: 'forged' })).toContain('SIP/2.0 481 ')
    },
  )

  test('an INVITE that pretends to belong to a call goes nowhere', async () => {
    const called = await gateway('gateway')
    for (const route of ['lr=on;ftag=x', 'lr=on;seal=0123456789abcdef0123456789abcdef']) {
      const headers = [`Route: <sip:${SWITCH};${route}>, <sip:${GATEWAY};lr>`]
      expect(await knock({ to_tag: 'forged', headers })).toContain('SIP/2.0 481 ')
    }
    expect(await knock({ to_tag: 'forged' })).toContain('SIP/2.0 481 ')
    expect(await knock({ headers: [`Route: <sip:${GATEWAY};lr>`] })).toContain('SIP/2.0 403 ')
    expect(called.received()).toBe('')
    expect(engine.invites).toEqual([])
  })

  test.each([
    'Content-Type: multipart/mixed;boundary=x',
    'c:Multipart/mixed;boundary=x',
    'Content-Type: text/html',
  ])('a body of "%s" is refused before anything touches it', async (type) => {
    const body = `--x\nContent-Type: application/sdp\n\n${SDP}\n--x--\n`
    expect(await knock({ headers: [type], body })).toContain('SIP/2.0 415 ')
    expect(engine.invites).toEqual([])
  })

  test('a message of more than 8 KB is refused', async () => {
    expect(await knock({ headers: [`Subject: ${'x'.repeat(8_200)}`] })).toContain('SIP/2.0 513 ')
  })

  test('a scanner hears nothing', async () => {
    expect(await knock({ method: 'OPTIONS', headers: ['User-Agent: friendly-scanner'] })).toBe('')
    expect(await knock({ method: 'OPTIONS' })).toContain('SIP/2.0 200 ')
  })

  test('a BYE of somebody who only listened on the wire is ignored', async () => {
    engine.decide = () => routing([routeTo(GATEWAY)])
    await gateway('gateway')
    const running = await caller('caller', { TALK_MS: 1_500 })
    await engine.event('answered')
    await until('the call is acknowledged', () => running.messages().includes('ACK sip:'))
    const ack = /ACK sip:[\s\S]*$/.exec(running.messages())?.[0] ?? ''
    const bye = ack
      .replace(/\r/g, '')
      .replace(/\n\n[\s\S]*$/, '\n\n')
      .replace(/^ACK/, 'BYE')
      .replace('CSeq: 1 ACK', 'CSeq: 2 BYE')
      .replaceAll(/Via: .*/g, `Via: SIP/2.0/UDP ${STRANGER};rport;branch=z9hG4bKforged`)
    expect(await probe(STRANGER, SWITCH, bye)).toContain('SIP/2.0 481 ')
    expect(await running.finished).toMatchObject({ successful: 1 })
    const ended = await engine.event('ended')
    expect(ended.ended_at! - ended.answered_at!).toBeCloseTo(1.5, 1)
  })

  test('TCP is heard on loopback only, by the engine and the supervisor', () => {
    const listeners = execFileSync('ss', ['-Htln'], { encoding: 'utf8' })
      .trim()
      .split('\n')
      .map((line) => line.split(/\s+/)[3] ?? '')
    const { rpc_port, evapi_port } = kamailio.link
    const ours = new RegExp(`^${SWITCH.replaceAll('.', '\\.')}:|:(5060|${rpc_port}|${evapi_port})$`)
    expect(listeners.filter((address) => ours.test(address)).toSorted()).toEqual([
      `127.0.0.1:${rpc_port}`,
      `127.0.0.1:${evapi_port}`,
    ])
  })
})

describe('when Kamailio starts again', () => {
  test('as planned, a call goes on, keeps its limit and is told to its end', async () => {
    engine.decide = () => routing([routeTo(GATEWAY)], { max_seconds: 5 })
    await gateway('gateway')
    const running = await caller('caller-is-left')
    const answered = await engine.event('answered')
    await kamailio.restart('SIGTERM')
    expect(await engine.link.list()).toMatchObject([{ call_id: '4711', state: 'ANSWERED' }])
    expect(await running.finished).toMatchObject({ successful: 1 })
    const ended = await engine.event('ended')
    expect(ended).toMatchObject({ call_id: '4711', reason: 'limit', gateway_id: 21 })
    expect(ended.answered_at).toBe(answered.answered_at)
    expect(ended.ended_at! - ended.answered_at!).toBeLessThan(7)
  })

  test('as planned, no event is lost', async () => {
    engine.decide = () => routing([routeTo(GATEWAY)])
    engine.acknowledges = false
    await gateway('gateway')
    await call('caller')
    const ended = await engine.event('ended')
    await kamailio.restart('SIGTERM')
    const again = () => engine.events.find((event) => event.key === ended.key && !event.live)
    await until('the event comes again', () => again() !== undefined)
    expect(again()).toEqual({ ...ended, live: false })
    for (const event of engine.events) engine.link.acknowledge(event.key)
  })

  test('after a crash, the sides can still end their call, and the end is told', async () => {
    engine.decide = () => routing([routeTo(GATEWAY)])
    const called = await gateway('gateway')
    const running = await caller('caller', { TALK_MS: 4_000 })
    const answered = await engine.event('answered')
    await kamailio.restart('SIGKILL')
    expect(await running.finished).toMatchObject({ successful: 1 })
    const orphan = await engine.event('orphan_bye')
    expect(orphan).toMatchObject({ sip_call_id: answered.sip_call_id, released_by: null })
    expect(orphan.ended_at! - answered.answered_at!).toBeCloseTo(4, 0)
    await until('the gateway is hung up on', () => called.received().includes('BYE sip:'))
  })
})
