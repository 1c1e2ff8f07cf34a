// An attacker could stop a DTLS handshake of a call (CVE-2023-51275); without DTLS there is none to
// stop.
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { routeTo, routing } from '../calls/scripted-engine.ts'
import { addressesIn, setUpSwitch } from '../calls/switch-bench.ts'
import { sipRequest } from '../sip/probe.ts'
import { headersOf, openPeer } from '../sip/torture/peer.ts'
import { until } from '../sip/until.ts'

const PLACE = { network: '127.17.54', first_port: 25_400 }
const { SWITCH, CALLER, GATEWAY } = addressesIn(PLACE)
const bench = setUpSwitch(PLACE)

/** As a browser offers it, for the one stream or for all. */
const DTLS = [`a=fingerprint:sha-256 ${Array(32).fill('AB').join(':')}`, 'a=setup:actpass']
const offerWith = (session: string[], media: string[]) =>
  [
    ...['v=0', `o=- 1 1 IN IP4 ${CALLER}`, 's=-', `c=IN IP4 ${CALLER}`, 't=0 0', ...session],
    ...['m=audio 6000 UDP/TLS/RTP/SAVP 8', ...media, 'a=sendrecv', ''],
  ].join('\n')

/** A ClientHello of DTLS 1.2 that offers keys for SRTP, as OpenSSL makes it. */
const HELLO = Buffer.from(
  [
    '16feff000000000000000000970100008b000000000000008bfefd25a374fbf876ebcb8fb0c4ab7b',
    '0af5b9cc8cab04cc46fe576278806a1bee358900000006c02bc02f00ff0100005b000b0004030001',
    '02000a000c000a001d0017001e0019001800230000000e000500020001000016000000170000000d',
    '002a0028040305030603080708080809080a080b0804080508060401050106010303030103020402',
    '05020602',
  ].join(''),
  'hex',
)
const HANDSHAKE = 22

test.each([
  ['for the stream', offerWith([], DTLS)],
  ['for all', offerWith(DTLS, [])],
])('the relay takes part in no DTLS handshake that is offered %s', async (_, body) => {
  bench.engine.decide = () => routing([routeTo(GATEWAY)])
  const called = await bench.gateway('gateway-plays-and-refuses', { CODE: 404, RING_MS: 2_000 })
  const caller = await openPeer(CALLER)
  const media = createSocket('udp4')
  const heard: Buffer[] = []
  media.on('message', (bytes) => heard.push(bytes))
  try {
    media.bind(6000, CALLER)
    await once(media, 'listening')
    const headers = ['Content-Type: application/sdp']
    const invite = sipRequest(SWITCH, CALLER, { headers, body })
    caller.send(Buffer.from(invite.replaceAll('\n', '\r\n')), SWITCH)
    const [call_id = ''] = headersOf(invite.replaceAll('\n', '\r\n'), 'Call-ID')
    const replies = () => caller.heard.map(({ text }) => text).filter((t) => t.includes(call_id))
    const answer = () => replies().find((text) => text.includes('m=audio')) ?? ''
    await until('the caller hears music', () => answer() !== '')
    for (const sdp of [answer(), called.received()]) {
      expect(sdp).toContain('m=audio')
      expect(sdp).not.toMatch(/a=(fingerprint|setup|tls-id)/)
    }
    const port = Number(/^m=audio (\d+)/m.exec(answer())?.[1])
    media.send(HELLO, port, SWITCH)
    await until('the call is refused', () => replies().some((text) => text.includes('SIP/2.0 404')))
    expect(heard.filter(([type]) => type === HANDSHAKE)).toEqual([])
  } finally {
    caller.close()
    media.close()
  }
})
