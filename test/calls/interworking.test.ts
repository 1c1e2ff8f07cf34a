// The messages that equipment of other makers sends, expects and believes, beside those of our own
// phones.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ask, calledSide, callingSide, requestWithin } from '../sip/call-by-hand.ts'
import { sipRequest } from '../sip/probe.ts'
import { type Gateway, headersOf, openGateway, optionsOf, replyTo } from '../sip/torture/peer.ts'
import { until } from '../sip/until.ts'
import { routeTo, routing } from './scripted-engine.ts'
import { addressesIn, setUpSwitch } from './switch-bench.ts'

const PLACE = { network: '127.17.22', first_port: 29_300 }
const { SWITCH, CALLER, GATEWAY, SECOND } = addressesIn(PLACE)
const bench = setUpSwitch(PLACE)

const ANSWER = { code: 200, headers: `Contact: <sip:carrier@${GATEWAY}:5060>\r\n` }
const REFUSAL = { code: 486, headers: '' }

/** Both reply to an INVITE as the test says, and to all other requests with 200. */
let caller: Gateway
let gateway: Gateway
let second: Gateway

beforeAll(async () => {
  caller = await openGateway(CALLER)
  gateway = await openGateway(GATEWAY)
  second = await openGateway(SECOND)
})
beforeEach(() => {
  gateway.answer = ANSWER
  caller.answer = REFUSAL
  second.answer = REFUSAL
  bench.engine.decide = () => routing([routeTo(GATEWAY, { media: 'DIRECT' })])
})
afterEach(() => {
  for (const peer of [caller, gateway, second]) peer.heard.length = 0
})
afterAll(() => {
  for (const peer of [caller, gateway, second]) peer?.close()
})

const makeInvite = (headers: readonly string[] = []): string =>
  sipRequest(SWITCH, CALLER, { headers }).replaceAll('\n', '\r\n')

/** Answers the final reply to the caller, acknowledged if it is a refusal. */
async function call(invite: string): Promise<string> {
  const answer = await ask(caller, Buffer.from(invite), SWITCH)
  const [to = ''] = headersOf(answer, 'To')
  const ack = sameTransaction('ACK', invite).replace(/^To: .*$/m, `To: ${to}`)
  if (!answer.startsWith('SIP/2.0 2')) caller.send(Buffer.from(ack), SWITCH)
  return answer
}

/** An answered and acknowledged call, as its two sides see it. */
async function answeredCall() {
  const invite = makeInvite()
  const calling = callingSide(invite, await call(invite))
  acknowledge(calling)
  await bench.engine.event('answered')
  const [sent = ''] = gateway.calls()
  return { calling, called: calledSide(sent) }
}

const offerOf = (address: string) => ({
  method: 'INVITE',
  address,
  headers: [`Contact: <sip:us@${address}:5060>`],
})

const acknowledge = (side: ReturnType<typeof callingSide>) =>
  caller.send(requestWithin(side, { method: 'ACK', address: CALLER, cseq: side.cseq }), SWITCH)

async function hangUp(side: ReturnType<typeof callingSide>): Promise<void> {
  const bye = { method: 'BYE', address: CALLER, cseq: side.cseq + 2 }
  await ask(caller, requestWithin(side, bye), SWITCH)
  await bench.engine.event('ended')
}

/** An ACK of a refusal, or a CANCEL (RFC 3261 §9.1, §17.1.1.3). */
const sameTransaction = (method: 'ACK' | 'CANCEL', invite: string): string =>
  invite.replace(/^INVITE/, method).replace(/^(CSeq: \d+) INVITE/m, `$1 ${method}`)

const requestsOf = (peer: Gateway, method: string): string[] =>
  peer.heard.map(({ text }) => text).filter((text) => text.startsWith(`${method} `))

