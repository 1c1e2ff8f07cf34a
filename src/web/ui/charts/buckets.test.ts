import { expect, test } from 'vitest'
import { stretchLabel, stretchOf } from './buckets.ts'

const quarter = (at: number) => new Date(Date.UTC(2026, 10, 22, 14, at * 15)).toISOString()
const times = [quarter(0), quarter(1), quarter(2)]

test('a bucket ends where the next one begins, and the last one is as long as the others', () => {
  expect(stretchOf(times, 0)).toEqual({ from: quarter(0), to: quarter(1) })
  expect(stretchOf(times, 2)).toEqual({ from: quarter(2), to: quarter(3) })
  expect(stretchOf(times, 3)).toBeUndefined()
})

test('several buckets are one stretch, from whichever side they were marked', () => {
  expect(stretchOf(times, 2, 0)).toEqual({ from: quarter(0), to: quarter(3) })
})

test('a bucket is named by its day and its bounds in the zone of the server', () => {
  const words = (from: string, to: string) =>
    stretchLabel({ from, to }, { timeZone: 'Asia/Kathmandu', dateFormat: 'YYYY-MM-DD' })
  expect(words(quarter(0), quarter(1))).toBe('2026-11-22 19:45–20:00')
  expect(words('2026-11-21T18:15:00Z', '2026-11-22T18:15:00Z')).toBe('2026-11-22')
  expect(words(quarter(0), quarter(0))).toBe('2026-11-22 19:45')
})
