import { beforeEach, expect, test } from 'vitest'
import { type HepParts, hepPacket } from '#test/support/hep.ts'
import { decodeHep, latin1 } from './hep.ts'
import {
  CALL_MESSAGES_MAX,
  HELD_MS,
  MESSAGE_BYTES_MAX,
  SETTLED_MS,
  TracedCalls,
  WAITING_MAX,
} from './traced-calls.ts'

const CALLER = '192.0.2.1:5060'
const SWITCH = '192.0.2.2:5060'
const GATEWAY = '192.0.2.3:5060'
const SEAL = 'a'.repeat(32)
const AT = 1_764_000_000

let calls: TracedCalls

beforeEach(() => {
  calls = new TracedCalls()
})

function take(parts: HepParts, now_ms = 0): void {
  const packet = decodeHep(hepPacket({ at: AT, ...parts }))
  if (!packet) throw new Error('no packet')
  calls.take(packet, now_ms)
}

const note = (mode: 1 | 2 = 1, { call_id = '4711', seal = SEAL, name = 'a@b' } = {}, now_ms = 0) =>
  take(
    { kind: 100, correlation_id: call_id, payload: `trace|${mode}|${seal}|${AT - 1}.5|${name}` },
    now_ms,
  )

const sip = (first: string, cseq: string, name = 'a@b', more: readonly string[] = []) =>
  [first, `Call-ID: ${name}`, `CSeq: ${cseq}`, ...more, '', ''].join('\r\n')

const invite = sip('INVITE sip:1@x SIP/2.0', '1 INVITE')
const answer = (code: number, cseq = '1 INVITE', name = 'a@b') =>
  sip(`SIP/2.0 ${code} Words`, cseq, name)

const waiting = () => {
  calls.sweep(SETTLED_MS)
  return calls.next(WAITING_MAX)
}
const firstLines = () => waiting().map(({ message }) => latin1(message).split('\r\n')[0])

test('messages of a call get its id, their numbers, and the INVITE the time when it came', () => {
  note()
  take({ from: CALLER, to: SWITCH, payload: invite })
  take({ from: SWITCH, to: CALLER, payload: answer(200) })
  expect(waiting()).toMatchObject([
    { call_id: '4711', message_no: 1, at: AT - 0.5, from_ip: '192.0.2.1', to_ip: '192.0.2.2' },
    { call_id: '4711', message_no: 2, at: AT, from_ip: '192.0.2.2', sip_call_id: 'a@b' },
  ])
})

test('a call without a note is not known', () => {
  take({ payload: invite })
  calls.sweep(3000)
  note()
  expect(waiting()).toEqual([])
})

test('another leg is found by the seal in its INVITE, and keeps its own Call-ID', () => {
  note()
  const record_route = `Record-Route: <sip:192.0.2.2;lr;seal=${SEAL}>`
  take({ payload: sip('INVITE sip:1@g SIP/2.0', '1 INVITE', '!!:masked', [record_route]) })
  take({ from: GATEWAY, to: SWITCH, payload: answer(503, '1 INVITE', '!!:masked') })
  take({ payload: answer(503, '1 INVITE', '!!:of-another-call') })
  expect(waiting().map(({ sip_call_id }) => sip_call_id)).toEqual(['!!:masked', '!!:masked'])
})

test('an answer that is read before the copy of its INVITE comes behind it', () => {
  note()
  const record_route = `Record-Route: <sip:192.0.2.2;lr;seal=${SEAL}>`
  take({ at: AT, payload: answer(100, '1 INVITE', '!!:masked') })
  const sent = sip('INVITE sip:1@g SIP/2.0', '1 INVITE', '!!:masked', [record_route])
  take({ at: AT + 0.25, payload: sent })
  expect(firstLines()).toEqual(['INVITE sip:1@g SIP/2.0', 'SIP/2.0 100 Words'])
  expect(waiting().map(({ at, message_no }) => [at, message_no])).toEqual([
    [AT + 0.25, 1],
    [AT + 0.25, 2],
  ])
})

test('a message comes before its answer, although its copy comes later', () => {
  note()
  take({ from: CALLER, to: SWITCH, payload: invite })
  take({ from: CALLER, to: SWITCH, at: AT + 1, payload: sip('ACK sip:1@x SIP/2.0', '1 ACK') })
  take({ from: SWITCH, to: CALLER, at: AT + 1.25, payload: answer(404) })
  take({ from: SWITCH, to: CALLER, at: AT + 1.5, payload: answer(404) })
  expect(firstLines()).toEqual([
    'INVITE sip:1@x SIP/2.0',
    'SIP/2.0 404 Words',
    'ACK sip:1@x SIP/2.0',
    'SIP/2.0 404 Words',
  ])
  expect(waiting().map(({ at }) => at)).toEqual([AT - 0.5, AT + 1, AT + 1, AT + 1.5])
})