describe('a number in the request URI', () => {
  test.each([
    ['+14155550100;npdi;rn=+14155550999', '+14155550100'],
    [`+14155550100;npdi;tgrp=${'t'.repeat(20)};trunk-context=carrier.example`, '+14155550100'],
    ['%2B1%34155550100', '+14155550100'],
    ['1234%23442071838750', '1234#442071838750'],
    ['1234#442071838750', '1234#442071838750'],
  ])('%s is %s', async (user, dialled_number) => {
    await call(makeInvite().replace(/^INVITE sip:441234@/, `INVITE sip:${user}@`))
    expect(bench.engine.invites).toMatchObject([{ dialled_number }])
  })

  test('may be a tel URI with separators', async () => {
    await call(makeInvite().replace(/^INVITE \S+/, 'INVITE tel:+1-415-555-0100'))
    expect(bench.engine.invites).toMatchObject([{ dialled_number: '+14155550100' }])
  })
})

describe('what the switch says by itself inside a call', () => {
  test('about an offer that the caller refuses names the call as he does', async () => {
    const { calling, called } = await answeredCall()
    caller.answer = { code: 488, headers: '' }
    const offer = requestWithin(called, offerOf(GATEWAY))
    expect(await ask(gateway, offer, SWITCH)).toContain('SIP/2.0 488 ')
    await until('the caller hears an ACK', () => requestsOf(caller, 'ACK').length > 0)
    for (const ack of requestsOf(caller, 'ACK')) {
      expect(headersOf(ack, 'Call-ID')).toEqual([calling.call_id])
    }
    await hangUp(calling)
  })

  test('about one that the gateway takes back names it so too', async () => {
    const { calling, called } = await answeredCall()
    caller.answer = { code: 180, headers: '' }
    const offer = requestWithin(called, offerOf(GATEWAY)).toString()
    gateway.send(Buffer.from(offer), SWITCH)
    await until('the caller hears the offer', () => requestsOf(caller, 'INVITE').length > 0)
    await until('the gateway hears of it', () =>
      gateway.heard.some(({ text }) => text.startsWith('SIP/2.0 180 ')),
    )
    expect(await ask(gateway, Buffer.from(sameTransaction('CANCEL', offer)), SWITCH)).toContain(
      'SIP/2.0 200 ',
    )
    await until('the caller hears the end of it', () => requestsOf(caller, 'CANCEL').length > 0)
    expect(headersOf(requestsOf(caller, 'CANCEL')[0] ?? '', 'Call-ID')).toEqual([calling.call_id])
    const [heard = ''] = requestsOf(caller, 'INVITE')
    caller.send(replyTo(heard, { code: 487, headers: '' }), SWITCH)
    await until('the caller hears an ACK', () => requestsOf(caller, 'ACK').length > 0)
    expect(headersOf(requestsOf(caller, 'ACK')[0] ?? '', 'Call-ID')).toEqual([calling.call_id])
    await hangUp(calling)
  })

  test('about one that the gateway refuses hides the Call-ID', async () => {
    const { calling } = await answeredCall()
    gateway.answer = { code: 488, headers: '' }
    const offer = requestWithin(calling, offerOf(CALLER))
    const acks = requestsOf(gateway, 'ACK').length
    expect(await ask(caller, offer, SWITCH)).toContain('SIP/2.0 488 ')
    await until('the gateway hears an ACK', () => requestsOf(gateway, 'ACK').length > acks)
    expect(gateway.heard.map(({ text }) => text).join('')).not.toContain(calling.call_id)
    await hangUp(calling)
  })
})

