import { expect, test } from 'vitest'
import { hepPacket } from '#test/support/hep.ts'
import { makeChance } from '#test/support/random.ts'
import { bytesOf, decodeHep, latin1 } from './hep.ts'

const MESSAGE = 'OPTIONS sip:a SIP/2.0\r\n\r\n'

test('a packet of Kamailio is decoded with its addresses, its time and its text', () => {
  const packet = decodeHep(
    hepPacket({
      from: '192.0.2.1:5060',
      to: '198.51.100.9:65535',
      at: 1_764_000_000.25,
      correlation_id: '4711',
      auth_key: 'key',
      payload: MESSAGE,
    }),
  )
  expect(packet).toMatchObject({
    payload_kind: 'SIP',
    transport: 'UDP',
    from_ip: '192.0.2.1',
    from_port: 5060,
    to_ip: '198.51.100.9',
    to_port: 65_535,
    at: 1_764_000_000.25,
    correlation_id: '4711',
    auth_key: 'key',
  })
  expect(latin1(packet?.payload ?? new Uint8Array())).toBe(MESSAGE)
})

test('transports have their names, and others are no packet', () => {
  const transportOf = (protocol: number) =>
    decodeHep(hepPacket({ protocol, payload: MESSAGE }))?.transport
  expect([17, 6, 22, 132].map(transportOf)).toEqual(['UDP', 'TCP', 'TLS', undefined])
})

test('a note needs no addresses', () => {
  const note = decodeHep(hepPacket({ kind: 100, protocol: 0, payload: 'trace' }))
  expect(note).toMatchObject({ payload_kind: 'NOTE', from_port: 0 })
})

test('every packet that is cut, or longer than it says, is none', () => {
  const whole = hepPacket({ payload: MESSAGE })
  for (let length = 0; length < whole.length; length++) {
    expect(decodeHep(whole.subarray(0, length)), `${length} bytes`).toBeUndefined()
  }
  expect(decodeHep(Buffer.concat([whole, Buffer.from('x')]))).toBeUndefined()
})

test('a chunk that is shorter than its own head ends it', () => {
  const packet = Buffer.from([...Buffer.from('HEP3'), 0, 12, 0, 0, 0, 9, 0, 0])
  expect(decodeHep(packet)).toBeUndefined()
})

test('hostile bytes are no packet, and never an error', () => {
  const chance = makeChance(20_261_128)
  const whole = hepPacket({ correlation_id: '4711', payload: MESSAGE })
  for (let run = 0; run < 20_000; run++) {
    const bytes = Buffer.from(whole)
    for (let change = 0; change <= chance.whole(0, 5); change++) {
      bytes[chance.whole(0, bytes.length - 1)] = chance.whole(0, 255)
    }
    const packet = decodeHep(bytes)
    if (packet) expect(packet.payload.length).toBeGreaterThan(0)
  }
})

test('an address of sixteen bytes is one of IPv6', () => {
  const chunkOf = (type: number, value: readonly number[]) => [
    ...[0, 0, 0, type, 0, value.length + 6],
    ...value,
  ]
  const six = [0x20, 1, 0x0d, 0xb8, ...Array(11).fill(0), 1]
  const body = [
    ...chunkOf(2, [17]),
    ...chunkOf(5, six),
    ...chunkOf(6, six),
    ...chunkOf(7, [0x13, 0xc4]),
    ...chunkOf(8, [0x13, 0xc4]),
    ...chunkOf(9, [1, 2, 3, 4]),
    ...chunkOf(11, [1]),
    ...chunkOf(15, [65]),
  ]
  const packet = decodeHep(Buffer.from([...Buffer.from('HEP3'), 0, body.length + 6, ...body]))
  expect(packet?.from_ip).toBe('2001:db8:0:0:0:0:0:1')
})

test('each byte is a character, and comes back', () => {
  const bytes = Uint8Array.from({ length: 20_000 }, (_, at) => at % 256)
  expect(bytesOf(latin1(bytes))).toEqual(bytes)
})
