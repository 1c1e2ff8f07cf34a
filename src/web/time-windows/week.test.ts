import { expect, test } from 'vitest'
import { type RangeValues, weekOf, writeMinute } from './week.ts'

const range = (change: Partial<RangeValues>): RangeValues => ({
  weekdays: [],
  from: '00:00',
  till: '24:00',
  months: [],
  days: [],
  ...change,
})

const written = (...ranges: Partial<RangeValues>[]) =>
  weekOf(ranges.map(range)).map((spans) =>
    spans
      .map(({ from, till, isSometimes }) => {
        return `${writeMinute(from)}-${writeMinute(till)}${isSometimes ? '?' : ''}`
      })
      .join(' '),
  )

test('a week shows the hours of its days in order', () => {
  const week = written(
    { weekdays: [1, 2], from: '13:00', till: '17:30' },
    { weekdays: [1], from: '09:00', till: '12:00' },
    { weekdays: [7], months: [12] },
  )
  expect(week).toEqual([
    '09:00-12:00 13:00-17:30',
    '13:00-17:30',
    ...['', '', '', ''],
    '00:00-24:00?',
  ])
})

test('a night ends on the day after, and Sunday is followed by Monday', () => {
  const week = written({ weekdays: [5, 7], from: '22:00', till: '06:00' })
  expect(week).toEqual(['00:00-06:00', '', '', '', '22:00-24:00', '00:00-06:00', '22:00-24:00'])
  expect(written({ weekdays: [1], from: '22:00', till: '00:00' })[1]).toBe('')
})

test('what is only half typed is not drawn', () => {
  expect(written({ from: '9' }, { till: '25:00' }, { from: '08:00', till: '08:00' })).toEqual(
    Array.from({ length: 7 }, () => ''),
  )
})
