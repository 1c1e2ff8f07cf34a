// Packets of RTP in a pcap file of rtpengine: raw IP, UDP.

const FILE_HEADER_BYTES = 24
const PACKET_HEADER_BYTES = 16
/** With microseconds, in the order of bytes of the machine that has written it. */
const MAGIC = 0xa1b2c3d4
const LINKTYPE_RAW = 101
/** Larger than any packet; more is no file of packets. */
const PACKET_BYTES_MAX = 0x1_0000
const UDP = 17
const UDP_BYTES = 8
const RTP_BYTES = 12

export interface RtpPacket {
  /** Microseconds since the epoch. */
  readonly at_us: number
  /** The port of the relay to which it was sent. */
  readonly to_port: number
  readonly payload_type: number
  readonly timestamp: number
  readonly ssrc: number
  readonly payload: Uint8Array
}

/**
 * Reads a file piece by piece. `read` answers the packets that the pieces so far have completed;
 * what is no RTP, as RTCP, is left out. Throws for what is no such file.
 */
export class PcapReader {
  #rest: Uint8Array = new Uint8Array(0)
  #is_little: boolean | undefined

  read(piece: Uint8Array): RtpPacket[] {
    const bytes = joined(this.#rest, piece)
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    let at = 0
    if (this.#is_little === undefined) {
      if (bytes.length < FILE_HEADER_BYTES) {
        this.#rest = bytes
        return []
      }
      const is_little = view.getUint32(0, true) === MAGIC
      const is_known = is_little || view.getUint32(0) === MAGIC
      if (!is_known || view.getUint32(20, is_little) !== LINKTYPE_RAW) {
        throw new Error('not a pcap file of raw IP packets')
      }
      this.#is_little = is_little
      at = FILE_HEADER_BYTES
    }
    const number = (offset: number) => view.getUint32(offset, this.#is_little)
    const packets: RtpPacket[] = []
    while (bytes.length - at >= PACKET_HEADER_BYTES) {
      const length = number(at + 8)
      if (length > PACKET_BYTES_MAX) throw new Error(`a packet of ${length} bytes`)
      const begin = at + PACKET_HEADER_BYTES
      if (bytes.length < begin + length) break
      const at_us = number(at) * 1_000_000 + number(at + 4)
      const packet = rtpOf(bytes.subarray(begin, begin + length), at_us)
      if (packet) packets.push(packet)
      at = begin + length
    }
    this.#rest = bytes.slice(at)
    return packets
  }
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  if (one.length === 0) return other
  const bytes = new Uint8Array(one.length + other.length)
  bytes.set(one)
  bytes.set(other, one.length)
  return bytes
}

function rtpOf(ip: Uint8Array, at_us: number): RtpPacket | undefined {
  const udp = udpOf(ip)
  if (!udp || udp.length < UDP_BYTES + RTP_BYTES) return undefined
  const view = new DataView(udp.buffer, udp.byteOffset, udp.byteLength)
  const [first = 0, second = 0] = udp.subarray(UDP_BYTES)
  // RFC 5761 §4: these payload types are packet types of RTCP.
  const payload_type = second & 0x7f
  if (first >> 6 !== 2 || (payload_type >= 64 && payload_type <= 95)) return undefined
  let from = UDP_BYTES + RTP_BYTES + 4 * (first & 0x0f)
  if (first & 0x10) {
    if (udp.length < from + 4) return undefined
    from += 4 + 4 * view.getUint16(from + 2)
  }
  const padding = first & 0x20 ? (udp.at(-1) ?? 0) : 0
  if (from + padding > udp.length) return undefined
  return {
    at_us,
    to_port: view.getUint16(2),
    payload_type,
    timestamp: view.getUint32(UDP_BYTES + 4),
    ssrc: view.getUint32(UDP_BYTES + 8),
    payload: udp.slice(from, udp.length - padding),
  }
}

function udpOf(ip: Uint8Array): Uint8Array | undefined {
  const [first = 0] = ip
  if (first >> 4 === 4) return ip[9] === UDP ? ip.subarray((first & 0x0f) * 4) : undefined
  return first >> 4 === 6 && ip[6] === UDP ? ip.subarray(40) : undefined
}
