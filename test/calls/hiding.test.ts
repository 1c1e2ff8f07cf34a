// The data and the actions that the two sides of a call, and those who are no side of it, may not
// have.
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { isUnanswered, probe, sipRequest } from '../sip/probe.ts'
import { until } from '../sip/until.ts'
import { routeTo, routing } from './scripted-engine.ts'
import {
  CALLER,
  expectSeconds,
  GATEWAY,
  SECOND,
  STRANGER,
  SWITCH,
  setUpSwitch,
} from './switch-bench.ts'

const bench = setUpSwitch()

/** Addresses and ports of this machine that listen for TCP over IPv4. */
function tcpListeners(): string[] {
  const LISTEN = '0A'
  return readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter((columns) => columns[3] === LISTEN)
    .map((columns) => {
      const [ip = '', port = ''] = (columns[1] ?? '').split(':')
      return `${Buffer.from(ip, 'hex').reverse().join('.')}:${Number.parseInt(port, 16)}`
    })
}

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
    bench.engine.decide = () => routing([routeTo(SECOND), routeTo(GATEWAY)])
    await bench.gateway('gateway-refuses', {}, SECOND)
    const called = await bench.gateway(answer)
    const result = await bench.call(scenario, { HEADERS: SPOOFED })
    expect(result.successful).toBe(1)
    expect(result.received).not.toMatch(OF_THE_GATEWAY)
    expect(called.received()).not.toMatch(OF_THE_CALLER)
    // Only the headers of the caller identity reach the gateway, none of the caller's others.
    const [invite] = bench.engine.invites
    expect(invite).toMatchObject({ rpid: expect.stringContaining('spoofed'), auth_username: '' })
    expect(JSON.stringify({ ...invite, pai: '', rpid: '', diversion: '' })).not.toContain('spoofed')
  })

  test('when the switch hangs up', async () => {
    bench.engine.decide = () => routing([routeTo(GATEWAY)], { max_seconds: 1 })
    const called = await bench.gateway('gateway')
    const result = await bench.call('caller-is-left')
    expect(result.received).not.toMatch(OF_THE_GATEWAY)
    await until('the gateway is hung up on', () => called.received().includes('BYE sip:'))
    expect(called.received()).not.toMatch(OF_THE_CALLER)
    // Nor the number that was dialled, which may hold the caller's secret prefix.
    expect(called.received()).not.toContain('sip:441234@')
  })

  test('when all gateways refuse, or the caller gives up', async () => {
    bench.engine.decide = () => routing([routeTo(GATEWAY)])
    const refusing = await bench.gateway('gateway-refuses', { CODE: 404 })
    const refused = await bench.call('caller-is-refused', { CODE: 404 })
    expect(refused.received).not.toMatch(OF_THE_GATEWAY)
    await refusing.stop()
    await bench.gateway('gateway-rings')
    const cancelled = await bench.call('caller-cancels', { TALK_MS: 100 })
    expect(cancelled.received).not.toMatch(OF_THE_GATEWAY)
  })
})

describe('at the edge', () => {
  const SDP =
    'v=0\no=- 1 1 IN IP4 127.0.40.12\ns=-\nc=IN IP4 127.0.40.12\nt=0 0\nm=audio 6000 RTP/AVP 8\n'
  const knock = (parts: Parameters<typeof sipRequest>[2]) =>
    probe(STRANGER, SWITCH, sipRequest(SWITCH, STRANGER, parts))

  test.each(['SUBSCRIBE', 'MESSAGE', 'REFER', 'NOTIFY', 'PUBLISH'])(
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
    const called = await bench.gateway('gateway')
    for (const route of ['lr=on;ftag=x', 'lr=on;seal=0123456789abcdef0123456789abcdef']) {
      const headers = [`Route: <sip:${SWITCH};${route}>, <sip:${GATEWAY};lr>`]
      expect(await knock({ to_tag: 'forged', headers })).toContain('SIP/2.0 481 ')
    }
    expect(await knock({ to_tag: 'forged' })).toContain('SIP/2.0 481 ')
    expect(called.received()).toBe('')
    expect(bench.engine.invites).toEqual([])
  })

  test.each([
    'Content-Type: multipart/mixed;boundary=x',
    'c:Multipart/mixed;boundary=x',
    'Content-Type: text/html',
  ])('a body of "%s" is refused before anything touches it', async (type) => {
    const body = `--x\nContent-Type: application/sdp\n\n${SDP}\n--x--\n`
    expect(await knock({ headers: [type], body })).toContain('SIP/2.0 415 ')
    expect(bench.engine.invites).toEqual([])
  })

  test('a message of more than 8 KB is refused', async () => {
    expect(await knock({ headers: [`Subject: ${'x'.repeat(8_200)}`] })).toContain('SIP/2.0 513 ')
  })

  test('a scanner hears nothing', async () => {
    const headers = ['User-Agent: friendly-scanner']
    const scan = sipRequest(SWITCH, STRANGER, { method: 'OPTIONS', headers })
    expect(await isUnanswered(STRANGER, SWITCH, scan, CALLER)).toBe(true)
    expect(await knock({ method: 'OPTIONS' })).toContain('SIP/2.0 200 ')
  })

  test('a BYE of somebody who only listened on the wire is ignored', async () => {
    bench.engine.decide = () => routing([routeTo(GATEWAY)])
    await bench.gateway('gateway')
    const running = await bench.caller('caller', { TALK_MS: 1_500 })
    await bench.engine.event('answered')
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
    const ended = await bench.engine.event('ended')
    expectSeconds(ended.answered_at, ended.ended_at, 1.5)
  })

  test('TCP is heard on loopback only, by the engine and the supervisor', () => {
    const listeners = tcpListeners()
    const { rpc_port, evapi_port } = bench.kamailio.link
    const ours = new RegExp(`^${SWITCH.replaceAll('.', '\\.')}:|:(5060|${rpc_port}|${evapi_port})$`)
    expect(listeners.filter((address) => ours.test(address)).toSorted()).toEqual([
      `127.0.0.1:${rpc_port}`,
      `127.0.0.1:${evapi_port}`,
    ])
  })
})
