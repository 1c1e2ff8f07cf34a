import { expect, test } from 'vitest'
import { pauseAfter } from './pause.ts'

test('a job that succeeds rests for its own pause', () => {
  expect(pauseAfter(5000, 0)).toBe(5000)
})

test('each failure in a row doubles the pause, up to ten minutes', () => {
  expect([1, 2, 3, 20, 2000].map((failures) => pauseAfter(5000, failures))).toEqual([
    10_000, 20_000, 40_000, 600_000, 600_000,
  ])
})

test('a job with a longer pause keeps it', () => {
  expect(pauseAfter(3_600_000, 3)).toBe(3_600_000)
})

test('a job that may not wait for so long has a bound of its own', () => {
  expect([1, 2, 3, 20].map((failures) => pauseAfter(5000, failures, 30_000))).toEqual([
    10_000, 20_000, 30_000, 30_000,
  ])
})
