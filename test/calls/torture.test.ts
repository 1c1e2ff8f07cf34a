// Messages that were written to break SIP programs (RFC 4475), at the real switch: each gets its
// class of answer, none ends a process or fills a disk, and none that is wrong reaches a gateway.
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningKamailio, startKamailio } from '../sip/kamailio.ts'
import { openPhone, type Phone } from '../sip/phone.ts'
import { sipRequest } from '../sip/probe.ts'
import { type TortureMessage, tortureMessages } from '../sip/torture/messages.ts'
import {
  finalReply,
  type Gateway,
  openGateway,
  openPeer,
  optionsOf,
  type Peer,
} from '../sip/torture/peer.ts'
import { until } from '../sip/until.ts'
import { areAtRest } from '../support/processes-now.ts'
import { routeTo, routing, type ScriptedEngine, startEngine } from './scripted-engine.ts'

const SWITCH = '127.18.0.1'
const CALLER = '127.18.0.11'
const WATCHER = '127.18.0.12'
const LATER = '127.18.0.13'
const GATEWAY = '127.18.0.21'

const LOG_BYTES_MAX = 4000
const LOG_LINES_MAX = 80

/**
 * The first digit of the reply to the caller, `call` for what rightly reaches the gateway, and
 * nothing for replies and for what cannot even be answered. Kamailio refuses some that the RFC
 * calls valid: a CSeq over two lines (wsinv), a NUL within quotes (intmeth), a per cent sign in the
 * name of a header (esc02), and callers from before tags (inv2543).
 */
const EXPECTED: Readonly<Record<string, '2' | '4' | 'call' | 'nothing'>> = {
  wsinv: 'nothing',
  intmeth: 'nothing',
  esc01: 'call',
  escnull: '4',
  esc02: 'nothing',
  lwsdisp: '2',
  longreq: '4',
  dblreq: '4',
  semiuri: '2',
  transports: '2',
  mpart01: '4',
  unreason: 'nothing',
  noreason: 'nothing',
  badinv01: 'nothing',
  clerr: '4',
  ncl: 'nothing',
  scalar02: '4',
  scalarlg: 'nothing',
  quotbal: 'nothing',
  ltgtruri: '4',
  lwsruri: 'nothing',
  lwsstart: 'nothing',
  trws: '2',
  escruri: 'call',
  baddate: 'call',
  regbadct: '4',
  badaspec: '2',
  baddn: '2',
  badvers: 'nothing',
  mismatch01: '4',
  mismatch02: '4',
  bigcode: 'nothing',
  badbranch: '2',
  insuf: 'nothing',
  unkscm: '4',
  novelsc: '4',
  unksm2: '4',
  bext01: '4',
  invut: '4',
  regaut01: '4',
  multi01: 'nothing',
  mcl01: 'nothing',
  bcast: 'nothing',
  zeromf: '4',
  cparam01: '4',
  cparam02: '4',
  regescrt: '4',
  sdp01: 'call',
  inv2543: '4',
}

let kamailio: RunningKamailio
let engine: ScriptedEngine
let gateway: Gateway
let caller: Peer
let watcher: Peer
let later: Phone
let processes: number[]

beforeAll(async () => {
  kamailio = await startKamailio({
    address: SWITCH,
    first_port: 16800,
    transports: ['udp', 'tcp'],
  })
  engine = await startEngine(kamailio.link)
  // The least strict engine: every request is admitted.
  engine.decide = () => routing([routeTo(GATEWAY)])
  gateway = await openGateway(GATEWAY)
  // Ports in the messages, where replies go.
  caller = await openPeer(CALLER, [5060, 5050])
  watcher = await openPeer(WATCHER)
  later = await openPhone(LATER, SWITCH)
  processes = kamailio.processes()
})

afterAll(async () => {
  await later?.close()
  await engine?.close()
  for (const peer of [gateway, caller, watcher]) peer?.close()
  await kamailio?.stop()
})

/** The switch is as it was before: it replies, no process has died, and its log is short. */
async function expectWell(log_before: number): Promise<void> {
  const heard = watcher.heard.length
  watcher.send(optionsOf(watcher, SWITCH), SWITCH)
  await until('the switch answers', () => watcher.heard.length > heard)
  expect(kamailio.processes(), 'A process of ours died').toEqual(processes)
  const log = kamailio.log().slice(log_before)
  expect(log.length).toBeLessThan(LOG_BYTES_MAX)
  expect(log.split('\n').length).toBeLessThan(LOG_LINES_MAX)
}

/** Final replies to this message only: its name begins the Call-ID. */
const answersTo = (name: string, texts: readonly string[]): string[] =>
  texts
    .filter((text) => new RegExp(`\\b${name}\\.`).test(text) && !text.startsWith('SIP/2.0 1'))
    .map((text) => text.slice('SIP/2.0 '.length).split('\r\n')[0] ?? '')

