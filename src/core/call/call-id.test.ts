import fc from 'fast-check'
import { expect, test } from 'vitest'
import { START_MS } from '#test/support/snapshot.ts'
import { callIdTime, makeCallId } from './call-id.ts'

const NEW_YEAR_2026_MS = 1_767_225_600_000
const anyTime = fc.integer({ min: NEW_YEAR_2026_MS, max: NEW_YEAR_2026_MS + 2 ** 41 - 1 })
const anyEngine = fc.integer({ min: 0, max: 1023 })
const anySequence = fc.integer({ min: 0, max: 4095 })

test('an id tells to the millisecond when the call began', () => {
  expect(callIdTime(makeCallId(START_MS, 3, 7))).toBe(START_MS)
  expect(callIdTime(makeCallId(START_MS + 0.9, 3, 7))).toBe(START_MS)
  fc.assert(
    fc.property(anyTime, anyEngine, anySequence, (now_ms, engine, sequence) => {
      expect(callIdTime(makeCallId(now_ms, engine, sequence))).toBe(now_ms)
    }),
  )
})

test('ids differ by time, by engine and by sequence, and grow with time', () => {
  const ids = [
    makeCallId(START_MS, 1, 0),
    makeCallId(START_MS, 1, 1),
    makeCallId(START_MS, 1, 4095),
    makeCallId(START_MS, 2, 0),
    makeCallId(START_MS, 1023, 4095),
    makeCallId(START_MS + 1, 0, 0),
  ]
  expect(ids.map(BigInt).toSorted((a, b) => (a < b ? -1 : 1))).toEqual(ids.map(BigInt))
  expect(new Set(ids).size).toBe(ids.length)
})

test('a sequence that has run full begins again and leaves engine and time alone', () => {
  expect(makeCallId(START_MS, 2, 4096)).toBe(makeCallId(START_MS, 2, 0))
})

test('an id fits a signed 64-bit column for the next 69 years', () => {
  const last = makeCallId(NEW_YEAR_2026_MS + 2 ** 41 - 1, 1023, 4095)
  expect(BigInt(last)).toBe(2n ** 63n - 1n)
})

test.each([
  ['an engine above 1023', START_MS, 1024],
  ['a negative engine', START_MS, -1],
  ['a clock before 2026', NEW_YEAR_2026_MS - 1, 0],
])('%s makes no id', (_name, now_ms, engine) => {
  expect(() => makeCallId(now_ms, engine, 0)).toThrow('Assertion failed')
})
