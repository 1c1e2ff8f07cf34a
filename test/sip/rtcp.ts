// The reports of one side of a call (RTCP, RFC 3550 §6.4): what it has sent, and how the packets of
// the other side came.
import { createSocket } from 'node:dgram'
import { once } from 'node:events'

/**
 * Sides that begin at the same moment have different pauses: a report that goes out as the one of
 * the other side comes has waited for no time, and says nothing of the way.
 */
const pauseOf = (ssrc: number): number => 900 + (ssrc % 4) * 50
const SENDER_REPORT = 200
const BYTES = 52
/** From 1900 to 1970. */
const NTP_OFFSET_SECONDS = 2_208_988_800
const UNIT = 2 ** 16
/** The way there and back, as the other side finds it: over loopback it would be none. */
export const ROUND_TRIP_MS = 40
const SAMPLES = 160

export interface Reports {
  /** A packet of the other side came. */
  note(ssrc: number, sequence: number): void
  close(): void
}

interface Place {
  readonly address: string
  readonly port: number
}

/** From the port of `own`; `sent` is how many packets that side has sent. */
export async function sendReports(
  own: Place & { readonly ssrc: number },
  to: Place,
  sent: () => number,
): Promise<Reports> {
  const socket = createSocket('udp4')
  let other: { ssrc: number; first: number; highest: number; count: number } | undefined
  let before = { expected: 0, count: 0 }
  let last: { middle: number; at_ms: number } | undefined
  socket.on('error', () => {})
  socket.on('message', (bytes) => {
    if (bytes.length < 28 || bytes[1] !== SENDER_REPORT) return
    // The middle of the time of the report says which one it was.
    last = { middle: bytes.readUInt32BE(10), at_ms: Date.now() }
  })
  socket.bind(own.port, own.address)
  await once(socket, 'listening')

  function block(bytes: Buffer, at: number): void {
    if (!other) return
    const expected = other.highest - other.first + 1
    const lost = expected - other.count
    const lost_since = lost - (before.expected - before.count)
    const expected_since = Math.max(1, expected - before.expected)
    before = { expected, count: other.count }
    bytes.writeUInt32BE(other.ssrc, at)
    bytes[at + 4] = Math.max(0, Math.min(255, Math.round((lost_since * 256) / expected_since)))
    bytes.writeUIntBE(Math.max(0, lost), at + 5, 3)
    bytes.writeUInt32BE(other.highest, at + 8)
    bytes.writeUInt32BE(last?.middle ?? 0, at + 16)
    const passed_ms = last ? Math.max(0, Date.now() - last.at_ms - ROUND_TRIP_MS) : 0
    bytes.writeUInt32BE(Math.round((passed_ms * UNIT) / 1000), at + 20)
  }

  const timer = setInterval(() => {
    const bytes = Buffer.alloc(BYTES)
    bytes[0] = other ? 0x81 : 0x80
    bytes[1] = SENDER_REPORT
    bytes.writeUInt16BE((other ? BYTES : 28) / 4 - 1, 2)
    bytes.writeUInt32BE(own.ssrc, 4)
    const now = Date.now() / 1000 + NTP_OFFSET_SECONDS
    bytes.writeUInt32BE(Math.floor(now), 8)
    bytes.writeUInt32BE(Math.floor((now % 1) * UNIT * UNIT), 12)
    bytes.writeUInt32BE(sent() * SAMPLES, 16)
    bytes.writeUInt32BE(sent(), 20)
    bytes.writeUInt32BE(sent() * SAMPLES, 24)
    block(bytes, 28)
    socket.send(bytes.subarray(0, other ? BYTES : 28), to.port, to.address)
  }, pauseOf(own.ssrc))
  return {
    note(ssrc, sequence) {
      if (other?.ssrc !== ssrc) other = { ssrc, first: sequence, highest: sequence, count: 0 }
      other.highest = Math.max(other.highest, sequence)
      other.count += 1
    },
    close() {
      clearInterval(timer)
      socket.close()
    },
  }
}