const messages = tortureMessages()

test('all 49 are there, and what is expected of each', () => {
  expect(messages.map(({ name }) => name)).toEqual(Object.keys(EXPECTED))
  expect(messages).toHaveLength(49)
})

describe('RFC 4475 over UDP', () => {
  const titled = messages.map((message) => ({ ...message, expected: EXPECTED[message.name] }))
  test.each(titled)('$section $name: $expected', async ({ name, bytes, expected }) => {
    const log_before = kamailio.log().length
    const calls_before = gateway.calls().length
    const asked_before = engine.invites.length
    caller.send(bytes, SWITCH)
    const answers = () =>
      answersTo(
        name,
        caller.heard.map(({ text }) => text),
      )
    const is_answered = expected !== 'nothing'
    if (is_answered) await until(`${name} is answered`, () => answers().length > 0)
    await expectWell(log_before)
    // A call that comes later has gone through: an answer or a call of this message would be there.
    expect(await later.ask(sipRequest(SWITCH, LATER, {}))).toContain('SIP/2.0 486 ')

    const codes = [...new Set(answers().map((answer) => answer[0]))]
    expect(codes).toEqual(is_answered ? [expected === 'call' ? '4' : expected] : [])
    const calls = expected === 'call' ? 2 : 1
    expect(gateway.calls().length - calls_before).toBe(calls)
    expect(engine.invites.length - asked_before).toBe(calls)
  })
})

describe('RFC 4475 over TCP', () => {
  /** A connection for each; the switch may close it, and need not answer. */
  const sendAlone = ({ bytes }: TortureMessage): Promise<string> =>
    new Promise((resolve) => {
      const heard: Buffer[] = []
      const socket = connect({ host: SWITCH, port: 5060, localAddress: CALLER })
      socket.on('data', (chunk) => heard.push(chunk))
      socket.on('error', () => {})
      socket.on('close', () => resolve(Buffer.concat(heard).toString('latin1')))
      socket.end(bytes)
    })

  test('leaves the switch as it was', async () => {
    const calls_before = gateway.calls().length
    const log_before = kamailio.log().length
    const heard = await Promise.all(messages.map(sendAlone))
    const answered = messages.filter(
      ({ name }, at) => answersTo(name, [heard[at] ?? '']).length > 0,
    )
    // That it answers at all shows that they came through.
    expect(answered.length).toBeGreaterThan(10)
    const let_through = gateway.calls().length - calls_before
    expect(let_through).toBeLessThanOrEqual(
      // The second half of dblreq is a message of its own in a stream.
      Object.values(EXPECTED).filter((expected) => expected === 'call').length + 1,
    )
    expect(kamailio.log().length - log_before).toBeLessThan(messages.length * LOG_BYTES_MAX)
    await expectWell(kamailio.log().length)
  })
})

// A reply to CANCEL without Via has ended Kamailio 5.6 (dialog with track_cseq_updates).
test('a message without one of its headers ends nobody', async () => {
  // All calls of the messages before are decided: those from now on have a name of their own.
  expect(await later.ask(sipRequest(SWITCH, LATER, {}))).toContain('SIP/2.0 486 ')
  engine.decide = () => routing([routeTo(GATEWAY, { uri: `sip:bare@${GATEWAY}:5060` })])
  const headers = [
    `Via: SIP/2.0/UDP ${CALLER}:5060;branch=z9hG4bKbare`,
    'From: <sip:a@example.com>;tag=1',
    'To: <sip:b@example.com>;tag=2',
    'Call-ID: bare@example.com',
    'CSeq: 1 METHOD',
    'Max-Forwards: 70',
    'Content-Length: 0',
  ]
  for (const method of ['INVITE', 'ACK', 'CANCEL', 'BYE', 'OPTIONS', 'REGISTER', 'PRACK', 'X']) {
    const lines = [`${method} sip:1@${SWITCH} SIP/2.0`, 'SIP/2.0 100 Trying', 'SIP/2.0 200 OK']
    for (const first of lines) {
      for (const missing of headers) {
        const left = headers.filter((header) => header !== missing)
        const text = [first, ...left, '\r\n'].join('\r\n').replace('METHOD', method)
        caller.send(Buffer.from(text), SWITCH)
      }
    }
    await finalReply(watcher, SWITCH, sipRequest(SWITCH, WATCHER, { method: 'OPTIONS' }))
  }
  await until('no process works or dies', () => areAtRest(kamailio.processes()))
  // That of the later call alone.
  expect(await later.ask(sipRequest(SWITCH, LATER, {}))).toContain('SIP/2.0 486 ')
  expect(gateway.calls().filter((call) => call.startsWith('INVITE sip:bare@'))).toHaveLength(1)
  await expectWell(kamailio.log().length)
})
