import { describe, expect, test } from 'vitest'
import { pcapFile } from '../sip-trace/pcap-file.ts'
import { PcapReader } from './read-pcap.ts'

const RTP = [0x80, 8, 0, 1, 0, 0, 0, 160, 0, 0, 0, 7, 1, 2, 3]

const fileOf = (...messages: readonly (readonly number[])[]) =>
  pcapFile(
    messages.map((message, at) => ({
      at: `2026-11-28T09:00:00.0${at}0500Z`,
      from_ip: '192.0.2.1',
      from_port: 40_000,
      to_ip: '192.0.2.2',
      to_port: 30_000 + at,
      message: Uint8Array.from(message),
    })),
  )
const read = (file: Uint8Array) => new PcapReader().read(file)

test('a packet has its time, its port and its payload', () => {
  expect(read(fileOf(RTP))).toEqual([
    {
      at_us: Date.parse('2026-11-28T09:00:00Z') * 1000 + 500,
      to_port: 30_000,
      payload_type: 8,
      timestamp: 160,
      ssrc: 7,
      payload: Uint8Array.of(1, 2, 3),
    },
  ])
})

test('pieces of any length give the same packets', () => {
  const file = fileOf(RTP, RTP, RTP)
  const whole = read(file)
  for (const length of [1, 7, 50]) {
    const reader = new PcapReader()
    const packets = []
    for (let at = 0; at < file.length; at += length) {
      packets.push(...reader.read(file.subarray(at, at + length)))
    }
    expect(packets).toEqual(whole)
  }
})

test('padding, sources and extensions are no payload', () => {
  const [, ...head] = RTP.slice(0, 12)
  const source = [0, 0, 0, 9]
  const extension = [0xbe, 0xde, 0, 1, 1, 1, 1, 1]
  const [packet] = read(fileOf([0xb1, ...head, ...source, ...extension, 5, 6, 0, 0, 3]))
  expect(packet?.payload).toEqual(Uint8Array.of(5, 6))
})

describe('what is no RTP is left out', () => {
  test.each([
    ['RTCP', [0x80, 200, ...RTP.slice(2)]],
    ['STUN', [0x00, 1, ...RTP.slice(2)]],
    ['a short packet', RTP.slice(0, 8)],
    ['an extension that is longer than the packet', [0x90, 8, ...RTP.slice(2, 12), 0, 0, 0, 99]],
    ['padding that is longer than the packet', [0xa0, ...RTP.slice(1, 12), 1, 2, 200]],
  ])('%s', (_, message) => {
    expect(read(fileOf(message, RTP))).toHaveLength(1)
  })
})

test('another file is refused', () => {
  expect(() => read(new Uint8Array(24))).toThrow('not a pcap file of raw IP packets')
  const file = fileOf(RTP)
  file.set([0x7f, 0xff, 0xff, 0xff], 24 + 8)
  expect(() => read(file)).toThrow('a packet of 2147483647 bytes')
})
