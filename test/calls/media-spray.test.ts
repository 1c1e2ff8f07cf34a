// Media of a call, and a third party that sends into it: it receives nothing, and once the relay
// has the addresses of the two sides, its packets reach neither (CVE-2025-53399).
import { randomUUID } from 'node:crypto'
import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { connectMedia, type MediaRelay } from '#engine/kamailio/media.ts'
import { sipRequest } from '../sip/probe.ts'
import { headersOf, openPeer, type Peer } from '../sip/torture/peer.ts'
import { until } from '../sip/until.ts'
import { routeTo, routing } from './scripted-engine.ts'
import { addressesIn, setUpSwitch } from './switch-bench.ts'

const PLACE = { network: '127.18.10', first_port: 30_300 }
const { SWITCH, CALLER, STRANGER, GATEWAY } = addressesIn(PLACE)
const bench = setUpSwitch(PLACE)

const RTP_PORT = 28_000
const PACKET_MS = 5
const PACKETS = 100

interface Voice {
  readonly heard: Buffer[]
  /** Returns the number of the packet, which no other one of this voice has. */
  say(port: number): number
  close(): void
}

/** Who speaks RTP with a sender's number (SSRC) of his own. */
async function openVoice(address: string, ssrc: number): Promise<Voice> {
  const socket: Socket = createSocket('udp4')
  const heard: Buffer[] = []
  let sequence = 0
  socket.on('message', (bytes) => heard.push(bytes))
  socket.on('error', () => {})
  socket.bind(RTP_PORT, address)
  await once(socket, 'listening')
  return {
    heard,
    say(port) {
      const packet = Buffer.alloc(172)
      // Version 2, G.711 A-law (RFC 3550 §5.1).
      packet.writeUInt16BE(0x8008, 0)
      packet.writeUInt16BE(++sequence & 0xffff, 2)
      packet.writeUInt32BE(sequence * 160, 4)
      packet.writeUInt32BE(ssrc, 8)
      socket.send(packet, port, SWITCH)
      return sequence
    },
    close: () => socket.close(),
  }
}

const sdpOf = (address: string) =>
  [
    'v=0',
    `o=- 1 1 IN IP4 ${address}`,
    's=-',
    `c=IN IP4 ${address}`,
    't=0 0',
    `m=audio ${RTP_PORT} RTP/AVP 8`,
    '',
  ].join('\r\n')

const mediaPort = (text: string) => Number(/^m=audio (\d+)/m.exec(text)?.[1])
const senderOf = (packet: Buffer) => packet.readUInt32BE(8)
/** The packets of the sender with a number above that. */
const laterThan = (number: number, heard: readonly Buffer[], ssrc: number) =>
  heard.filter((packet) => senderOf(packet) === ssrc && packet.readUInt16BE(2) > number)

/** The relay has made up its mind where both sides of the call send from. */
async function hasLearnt(relay: MediaRelay, sip_call_id: string): Promise<boolean> {
  const answer = JSON.stringify(await relay.ask({ command: 'query', 'call-id': sip_call_id }))
  return answer.match(/"confirmed"/g)?.length === 2
}

const opened: { close(): void }[] = []
afterEach(() => {
  for (const one of opened.splice(0)) one.close()
})
function kept<T extends { close(): void }>(one: T): T {
  opened.push(one)
  return one
}

/** An answered call; answers the ports of the relay towards the caller and towards the gateway. */
async function talk(caller: Peer, gateway: Peer): Promise<{ caller: number; gateway: number }> {
  bench.engine.decide = () => routing([routeTo(GATEWAY)], { max_seconds: 30 })
  let towards_gateway = 0
  gateway.onHeard(({ text, from, port }) => {
    if (!text.startsWith('INVITE ') && !text.startsWith('BYE ')) return
    if (text.startsWith('INVITE ')) towards_gateway = mediaPort(text)
    const copied = ['Via', 'Record-Route', 'From', 'Call-ID', 'CSeq'].flatMap((name) =>
      headersOf(text, name).map((value) => `${name}: ${value}`),
    )
    const [to = ''] = headersOf(text, 'To')
    const body = text.startsWith('INVITE ') ? sdpOf(GATEWAY) : ''
    const lines = [
      'SIP/2.0 200 OK',
      ...copied,
      `To: ${to}${to.includes('tag=') ? '' : ';tag=gateway'}`,
      `Contact: <sip:gateway@${GATEWAY}>`,
      ...(body ? ['Content-Type: application/sdp'] : []),
      `Content-Length: ${body.length}`,
    ]
    gateway.send(Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`), from, port)
  })
  const headers = ['Content-Type: application/sdp']
  const body = sdpOf(CALLER).replaceAll('\r\n', '\n')
  const invite = sipRequest(SWITCH, CALLER, { headers, body })
  caller.send(Buffer.from(invite.replaceAll('\n', '\r\n')), SWITCH)
  const answer = () => caller.heard.find(({ text }) => text.startsWith('SIP/2.0 200'))?.text ?? ''
  await until('the call is answered', () => answer() !== '')
  return { caller: mediaPort(answer()), gateway: towards_gateway }
}

test('a third who sends into the media of a call hears nothing, and nobody hears him', async () => {
  const [caller, gateway] = [kept(await openPeer(CALLER)), kept(await openPeer(GATEWAY))]
  const ports = await talk(caller, gateway)
  const [ours, theirs, third] = [
    kept(await openVoice(CALLER, 1)),
    kept(await openVoice(GATEWAY, 2)),
    kept(await openVoice(STRANGER, 3)),
  ]
  const [dialog] = await bench.engine.link.list()
  if (!dialog) throw new Error('The switch has no call.')
  const relay = kept(connectMedia(bench.kamailio.link.media_port, randomUUID))
  /** The numbers of the last packets of each. */
  const last = { ours: 0, theirs: 0, third: 0 }
  const speak = async (packets: number) => {
    for (let packet = 0; packet < packets; packet++) {
      last.ours = ours.say(ports.caller)
      last.theirs = theirs.say(ports.gateway)
      for (const port of Object.values(ports)) last.third = third.say(port)
      await pause(PACKET_MS)
    }
  }
  ours.say(ports.caller)
  theirs.say(ports.gateway)
  // For some seconds the relay learns where the two sides are, behind address translators.
  await until('the relay has learnt', async () => {
    await speak(1)
    return hasLearnt(relay, dialog.sip_call_id)
  })
  expect(third.heard).toHaveLength(0)
  // Packets from before may still be on their way.
  const before = { ...last }
  await speak(PACKETS)
  const heardBoth = () => [
    laterThan(before.ours, theirs.heard, 1).length,
    laterThan(before.theirs, ours.heard, 2).length,
  ]
  await until('both hear each other', () => Math.min(...heardBoth()) > 90)
  expect(third.heard).toHaveLength(0)
  for (const { heard } of [ours, theirs]) {
    expect(laterThan(before.third, heard, 3)).toEqual([])
  }
  expect(new Set(theirs.heard.map(senderOf))).not.toContain(2)
  expect(new Set(ours.heard.map(senderOf))).not.toContain(1)
  await bench.engine.link.end(dialog.dialog, 16, 'over', { is_answered: true })
  await bench.engine.event('ended')
})
