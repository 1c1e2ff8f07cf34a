// RTP of one side of a call: packets go out as the test says, and incoming ones are counted.
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { toneOf } from './alaw.ts'
import { type Reports, sendReports } from './rtcp.ts'

const EVERY_MS = 20
const HEADER_BYTES = 12
const SSRC_AT = 8
const PAYLOAD_BYTES = 160
const PCMA = 8
/** Packets whose audio is kept: two seconds. */
const KEPT = 100

export interface Media {
  readonly port: number
  /** Marks the packets that go out. */
  readonly ssrc: number
  /** Packets that have come from this one: a port of the relay soon belongs to another call. */
  receivedFrom(other: Media): number
  /** The audio of the last packets from all senders. */
  lastReceived(packets: number): Buffer
  /** Packets that have gone out. */
  sent(): number
  /** Sends one packet after the other there, until it is stopped: a tone, if one is given. */
  play(to: Place, hertz?: number): void
  /** Every packet of that number is left out: 20 is a loss of 5 %. */
  leaveOut(every: number): void
  /** Nothing is sent, whatever the call says. */
  keepSilent(): void
  /** Reports to the other side how its packets come, each second (RTCP). */
  report(): Promise<void>
  stop(): void
  close(): void
}

export interface Place {
  readonly address: string
  readonly port: number
}

let medias = 0

export async function openMedia(address: string): Promise<Media> {
  const socket = createSocket('udp4')
  const received = new Map<number, number>()
  const last: Buffer[] = []
  medias += 1
  const ssrc = medias
  let sent = 0
  let timer: NodeJS.Timeout | undefined
  let left_out = 0
  let is_silent = false
  let place: Place | undefined
  let reports: Reports | undefined
  socket.on('message', (bytes) => {
    const from = bytes.length < HEADER_BYTES ? 0 : bytes.readUInt32BE(SSRC_AT)
    received.set(from, (received.get(from) ?? 0) + 1)
    if (from > 0) reports?.note(from, bytes.readUInt16BE(2))
    last.push(bytes.subarray(HEADER_BYTES))
    if (last.length > KEPT) last.shift()
  })
  // A relay that has closed its port says so.
  socket.on('error', () => {})
  socket.bind(0, address)
  await once(socket, 'listening')
  const stop = () => clearInterval(timer)
  return {
    port: socket.address().port,
    ssrc,
    receivedFrom: (other) => received.get(other.ssrc) ?? 0,
    lastReceived: (packets) => Buffer.concat(last.slice(-packets)),
    sent: () => sent,
    play(to, hertz) {
      stop()
      place = to
      if (is_silent) return
      timer = setInterval(() => {
        const isLeftOut = left_out > 0 && sent % left_out === left_out - 1
        if (!isLeftOut) socket.send(packet(ssrc, sent, hertz), to.port, to.address)
        sent += 1
      }, EVERY_MS)
    },
    leaveOut(every) {
      left_out = every
    },
    keepSilent() {
      is_silent = true
    },
    async report() {
      if (!place) throw new Error('The place of the other side is not known')
      const own = { address, port: socket.address().port + 1, ssrc }
      reports = await sendReports(own, { ...place, port: place.port + 1 }, () => sent)
    },
    stop,
    close() {
      stop()
      reports?.close()
      socket.close()
    },
  }
}

function packet(ssrc: number, number: number, hertz?: number): Buffer {
  const bytes = Buffer.alloc(HEADER_BYTES + PAYLOAD_BYTES)
  bytes[0] = 0x80
  bytes[1] = PCMA
  bytes.writeUInt16BE(number & 0xffff, 2)
  bytes.writeUInt32BE(number * PAYLOAD_BYTES, 4)
  bytes.writeUInt32BE(ssrc, SSRC_AT)
  if (hertz) toneOf(hertz, number * PAYLOAD_BYTES, PAYLOAD_BYTES).copy(bytes, HEADER_BYTES)
  return bytes
}

/** The address for media of the other side, by its SDP. */
export function placeIn(sdp: string): Place | undefined {
  const address = /^c=IN IP4 (\S+)/m.exec(sdp)?.[1]
  const port = Number(/^m=audio (\d+)/m.exec(sdp)?.[1] ?? 0)
  return address === undefined || port === 0 ? undefined : { address, port }
}

export const sdpOf = (address: string, port: number): string =>
  [
    'v=0',
    `o=- 1 1 IN IP4 ${address}`,
    's=-',
    `c=IN IP4 ${address}`,
    't=0 0',
    `m=audio ${port} RTP/AVP ${PCMA}`,
    '',
  ].join('\r\n')
