// A traced SIP message as a packet of HEP3, for a server that collects them, such as Homer.
import { parseAddress } from '../ip-network.ts'
import { bytesOf, HEP_TYPES, TRANSPORT_NUMBERS } from './hep.ts'
import type { TracedMessage } from './traced-calls.ts'

const FAMILY = { 32: 2, 128: 10 } as const
const HEAD = bytesOf('HEP3')
const SIP = 1

/**
 * The packet with the addresses and the time of the message; our call id is its correlation id,
 * which joins the legs of a call. `capture_id` is that of the node, for Homer's own lists.
 */
export function encodeHep(message: TracedMessage, capture_id: number): Uint8Array {
  const from = addressChunk(message.from_ip, HEP_TYPES.from_ip4, HEP_TYPES.from_ip6)
  const to = addressChunk(message.to_ip, HEP_TYPES.to_ip4, HEP_TYPES.to_ip6)
  const micros = Math.round(message.at * 1e6)
  const chunks = [
    chunk(HEP_TYPES.family, number(from.family, 1)),
    chunk(HEP_TYPES.transport, number(TRANSPORT_NUMBERS[message.transport], 1)),
    from.chunk,
    to.chunk,
    chunk(HEP_TYPES.from_port, number(message.from_port, 2)),
    chunk(HEP_TYPES.to_port, number(message.to_port, 2)),
    chunk(HEP_TYPES.seconds, number(Math.floor(micros / 1e6), 4)),
    chunk(HEP_TYPES.micros, number(micros % 1e6, 4)),
    chunk(HEP_TYPES.payload_kind, number(SIP, 1)),
    chunk(HEP_TYPES.capture_id, number(capture_id, 4)),
    chunk(HEP_TYPES.correlation_id, bytesOf(message.call_id)),
    chunk(HEP_TYPES.payload, message.message),
  ]
  const length = chunks.reduce((sum, { length: bytes }) => sum + bytes, HEAD.length + 2)
  return joined([HEAD, number(length, 2), ...chunks], length)
}

function addressChunk(ip: string, type_4: number, type_6: number) {
  const address = parseAddress(ip)
  if (!address) throw new Error(`${ip} is no IP address`)
  const value = number(address.value, address.bits / 8)
  return {
    family: FAMILY[address.bits],
    chunk: chunk(address.bits === 32 ? type_4 : type_6, value),
  }
}

/** Vendor 0 is HEP itself. */
function chunk(type: number, value: Uint8Array): Uint8Array {
  const length = value.length + 6
  return joined([number(0, 2), number(type, 2), number(length, 2), value], length)
}

/** The most significant byte first. */
function number(value: number | bigint, size: number): Uint8Array {
  const bytes = new Uint8Array(size)
  let rest = BigInt(value)
  for (let at = size - 1; at >= 0; at--) {
    bytes[at] = Number(rest & 0xffn)
    rest >>= 8n
  }
  return bytes
}

function joined(parts: readonly Uint8Array[], length: number): Uint8Array {
  const all = new Uint8Array(length)
  let from = 0
  for (const part of parts) {
    all.set(part, from)
    from += part.length
  }
  return all
}
