import { expect, test } from 'vitest'
import { type Packet, pcapFile } from './pcap-file.ts'

const bytesOf = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
const hexOf = (bytes: Uint8Array) =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

const FILE = 'a1b2c3d40002000400000000000000000000ffff00000065'
const IPV4: Packet = {
  at: '2026-11-28T00:00:00.12Z',
  ...{ from_ip: '192.0.2.7', from_port: 5060, to_ip: '192.0.2.1', to_port: 5062 },
  message: bytesOf('BYE'),
}
const IPV6: Packet = {
  at: '2026-11-28T00:00:00.123456Z',
  ...{ from_ip: '2001:db8::7', from_port: 5060, to_ip: '2001:db8::1', to_port: 5060 },
  message: bytesOf('BYE '),
}

test('a file has its header, and each message with its IP and UDP headers and their sums', () => {
  // Made by other code, with `struct` and `socket` of Python.
  expect(hexOf(pcapFile([IPV4]))).toBe(
    `${FILE}6b0a19800001d4c00000001f0000001f` +
      '4500001f000040004011b6c5c0000207c0000201' +
      '13c413c6000bcceb425945',
  )
  expect(hexOf(pcapFile([IPV6]))).toBe(
    `${FILE}6b0a19800001e2400000003400000034` +
      '60000000000c114020010db800000000000000000000000720010db8000000000000000000000001' +
      '13c413c4000cf55a42594520',
  )
  expect(hexOf(pcapFile([]))).toBe(FILE)
})

test('packets follow each other, each with a number of its own', () => {
  const file = hexOf(pcapFile([IPV4, IPV6, IPV4]))
  expect(file.length / 2).toBe(24 + 47 + 68 + 47)
  expect(file.slice(-62, -50)).toBe('4500001f0002')
})

test('the largest message fits, and all sums are right', () => {
  const message = new Uint8Array(16_384).fill(0xff)
  const file = pcapFile([{ ...IPV4, message }])
  const view = new DataView(file.buffer)
  const ip = 24 + 16
  expect([view.getUint32(32), view.getUint16(ip + 2), view.getUint16(ip + 24)]).toEqual([
    16_412, 16_412, 16_392,
  ])
  expect(sumOf(view, ip, 20)).toBe(0xffff)
  const around = sumOf(view, ip + 12, 8) + 17 + 16_392
  expect((sumOf(view, ip + 20, 16_392) + around) % 0xffff).toBe(0)
})

test('an IPv4 end of an IPv6 packet is mapped, and a mapped one alone is IPv4', () => {
  const mixed = hexOf(pcapFile([{ ...IPV6, to_ip: '192.0.2.1' }]))
  expect(mixed).toContain('00000000000000000000ffffc000020113c4')
  const mapped = pcapFile([{ ...IPV4, from_ip: '::ffff:192.0.2.7' }])
  expect(hexOf(mapped)).toBe(hexOf(pcapFile([IPV4])))
})

/** The words, of which the carries are added again. */
function sumOf(view: DataView, at: number, length: number): number {
  let sum = 0
  for (let next = 0; next < length; next += 2) sum += view.getUint16(at + next)
  while (sum > 0xffff) sum = (sum & 0xffff) + (sum >>> 16)
  return sum
}
