// From where the two sides of a call may end it: carriers and clients have more than one address.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ask, calledSide, callingSide, requestWithin, type Side } from '../sip/call-by-hand.ts'
import { sipRequest } from '../sip/probe.ts'
import { type Gateway, openGateway } from '../sip/torture/peer.ts'
import { routeTo, routing } from './scripted-engine.ts'
import { addressesIn, setUpSwitch } from './switch-bench.ts'

const PLACE = { network: '127.17.20', first_port: 27_300 }
const { SWITCH, CALLER, GATEWAY, STRANGER } = addressesIn(PLACE)
const bench = setUpSwitch(PLACE)

/** Where the sides want to be reached, without ever having sent from there. */
const CALLER_CONTACT = '127.17.20.31'
const GATEWAY_CONTACT = '127.17.20.32'
/** Other addresses of the same client, and of the same carrier. */
const CALLER_OTHER = '127.17.20.33'
const GATEWAY_OTHER = '127.17.20.34'
const ADDRESSES = [CALLER, CALLER_CONTACT, CALLER_OTHER]
ADDRESSES.push(GATEWAY, GATEWAY_CONTACT, GATEWAY_OTHER, STRANGER)

/** All of them answer what they are asked. */
const peers = new Map<string, Gateway>()
function peerAt(address: string): Gateway {
  const peer = peers.get(address)
  if (!peer) throw new Error(`nobody is at ${address}`)
  return peer
}

beforeAll(async () => {
  for (const address of ADDRESSES) peers.set(address, await openGateway(address))
  const headers = `Contact: <sip:carrier@${GATEWAY_CONTACT}:5060>\r\n`
  peerAt(GATEWAY).answer = { code: 200, headers }
})
beforeEach(() => {
  const networks = [`${GATEWAY_OTHER}/32`]
  bench.engine.decide = () =>
    routing([routeTo(GATEWAY, { media: 'DIRECT', networks })], {
      caller_networks: ['192.0.2.0/24', `${CALLER_OTHER}/32`],
    })
})
afterEach(() => {
  for (const peer of peers.values()) peer.heard.length = 0
})
afterAll(() => {
  for (const peer of peers.values()) peer.close()
})

/** A call that is answered and acknowledged, as its two sides see it. */
async function answeredCall(): Promise<Record<'caller' | 'gateway', Side>> {
  const invite = sipRequest(SWITCH, CALLER, {})
    .replace(/^Contact: .*$/m, `Contact: <sip:15551000@${CALLER_CONTACT}:5060>`)
    .replaceAll('\n', '\r\n')
  const answer = await ask(peerAt(CALLER), Buffer.from(invite), SWITCH)
  expect(answer).toContain('SIP/2.0 200 ')
  const calling = callingSide(invite, answer)
  const ack = { method: 'ACK', address: CALLER, cseq: calling.cseq }
  peerAt(CALLER).send(requestWithin(calling, ack), SWITCH)
  await bench.engine.event('answered')
  const [sent = ''] = peerAt(GATEWAY).calls()
  return { caller: calling, gateway: calledSide(sent) }
}

const say = (method: string, side: Side, address: string, headers: string[] = []) =>
  ask(peerAt(address), requestWithin(side, { method, address, headers }), SWITCH)

describe('a call is ended by a BYE', () => {
  test.each([
    ['the address that has called', 'caller', CALLER],
    ['the Contact of the caller', 'caller', CALLER_CONTACT],
    ['another address of the client', 'caller', CALLER_OTHER],
    ['the address that has answered', 'gateway', GATEWAY],
    ['the Contact of the gateway', 'gateway', GATEWAY_CONTACT],
    ['another address of the carrier', 'gateway', GATEWAY_OTHER],
  ] as const)('from %s', async (_, side, address) => {
    const call = await answeredCall()
    expect(await say('BYE', call[side], address)).toContain('SIP/2.0 200 ')
    const released_by = side === 'gateway' ? 'callee' : side
    expect(await bench.engine.event('ended')).toMatchObject({ released_by })
  })

  test.each([
    ['caller', CALLER, CALLER_CONTACT],
    ['gateway', GATEWAY, GATEWAY_CONTACT],
  ] as const)('from where the %s has moved to, and no more from before', async (name, at, left) => {
    const side = (await answeredCall())[name]
    const moved = [`Contact: <sip:moved@${STRANGER}:5060>`]
    expect(await say('UPDATE', side, at, moved)).toContain('SIP/2.0 200 ')
    const later = { ...side, cseq: side.cseq + 1 }
    expect(await say('BYE', later, left)).toContain('SIP/2.0 481 ')
    expect(await say('BYE', later, STRANGER)).toContain('SIP/2.0 200 ')
    await bench.engine.event('ended')
  })
})

test.each(['BYE', 'INVITE', 'UPDATE', 'INFO'])(
  'a %s of a third party is refused, whichever side it says it is',
  async (method) => {
    const call = await answeredCall()
    const hijack = [`Contact: <sip:thief@${STRANGER}:5060>`]
    for (const side of [call.caller, call.gateway]) {
      expect(await say(method, side, STRANGER, hijack)).toContain('SIP/2.0 481 ')
    }
    expect(await say('BYE', call.caller, CALLER)).toContain('SIP/2.0 200 ')
    await bench.engine.event('ended')
    const [first] = peerAt(GATEWAY_CONTACT).heard.filter(({ text }) => !text.startsWith('ACK '))
    expect(first?.text).toMatch(/^BYE [\s\S]*\r\nCSeq: 2 BYE/)
  },
)
