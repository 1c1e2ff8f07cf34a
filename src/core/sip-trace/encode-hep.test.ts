import { expect, test } from 'vitest'
import { encodeHep } from './encode-hep.ts'
import { bytesOf, decodeHep } from './hep.ts'
import type { TracedMessage } from './traced-calls.ts'

const MESSAGE: TracedMessage = {
  call_id: '4711',
  at: 1_764_000_000.25,
  message_no: 1,
  transport: 'UDP',
  from_ip: '192.0.2.1',
  from_port: 5060,
  to_ip: '198.51.100.9',
  to_port: 65_535,
  sip_call_id: 'abc@192.0.2.1',
  message: bytesOf('OPTIONS sip:a SIP/2.0\r\n\r\n\xff'),
  is_cut: false,
}

test.each<TracedMessage>([
  MESSAGE,
  { ...MESSAGE, transport: 'TCP', at: 1_764_000_000.999_9 },
  { ...MESSAGE, transport: 'TLS', from_ip: '2001:db8:0:0:0:0:0:7', to_ip: 'fe80:0:0:0:0:0:0:1' },
])('a message is the same when it is decoded', (message) => {
  const packet = decodeHep(encodeHep(message, 7))
  const { transport, from_ip, from_port, to_ip, to_port } = message
  expect(packet).toMatchObject({ payload_kind: 'SIP', correlation_id: '4711' })
  expect(packet).toMatchObject({ transport, from_ip, from_port, to_ip, to_port })
  expect(packet?.payload).toEqual(message.message)
  expect(packet?.at).toBeCloseTo(message.at, 5)
})

test('the packet names its node, and the family of its addresses', () => {
  const text = Buffer.from(encodeHep(MESSAGE, 7)).toString('hex')
  expect(text).toContain('0000000c000a00000007')
  expect(text).toContain('00000001000702')
  const six = encodeHep({ ...MESSAGE, from_ip: '2001:db8::7', to_ip: '2001:db8::8' }, 7)
  expect(Buffer.from(six).toString('hex')).toContain('0000000100070a')
})