test('ringing comes before the answer, in whatever order they are read', () => {
  note()
  take({ from: CALLER, to: SWITCH, payload: invite })
  take({ from: SWITCH, to: CALLER, payload: answer(200) })
  take({ from: SWITCH, to: CALLER, payload: answer(180) })
  expect(firstLines()).toEqual(['INVITE sip:1@x SIP/2.0', 'SIP/2.0 180 Words', 'SIP/2.0 200 Words'])
})

test('of a call that is kept only if it fails nothing is kept when it is answered', () => {
  note(2)
  take({ payload: invite })
  take({ payload: answer(180) })
  calls.sweep(SETTLED_MS)
  expect([calls.held, calls.waiting]).toEqual([2, 0])
  take({ payload: answer(200) })
  take({ payload: sip('BYE sip:1@x SIP/2.0', '2 BYE') })
  calls.sweep(SETTLED_MS)
  expect([calls.held, calls.waiting]).toEqual([0, 0])
})

test('and all is kept when it fails, also what comes after', () => {
  note(2)
  take({ payload: invite })
  take({ payload: answer(404) })
  take({ payload: sip('ACK sip:1@x SIP/2.0', '1 ACK') })
  expect(firstLines()).toEqual([
    'INVITE sip:1@x SIP/2.0',
    'SIP/2.0 404 Words',
    'ACK sip:1@x SIP/2.0',
  ])
  expect(calls.held).toBe(0)
})

test('the answer of a gateway is not that of the call', () => {
  note(2)
  take({ payload: invite })
  const record_route = `Record-Route: <sip:192.0.2.2;lr;seal=${SEAL}>`
  take({ payload: sip('INVITE sip:1@g SIP/2.0', '1 INVITE', '!!:masked', [record_route]) })
  take({ payload: answer(503, '1 INVITE', '!!:masked') })
  take({ payload: answer(200, '1 CANCEL') })
  take({ payload: answer(400, '2 INVITE') })
  calls.sweep(SETTLED_MS)
  expect([calls.held, calls.waiting]).toEqual([5, 0])
  calls.sweep(HELD_MS)
  expect([calls.held, calls.waiting]).toEqual([0, 0])
})

test('a call has a limit of messages, and a message a limit of bytes', () => {
  note()
  const body = 'x'.repeat(MESSAGE_BYTES_MAX)
  for (let count = 0; count < CALL_MESSAGES_MAX + 5; count++) take({ payload: invite + body })
  expect(waiting()).toHaveLength(CALL_MESSAGES_MAX)
  expect(waiting()[0]).toMatchObject({ is_cut: true })
  expect(waiting()[0]?.message).toHaveLength(MESSAGE_BYTES_MAX)
  expect(calls.dropped).toBe(0)
})

test('what there is no room for is counted', () => {
  for (let call = 1; call <= WAITING_MAX / 100 + 1; call++) {
    const seal = call.toString(16).padStart(32, '0')
    note(call % 2 === 0 ? 1 : 2, { call_id: String(call), seal, name: `call-${call}` })
    const message = sip('INVITE sip:1@x SIP/2.0', '1 INVITE', `call-${call}`)
    for (let count = 0; count < 100; count++) take({ payload: message })
  }
  calls.sweep(SETTLED_MS)
  expect(calls.waiting + calls.held).toBe(WAITING_MAX)
  expect(calls.dropped).toBe(100)
  calls.written(50)
  expect(calls.waiting + calls.held).toBe(WAITING_MAX - 50)
})

test('a call that is over is forgotten after its repetitions', () => {
  note(1, {}, 0)
  take({ payload: invite }, 0)
  take({ payload: sip('BYE sip:1@x SIP/2.0', '2 BYE') }, 1000)
  calls.sweep(40_999)
  expect(calls.calls).toBe(1)
  calls.sweep(41_000)
  expect(calls.calls).toBe(0)
  take({ payload: invite }, 41_000)
  expect(calls.waiting).toBe(2)
})

test('secrets are masked before anything waits', () => {
  note()
  const proof = 'Authorization: Digest nonce="abc", response="def"'
  take({ payload: sip('INVITE sip:1@x SIP/2.0', '1 INVITE', 'a@b', [proof]) })
  const [message] = waiting()
  expect(latin1(message?.message ?? new Uint8Array())).toContain('nonce="***", response="***"')
})

test.each([
  `trace|3|${SEAL}|1.5|a`,
  `trace|1|${SEAL}|1.5|`,
  'trace|1|short|1.5|a',
  `trace|1|${SEAL}|now|a`,
  `trace|1|${SEAL}|1.5|a\u0000b`,
])('a note that is not whole begins nothing: %s', (payload) => {
  take({ kind: 100, correlation_id: '4711', payload })
  take({ kind: 100, correlation_id: '<null>', payload: `trace|1|${SEAL}|1.5|a` })
  expect(calls.calls).toBe(0)
})
