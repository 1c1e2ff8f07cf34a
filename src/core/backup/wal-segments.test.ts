import { expect, test } from 'vitest'
import { isLogFile, nextSegment, segmentsBetween } from './wal-segments.ts'

test('segments are counted in each log of 256, on their timeline', () => {
  expect(nextSegment('0000000100000000000000FE')).toBe('0000000100000000000000FF')
  expect(nextSegment('0000000200000009000000FF')).toBe('000000020000000A00000000')
  expect(segmentsBetween('0000000100000000000000FE', '000000010000000100000000')).toEqual([
    ...['0000000100000000000000FE', '0000000100000000000000FF', '000000010000000100000000'],
  ])
  expect(() => nextSegment('00000002.history')).toThrow('is no log segment')
})

test('an archive has segments and histories, and nothing that is under way', () => {
  expect(isLogFile('0000000100000000000000FE')).toBe(true)
  expect(isLogFile('00000002.history')).toBe(true)
  expect(isLogFile('archtemp.0000000100000000000000FE.12.34')).toBe(false)
})
