// HEP3 packets as Kamailio writes them.

export interface HepParts {
  readonly from?: string
  readonly to?: string
  readonly at?: number
  readonly protocol?: number
  readonly kind?: number
  readonly correlation_id?: string
  readonly auth_key?: string
  readonly payload: string | Uint8Array
}

const chunk = (type: number, value: Buffer): Buffer => {
  const head = Buffer.alloc(6)
  head.writeUInt16BE(type, 2)
  head.writeUInt16BE(value.length + 6, 4)
  return Buffer.concat([head, value])
}

const number = (value: number, bytes: 1 | 2 | 4): Buffer => {
  const buffer = Buffer.alloc(bytes)
  buffer.writeUIntBE(value, 0, bytes)
  return buffer
}

const address = (place: string) => {
  const [ip = '', port = ''] = place.split(':')
  return { ip: Buffer.from(ip.split('.').map(Number)), port: number(Number(port), 2) }
}

export function hepPacket(parts: HepParts): Buffer {
  const { at = 1_764_000_000, protocol = 17, kind = 1 } = parts
  const from = address(parts.from ?? '192.0.2.1:5060')
  const to = address(parts.to ?? '192.0.2.2:5060')
  const chunks = [
    chunk(1, number(2, 1)),
    chunk(2, number(protocol, 1)),
    chunk(3, from.ip),
    chunk(4, to.ip),
    chunk(7, from.port),
    chunk(8, to.port),
    chunk(9, number(Math.floor(at), 4)),
    chunk(10, number(Math.round((at % 1) * 1e6), 4)),
    chunk(11, number(kind, 1)),
    chunk(12, number(1, 4)),
    ...(parts.correlation_id ? [chunk(17, Buffer.from(parts.correlation_id))] : []),
    ...(parts.auth_key ? [chunk(14, Buffer.from(parts.auth_key))] : []),
    chunk(15, Buffer.from(parts.payload)),
  ]
  const body = Buffer.concat(chunks)
  return Buffer.concat([Buffer.from('HEP3'), number(body.length + 6, 2), body])
}
