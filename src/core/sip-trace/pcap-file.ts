// Messages as a classic pcap file of raw IP packets with times to the microsecond. Each message is
// one UDP datagram, those that went over TCP or TLS too: their streams are not kept, and a reader
// of packets understands a datagram without them.
import { assert } from '../assert.ts'
import { parseAddress } from '../ip-network.ts'

export interface Packet {
  /** ISO 8601 with Z, with up to six decimals of a second. */
  readonly at: string
  readonly from_ip: string
  readonly from_port: number
  readonly to_ip: string
  readonly to_port: number
  readonly message: Uint8Array
}

const FILE_HEADER_BYTES = 24
const PACKET_HEADER_BYTES = 16
const IPV4_BYTES = 20
const IPV6_BYTES = 40
const UDP_BYTES = 8
const UDP = 17
const HOPS = 64
/** The packet begins with its IP header. */
const LINKTYPE_RAW = 101
const LENGTH_MAX = 0xffff
/** The prefix of an IPv4 address in an IPv6 packet, for ends of two kinds. */
const MAPPED = 0xffffn << 32n

export function pcapFile(packets: readonly Packet[]): Uint8Array {
  const parts = packets.map((packet, i) => packetOf(packet, i))
  const length = parts.reduce((sum, part) => sum + part.length, FILE_HEADER_BYTES)
  const file = new Uint8Array(length)
  writeFileHeader(new DataView(file.buffer))
  let at = FILE_HEADER_BYTES
  for (const part of parts) {
    file.set(part, at)
    at += part.length
  }
  return file
}

function writeFileHeader(view: DataView): void {
  view.setUint32(0, 0xa1b2c3d4)
  // Version 2.4; the two zeros after it are the time zone and the accuracy of the times, not known.
  view.setUint16(4, 2)
  view.setUint16(6, 4)
  view.setUint32(16, LENGTH_MAX)
  view.setUint32(20, LINKTYPE_RAW)
}

function packetOf(packet: Packet, place: number): Uint8Array {
  const from = addressOf(packet.from_ip)
  const to = addressOf(packet.to_ip)
  const isIpv4 = from.bits === 32 && to.bits === 32
  const ip_bytes = isIpv4 ? IPV4_BYTES : IPV6_BYTES
  const udp_bytes = UDP_BYTES + packet.message.length
  const length = ip_bytes + udp_bytes
  assert(length <= LENGTH_MAX, 'a message fits into a packet')
  const bytes = new Uint8Array(PACKET_HEADER_BYTES + length)
  writePacketHeader(new DataView(bytes.buffer), packet.at, length)
  const ip = new DataView(bytes.buffer, PACKET_HEADER_BYTES)
  const [source, target] = [from, to].map(({ bits, value }) =>
    isIpv4 || bits === 128 ? value : MAPPED | value,
  ) as [bigint, bigint]
  if (isIpv4) writeIpv4(ip, { source, target, length, place })
  else writeIpv6(ip, { source, target, udp_bytes })
  bytes.set(packet.message, PACKET_HEADER_BYTES + ip_bytes + UDP_BYTES)
  const udp = new DataView(bytes.buffer, PACKET_HEADER_BYTES + ip_bytes)
  writeUdp(udp, packet, udp_bytes, [source, target])
  return bytes
}

function addressOf(text: string) {
  const address = parseAddress(text)
  assert(address, `${text} is an address`)
  return address
}

function writePacketHeader(view: DataView, at: string, length: number): void {
  const { seconds, microseconds } = timeOf(at)
  view.setUint32(0, seconds)
  view.setUint32(4, microseconds)
  view.setUint32(8, length)
  view.setUint32(12, length)
}

/** A number of JavaScript has milliseconds of a date only: the others are read from the text. */
function timeOf(at: string): { readonly seconds: number; readonly microseconds: number } {
  const ms = Date.parse(at)
  assert(Number.isFinite(ms), `${at} is a time`)
  const decimals = /\.(\d{1,6})/.exec(at)?.[1] ?? ''
  return { seconds: Math.floor(ms / 1000), microseconds: Number(decimals.padEnd(6, '0')) }
}

interface Ipv4 {
  readonly source: bigint
  readonly target: bigint
  readonly length: number
  readonly place: number
}

function writeIpv4(view: DataView, { source, target, length, place }: Ipv4): void {
  view.setUint8(0, 0x45)
  view.setUint16(2, length)
  view.setUint16(4, place & 0xffff)
  // Not to be cut into fragments.
  view.setUint16(6, 0x4000)
  view.setUint8(8, HOPS)
  view.setUint8(9, UDP)
  view.setUint32(12, Number(source))
  view.setUint32(16, Number(target))
  view.setUint16(10, checksum(sumOfWords(view, IPV4_BYTES)))
}

interface Ipv6 {
  readonly source: bigint
  readonly target: bigint
  readonly udp_bytes: number
}

function writeIpv6(view: DataView, { source, target, udp_bytes }: Ipv6): void {
  view.setUint8(0, 0x60)
  view.setUint16(4, udp_bytes)
  view.setUint8(6, UDP)
  view.setUint8(7, HOPS)
  writeIpv6Address(view, 8, source)
  writeIpv6Address(view, 24, target)
}

function writeIpv6Address(view: DataView, at: number, value: bigint): void {
  view.setBigUint64(at, value >> 64n)
  view.setBigUint64(at + 8, value & 0xffffffffffffffffn)
}

function writeUdp(
  view: DataView,
  { from_port, to_port }: Packet,
  udp_bytes: number,
  addresses: readonly bigint[],
): void {
  view.setUint16(0, from_port)
  view.setUint16(2, to_port)
  view.setUint16(4, udp_bytes)
  // The sum also covers the addresses, the protocol and the length (RFC 768).
  const around = addresses.reduce((sum, value) => sum + sumOfGroups(value), UDP + udp_bytes)
  // A sum of zero would mean that there is none.
  view.setUint16(6, checksum(around + sumOfWords(view, udp_bytes)) || 0xffff)
}

function sumOfGroups(value: bigint): number {
  let sum = 0
  for (let rest = value; rest > 0n; rest >>= 16n) sum += Number(rest & 0xffffn)
  return sum
}

function sumOfWords(view: DataView, length: number): number {
  let sum = 0
  for (let at = 0; at + 1 < length; at += 2) sum += view.getUint16(at)
  return length % 2 === 1 ? sum + view.getUint8(length - 1) * 256 : sum
}

/** The ones' complement of the sum (RFC 1071). */
function checksum(sum: number): number {
  let folded = sum
  while (folded > 0xffff) folded = (folded & 0xffff) + Math.floor(folded / 0x10000)
  return ~folded & 0xffff
}
