import { expect, test } from 'vitest'
import type { RtpPacket } from './read-pcap.ts'
import { StereoSound } from './stereo-sound.ts'

const HEADER_BYTES = 58
const CALLER_PORT = 30_000
const CALLED_PORT = 30_012

/** A packet of 20 ms that comes when its timestamp says, of one code. */
const packet = (
  number: number,
  change: Partial<RtpPacket> & { code?: number } = {},
): RtpPacket => ({
  at_us: 1_780_000_000_000_000 + number * 20_000,
  to_port: CALLER_PORT,
  payload_type: 0,
  timestamp: (4_294_967_200 + number * 160) % 2 ** 32,
  ssrc: 1,
  payload: new Uint8Array(160).fill(change.code ?? number + 1),
  ...change,
})

function soundOf(...packets: readonly RtpPacket[]) {
  const sound = new StereoSound([CALLER_PORT, CALLER_PORT + 1])
  for (const one of packets) sound.add(one)
  const found = sound.finish()
  if (!found) return undefined
  const samples = found.file.subarray(HEADER_BYTES)
  /** The code of each 20 ms, by its first sample. */
  const channel = (which: 0 | 1) =>
    Array.from({ length: samples.length / 320 }, (_, at) => samples[at * 320 + which])
  return { ...found, caller: channel(0), called: channel(1) }
}

test('each side has its channel, and what did not come is silent', () => {
  const called = packet(1, { to_port: CALLED_PORT, ssrc: 2, code: 9 })
  const sound = soundOf(packet(0), called, packet(2))
  expect(sound).toMatchObject({ caller: [1, 0xff, 3], called: [0xff, 9, 0xff], duration_ms: 60 })
})

test('the file says what it is: two channels of the law, 8,000 samples a second', () => {
  const file = Buffer.from(soundOf(packet(0, { payload_type: 8 }))?.file ?? '')
  expect(file.toString('latin1', 0, 4)).toBe('RIFF')
  expect([file.readUInt32LE(4), file.length]).toEqual([file.length - 8, HEADER_BYTES + 320])
  expect([file.readUInt16LE(20), file.readUInt16LE(22), file.readUInt32LE(24)]).toEqual([
    6, 2, 8000,
  ])
})

test('packets that come late or in another order are where they belong', () => {
  const late = { at_us: packet(9).at_us }
  const sound = soundOf(packet(0), packet(2), packet(1, late), packet(3))
  expect(sound?.caller).toEqual([1, 2, 3, 4])
})

test('a stream that begins anew, or whose timestamps jump, is where its packet came', () => {
  const anew = { ssrc: 5, timestamp: 77 }
  const jumped = packet(3, { ...anew, timestamp: 77 + 160 + 9_000_000 })
  expect(soundOf(packet(0), packet(2, anew), jumped)?.caller).toEqual([1, 0xff, 3, 4])
})

test('the other law is translated, and digits are left out', () => {
  const digit = packet(1, { payload_type: 101 })
  const sound = soundOf(
    packet(0, { code: 0x80 }),
    digit,
    packet(2, { payload_type: 8, code: 0x2a }),
  )
  expect(sound?.caller).toEqual([0x80, 0xff, 0x00])
})

test('a call that is mostly of another codec has no sound', () => {
  const other = { payload_type: 18 }
  expect(soundOf(packet(0), packet(1, other), packet(2, other))).toBeUndefined()
  expect(soundOf()).toBeUndefined()
})

test('a stream that claims to be far in the future takes no space', () => {
  const far = packet(1, { timestamp: (4_294_967_200 + 2_000_000_000) % 2 ** 32 })
  expect(soundOf(packet(0), far)?.duration_ms).toBe(40)
})

test('after four hours nothing is added', () => {
  const late = { at_us: packet(0).at_us + 4 * 3_600_000_000 + 1_000_000, ssrc: 2 }
  expect(soundOf(packet(0), packet(1, late))?.duration_ms).toBe(20)
})
