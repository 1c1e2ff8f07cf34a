import { expect, test } from 'vitest'
import { NONE } from '../../ui/values/format.ts'
import { mediaWords } from './media-words.ts'

const SIDE = { mos: 4.3, jitter_ms: 2, loss_percent: 0, codec: 'PCMA', packets: 600 }

test('a direction says how good it was, and by which figures', () => {
  expect(mediaWords({ ...SIDE, round_trip_ms: 40 })).toBe(
    'Good, MOS 4.3, 0 % lost, 2 ms jitter, 40 ms round trip, PCMA, 600 packets',
  )
})

test.each([
  [4, 'Good'],
  [3.9, 'Fair'],
  [3.5, 'Poor'],
  [3, 'Bad'],
])('a MOS of %s is %s', (mos, grade) => {
  expect(mediaWords({ ...SIDE, mos })).toMatch(`${grade}, MOS ${mos.toFixed(1)}`)
})

test('what was not measured is left out', () => {
  const unknown = { mos: null, jitter_ms: null, loss_percent: null, round_trip_ms: null }
  expect(mediaWords({ ...SIDE, ...unknown })).toBe('PCMA, 600 packets')
  expect(mediaWords({ ...SIDE, ...unknown, codec: null, packets: null })).toBe(NONE)
})

test('a direction without a packet has no audio', () => {
  expect(mediaWords({ ...SIDE, packets: 0 })).toBe('No audio')
})
