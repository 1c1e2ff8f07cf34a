import { expect, test } from 'vitest'
import { inLaw, SILENCE } from './g711.ts'

test('codes become those of the other law that sound most alike', () => {
  // Tables of ITU-T G.711, 1 and 2: positive and negative maximum, and near zero.
  expect([...inLaw(Uint8Array.of(0x80, 0x00, 0xff), 'PCMU', 'PCMA')]).toEqual([0xaa, 0x2a, 0xd5])
  expect([...inLaw(Uint8Array.of(0xaa, 0x2a), 'PCMA', 'PCMU')]).toEqual([0x80, 0x00])
})

test('there and back again each code is one that sounds alike', () => {
  const codes = Uint8Array.from({ length: 256 }, (_, code) => code)
  const again = inLaw(inLaw(codes, 'PCMA', 'PCMU'), 'PCMU', 'PCMA')
  const differences = codes.map((code, at) => Math.abs((code ^ 0x55) - ((again[at] ?? 0) ^ 0x55)))
  expect(Math.max(...differences)).toBeLessThanOrEqual(1)
})

test('samples of the same law stay what they are', () => {
  const samples = Uint8Array.of(SILENCE.PCMA, 1, 2)
  expect(inLaw(samples, 'PCMA', 'PCMA')).toBe(samples)
})
