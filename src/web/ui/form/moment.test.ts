import { expect, test } from 'vitest'
import { daysOfMonth, monthAfter, quickMoments, readMoment, writeMoment } from './moment.ts'

test.each([
  ['2026-11-20 14:03:07', '2026-11-20T14:03:07'],
  ['2026-11-20 14:03', '2026-11-20T14:03:00'],
  ['2026-1-2', '2026-01-02T00:00:00'],
  [' 2028-02-29T23:59 ', '2028-02-29T23:59:00'],
])('%s is a moment', (text, wall) => {
  expect(readMoment(text, 'YYYY-MM-DD')).toBe(wall)
})

test.each(['', '2026-02-29', '2026-13-01', '2026-11-20 24:00', '11/20/2026', '2026-11-20 2 PM'])(
  '%s is none',
  (text) => {
    expect(readMoment(text, 'YYYY-MM-DD')).toBeUndefined()
  },
)

test('a moment is typed and written with the date in the order of the settings', () => {
  expect(readMoment('20.11.2026 14:03', 'DD.MM.YYYY')).toBe('2026-11-20T14:03:00')
  expect(readMoment('11/20/2026', 'DD/MM/YYYY')).toBeUndefined()
  expect(writeMoment('2026-11-20T14:03:07', 'MM/DD/YYYY')).toBe('11/20/2026 14:03:07')
  expect(writeMoment('', 'MM/DD/YYYY')).toBe('')
})

test('what is usual is one click away, over the end of a month too', () => {
  expect(quickMoments('2026-11-30T14:03:07', 'future').map(({ wall }) => wall)).toEqual([
    '2026-11-30T14:03:07',
    '2026-12-01T00:00:00',
    '2026-12-07T14:03:07',
  ])
  expect(quickMoments('2026-12-01T14:03:07', 'past')[2]?.wall).toBe('2026-11-30T00:00:00')
})

test('a month begins with its week', () => {
  expect(daysOfMonth('2026-11')[0]).toBe('2026-10-26')
  expect(daysOfMonth('2026-11')).toHaveLength(42)
  expect(monthAfter('2026-12', 1)).toBe('2027-01')
  expect(monthAfter('2026-01', -1)).toBe('2025-12')
})
