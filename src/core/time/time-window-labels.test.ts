import { expect, test } from 'vitest'
import type { TimeRange } from './time-window.ts'
import { writeRanges } from './time-window-labels.ts'

const ALL: TimeRange = { weekdays: [], from: '00:00', till: '24:00', months: [], days: [] }

test.each<[Partial<TimeRange>, string]>([
  [{}, 'every day all day'],
  [{ weekdays: [5, 1, 2, 3, 4], from: '09:00', till: '17:30' }, 'Mon–Fri 09:00–17:30'],
  [{ weekdays: [6, 7] }, 'Sat, Sun all day'],
  [{ weekdays: [1, 3, 4, 5, 7] }, 'Mon, Wed–Fri, Sun all day'],
  [{ months: [12], days: [24, 25, 26] }, 'Dec 24–26 all day'],
  [{ months: [6, 7, 8], weekdays: [1] }, 'Jun–Aug Mon all day'],
  [{ days: [1, 15] }, 'on day 1, 15 all day'],
  [{ from: '22:00', till: '06:00' }, 'every day 22:00–06:00'],
])('%o is %s', (part, words) => {
  expect(writeRanges([{ ...ALL, ...part }])).toBe(words)
})

test('several ranges stand one after the other', () => {
  const other = { ...ALL, weekdays: [1], till: '12:00' }
  expect(writeRanges([ALL, other])).toBe('every day all day; Mon 00:00–12:00')
})
