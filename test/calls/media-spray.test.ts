// Media of a call, and a third party that sends into it: it receives nothing, and once the relay
// has the addresses of the two sides, its packets reach neither (CVE-2025-53399).
import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { sipRequest } from '../sip/probe.ts'
import { headersOf, openPeer, type Peer } from '../sip/torture/peer.ts'
import { until } from '../sip/until.ts'
import { routeTo, routing } from './scripted-engine.ts'
import { addressesIn, setUpSwitch } from './switch-bench.ts'

const PLACE = { network: '127.18.10', first_port: 30_300 }
const { SWITCH, CALLER, STRANGER, GATEWAY } = addressesIn(PLACE)
const bench = setUpSwitch(PLACE)

const RTP_PORT = 28_000
const PACKET_MS = 20
const LEARNING_MS = 3_500
/** Packets sent while the relay learnt may still be on their way, on a busy machine for long. */
const ON_THE_WAY_MS = 1_000

interface Voice {
  readonly heard: Buffer[]
  say(port: number): void
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
const sendersOf = (heard: readonly Buffer[]) => new Set(heard.map((bytes) => bytes.readUInt32BE(8)))

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
  const speak = async (packets: number, thirdToo: boolean) => {
    for (let packet = 0; packet < packets; packet++) {
      ours.say(ports.caller)
      theirs.say(ports.gateway)
      if (thirdToo) for (const port of Object.values(ports)) third.say(port)
      await pause(PACKET_MS)
    }
  }
  await speak(5, false)
  // Three seconds long the relay learns where the two sides are, behind address translators.
  await speak(LEARNING_MS / PACKET_MS, true)
  await pause(ON_THE_WAY_MS)
  expect(third.heard).toHaveLength(0)
  for (const voice of [ours, theirs]) voice.heard.length = 0
  await speak(100, true)
  await until('both hear each other', () => theirs.heard.length > 90 && ours.heard.length > 90)
  expect(third.heard).toHaveLength(0)
  expect(sendersOf(theirs.heard)).toEqual(new Set([1]))
  expect(sendersOf(ours.heard)).toEqual(new Set([2]))
  for (const { dialog } of await bench.engine.link.list()) {
    await bench.engine.link.end(dialog, 16, 'over', { is_answered: true })
  }
  await bench.engine.event('ended')
})