test('a caller whose timer is too short hears how long it must be, and is let in', async () => {
  gateway.answer = { code: 422, headers: 'Min-SE: 1800\r\n' }
  const invite = makeInvite(['Supported: timer', 'Session-Expires: 90'])
  const refused = await call(invite)
  expect(refused).toContain('SIP/2.0 422 ')
  expect(headersOf(refused, 'Min-SE')).toEqual(['1800'])
  await bench.engine.event('failed')

  gateway.answer = {
    ...ANSWER,
    headers: `${ANSWER.headers}Session-Expires: 1800;refresher=uac\r\n`,
  }
  const again = invite
    .replace('Session-Expires: 90', 'Session-Expires: 1800\r\nMin-SE: 1800')
    .replace('CSeq: 1 ', 'CSeq: 2 ')
    .replace('branch=z9hG4bK', 'branch=z9hG4bKagain')
  const answer = await call(again)
  expect(answer).toContain('SIP/2.0 200 ')
  const sent = gateway.calls().at(-1) ?? ''
  expect(headersOf(sent, 'Session-Expires', 'Min-SE')).toEqual(['1800', '1800'])
  const side = callingSide(again, answer)
  acknowledge(side)
  await bench.engine.event('answered')
  await hangUp(side)
})

test('an INVITE without Call-ID is refused, because two crash Kamailio', async () => {
  const answer = await call(makeInvite().replace(/^Call-ID: .*$/m, 'Call-ID: \r'))
  expect(answer).toContain('SIP/2.0 400 ')
  expect(gateway.calls()).toEqual([])
})

describe('an INVITE that its next reader could read otherwise is refused', () => {
  test.each([
    ['a line that ends without CR', /^(From: .*)\r$/m, '$1'],
    ['a CR within a line', /^(From: .*)\r$/m, '$1\rTo: <sip:1@example.com>\r'],
    ['a control character in the tag', /^(From: .*)\r$/m, '$1\x05\r'],
    ['a Contact that cannot be read', /^Contact: .*$/m, 'Contact: <sip:\r'],
  ])('%s', async (_, pattern, replacement) => {
    expect(await call(makeInvite().replace(pattern, replacement))).toContain('SIP/2.0 400 ')
    expect(bench.engine.invites).toEqual([])
    expect(gateway.calls()).toEqual([])
  })
})

describe('an answer of the gateway that makes no dialog never reaches the caller', () => {
  /** The gateway answers the INVITE with a changed 200; then the call is cancelled. */
  async function callWithAnswer(change: (answer: string) => string): Promise<void> {
    gateway.answer = { code: 100, headers: '' }
    const invite = makeInvite()
    caller.send(Buffer.from(invite), SWITCH)
    await until('the gateway hears the call', () => gateway.calls().length > 0)
    const [sent = ''] = gateway.calls()
    gateway.send(Buffer.from(change(replyTo(sent, ANSWER).toString())), SWITCH)
    await until('a later reply is handled', async () =>
      (await ask(caller, Buffer.from(optionsOf(caller, SWITCH)), SWITCH)).includes(' 200 '),
    )
    const [call_id = ''] = headersOf(invite, 'Call-ID')
    const replies = caller.heard.filter(({ text }) => text.includes(call_id))
    expect(replies.map(({ text }) => text.slice(0, 11))).toEqual(['SIP/2.0 100'])
    await ask(caller, Buffer.from(sameTransaction('CANCEL', invite)), SWITCH)
    gateway.send(replyTo(sent, { code: 487, headers: '' }), SWITCH)
    expect(await bench.engine.event('failed')).toMatchObject({ answered_at: null })
  }

  test('without a tag: it is acknowledged and ended', async () => {
    await callWithAnswer((answer) => answer.replace(/;tag=gateway/, ''))
    await until('the gateway hears the end', () => requestsOf(gateway, 'BYE').length > 0)
    expect(requestsOf(gateway, 'ACK')).not.toEqual([])
  })

  test('with a header that cannot be read', async () => {
    await callWithAnswer((answer) => answer.replace(/^To: .*$/m, '$&\r\nTo: ;tag=gateway'))
  })
})

