// HEP3, in which Kamailio sends copies of SIP messages, and notes about their calls. Whatever the
// bytes are, decoding ends with a packet or with nothing.

export interface HepPacket {
  readonly payload_kind: 'SIP' | 'NOTE'
  readonly transport: 'UDP' | 'TCP' | 'TLS'
  readonly from_ip: string
  readonly from_port: number
  readonly to_ip: string
  readonly to_port: number
  /** Epoch seconds, with microseconds. */
  readonly at: number
  /** Empty where Kamailio sends none. */
  readonly correlation_id: string
  /** By which Kamailio is known among the programs of the machine. */
  readonly auth_key: string
  readonly payload: Uint8Array
}

const HEAD_BYTES = 6
/** Vendor, type and length. */
const CHUNK_HEAD_BYTES = 6
const VENDOR = 0
/** Chunks by their number (HEP3, vendor 0). */
export const HEP_TYPES = {
  family: 1,
  transport: 2,
  from_ip4: 3,
  to_ip4: 4,
  from_ip6: 5,
  to_ip6: 6,
  from_port: 7,
  to_port: 8,
  seconds: 9,
  micros: 10,
  payload_kind: 11,
  capture_id: 12,
  auth_key: 14,
  payload: 15,
  correlation_id: 17,
} as const
/** Protocols by number; Kamailio names TLS by that of IDP. */
export const TRANSPORT_NUMBERS = { UDP: 17, TCP: 6, TLS: 22 } as const
const TRANSPORTS = Object.fromEntries(
  Object.entries(TRANSPORT_NUMBERS).map(([name, number]) => [number, name]),
) as Readonly<Record<number, HepPacket['transport']>>
const KINDS: Readonly<Record<number, HepPacket['payload_kind']>> = { 1: 'SIP', 100: 'NOTE' }

const TEXT_BYTES_MAX = 256

/** Undefined unless the whole of it is one packet of a kind that is known. */
export function decodeHep(bytes: Uint8Array): HepPacket | undefined {
  const chunks = readChunks(bytes)
  if (!chunks) return undefined
  const number = (type: number, size: number) => numberOf(chunks.get(type), size)
  const seconds = number(HEP_TYPES.seconds, 4)
  const payload_kind = KINDS[number(HEP_TYPES.payload_kind, 1) ?? -1]
  const payload = chunks.get(HEP_TYPES.payload)
  if (seconds === undefined || !payload_kind || !payload || payload.length === 0) return undefined
  const at = seconds + (number(HEP_TYPES.micros, 4) ?? 0) / 1e6
  const texts = {
    correlation_id: textOf(chunks.get(HEP_TYPES.correlation_id)),
    auth_key: textOf(chunks.get(HEP_TYPES.auth_key)),
  }
  // A note is of no message: its addresses say nothing.
  if (payload_kind === 'NOTE') return { ...NO_ADDRESSES, ...texts, payload_kind, at, payload }
  const transport = TRANSPORTS[number(HEP_TYPES.transport, 1) ?? -1]
  const from_ip = addressOf(chunks, HEP_TYPES.from_ip4, HEP_TYPES.from_ip6)
  const to_ip = addressOf(chunks, HEP_TYPES.to_ip4, HEP_TYPES.to_ip6)
  const from_port = number(HEP_TYPES.from_port, 2)
  const to_port = number(HEP_TYPES.to_port, 2)
  if (!transport || !from_ip || !to_ip) return undefined
  if (from_port === undefined || to_port === undefined) return undefined
  return { payload_kind, transport, from_ip, from_port, to_ip, to_port, at, ...texts, payload }
}

const NO_ADDRESSES = {
  transport: 'UDP',
  from_ip: '0.0.0.0',
  from_port: 0,
  to_ip: '0.0.0.0',
  to_port: 0,
} as const

/** The first counts of several with one type. */
function readChunks(bytes: Uint8Array): Map<number, Uint8Array> | undefined {
  if (bytes.length < HEAD_BYTES || latin1(bytes.subarray(0, 4)) !== 'HEP3') return undefined
  if (numberAt(bytes, 4, 2) !== bytes.length) return undefined
  const chunks = new Map<number, Uint8Array>()
  let from = HEAD_BYTES
  while (from < bytes.length) {
    if (bytes.length - from < CHUNK_HEAD_BYTES) return undefined
    const vendor = numberAt(bytes, from, 2)
    const type = numberAt(bytes, from + 2, 2)
    const length = numberAt(bytes, from + 4, 2)
    if (length < CHUNK_HEAD_BYTES || from + length > bytes.length) return undefined
    if (vendor === VENDOR && !chunks.has(type)) {
      chunks.set(type, bytes.subarray(from + CHUNK_HEAD_BYTES, from + length))
    }
    from += length
  }
  return chunks
}

function numberAt(bytes: Uint8Array, from: number, size: number): number {
  let number = 0
  for (let at = from; at < from + size; at++) number = number * 256 + (bytes[at] ?? 0)
  return number
}

const numberOf = (chunk: Uint8Array | undefined, size: number): number | undefined =>
  chunk?.length === size ? numberAt(chunk, 0, size) : undefined

const textOf = (chunk: Uint8Array | undefined): string =>
  chunk && chunk.length <= TEXT_BYTES_MAX ? latin1(chunk) : ''

function addressOf(
  chunks: ReadonlyMap<number, Uint8Array>,
  type_4: number,
  type_6: number,
): string | undefined {
  const four = chunks.get(type_4)
  if (four?.length === 4) return four.join('.')
  const six = chunks.get(type_6)
  if (six?.length !== 16) return undefined
  const groups = Array.from({ length: 8 }, (_, at) => numberAt(six, at * 2, 2).toString(16))
  return groups.join(':')
}

/** Not more at a time: each is an argument of a call. */
const SLICE_BYTES = 8192

/** A character for each byte: a SIP message may hold any. */
export function latin1(bytes: Uint8Array): string {
  let text = ''
  for (let from = 0; from < bytes.length; from += SLICE_BYTES) {
    text += String.fromCharCode(...bytes.subarray(from, from + SLICE_BYTES))
  }
  return text
}

/** The way back. */
export function bytesOf(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length)
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at)
  return bytes
}