describe('a call that no gateway has connected', () => {
  test.each([
    [404, 404, 1],
    [486, 486, 17],
    [480, 480, 18],
    [403, 403, 21],
    [603, 603, 21],
    [410, 410, 22],
    [484, 484, 28],
    [500, 503, 34],
    [503, 503, 34],
    [408, 503, 34],
    [488, 488, 88],
    [499, 499, 127],
  ])('for %i without a cause is told with %i and cause %i', async (code, sip_code, q850_cause) => {
    gateway.answer = { code, headers: '' }
    const answer = await call(makeInvite())
    expect(answer).toContain(`SIP/2.0 ${sip_code} `)
    expect(headersOf(answer, 'Reason')).toEqual([`Q.850;cause=${q850_cause}`])
    expect(await bench.engine.event('failed')).toMatchObject({
      sip_code,
      q850_cause,
      attempts: [{ sip_code: code, q850_cause: null }],
    })
  })

  test('is told with the cause of the last gateway that has given one', async () => {
    bench.engine.decide = () =>
      routing([routeTo(SECOND, { media: 'DIRECT' }), routeTo(GATEWAY, { media: 'DIRECT' })])
    second.answer = { code: 503, headers: 'Reason: Q.850;cause=38\r\n' }
    gateway.answer = { code: 500, headers: 'Reason: Q.850;cause=27\r\n' }
    const answer = await call(makeInvite())
    expect(headersOf(answer, 'Reason')).toEqual(['Q.850;cause=27'])
    expect(await bench.engine.event('failed')).toMatchObject({ sip_code: 503, q850_cause: 27 })
  })

  test('is told with the cause of the code that stands in the place of the gateway’s', async () => {
    bench.engine.decide = () =>
      routing([routeTo(GATEWAY, { media: 'DIRECT', replies: { 404: 503 } })])
    gateway.answer = { code: 404, headers: 'Reason: Q.850;cause=1\r\n' }
    const answer = await call(makeInvite())
    expect(answer).toContain('SIP/2.0 503 ')
    expect(headersOf(answer, 'Reason')).toEqual(['Q.850;cause=34'])
    expect(await bench.engine.event('failed')).toMatchObject({
      q850_cause: 34,
      attempts: [{ sip_code: 404, q850_cause: 1 }],
    })
  })
})

describe('CANCEL is answered with the words of the RFC', () => {
  test('while it rings', async () => {
    gateway.answer = { code: 180, headers: '' }
    const invite = makeInvite()
    caller.send(Buffer.from(invite), SWITCH)
    await until('it rings', () => caller.heard.some(({ text }) => text.startsWith('SIP/2.0 180 ')))
    caller.send(Buffer.from(sameTransaction('CANCEL', invite)), SWITCH)
    await until('the gateway hears of it', () => requestsOf(gateway, 'CANCEL').length > 0)
    gateway.send(replyTo(gateway.calls()[0] ?? '', { code: 487, headers: '' }), SWITCH)
    await expectCancelled(invite)
  })

  test('while the engine decides', async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>()
    bench.engine.decide = () => promise
    const invite = makeInvite()
    caller.send(Buffer.from(invite), SWITCH)
    await until('the engine is asked', () => bench.engine.invites.length > 0)
    // Twice, as if the first answer was lost.
    for (let time = 0; time < 2; time++)
      caller.send(Buffer.from(sameTransaction('CANCEL', invite)), SWITCH)
    await expectCancelled(invite)
    resolve(undefined)
  })

  async function expectCancelled(invite: string): Promise<void> {
    const [id = ''] = headersOf(invite, 'Call-ID')
    const replies = (method: string) =>
      caller.heard
        .map(({ text }) => text)
        .filter((text) => text.includes(id) && text.includes(` ${method}\r\n`))
        .map((text) => text.split('\r\n')[0] ?? '')
    await until('the call ends', () => replies('INVITE').some((line) => line.includes(' 487 ')))
    await until('CANCEL is answered', () => replies('CANCEL').length > 0)
    expect(new Set(replies('CANCEL'))).toEqual(new Set(['SIP/2.0 200 OK']))
    expect(await bench.engine.event('failed')).toMatchObject({ released_by: 'caller' })
  }
})
