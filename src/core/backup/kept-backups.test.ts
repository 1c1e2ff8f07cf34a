import { expect, test } from 'vitest'
import { dayIn } from '../time/calendar.ts'
import { KEEP_RULE, keptBackups } from './kept-backups.ts'

const nightsFrom = (first: string, count: number): number[] =>
  Array.from({ length: count }, (_, day) => Date.parse(first) + day * 86_400_000)

test('seven days, four weeks and twelve months keep their last backup', () => {
  const { kept, log_from_ms } = keptBackups(nightsFrom('2025-01-01T02:00:00Z', 400), KEEP_RULE)
  // The last of 400 nights is 2026-02-04, a Wednesday.
  expect([...kept].map((ms) => dayIn('UTC', ms)).sort()).toEqual([
    ...['2025-03-31', '2025-04-30', '2025-05-31', '2025-06-30', '2025-07-31', '2025-08-31'],
    ...['2025-09-30', '2025-10-31', '2025-11-30', '2025-12-31', '2026-01-18', '2026-01-25'],
    ...['2026-01-29', '2026-01-30', '2026-01-31', '2026-02-01', '2026-02-02', '2026-02-03'],
    '2026-02-04',
  ])
  expect(log_from_ms).toBe(Date.parse('2026-01-29T02:00:00Z'))
})

test('all of the last 24 hours are kept, of other days the last', () => {
  const [first, morning, evening] = [
    ...['2026-01-01T02:00Z', '2026-01-01T09:00Z', '2026-01-01T22:00Z'].map(Date.parse),
  ] as [number, number, number]
  expect(keptBackups([evening, morning, first], KEEP_RULE)).toEqual({
    kept: new Set([first, morning, evening]),
    log_from_ms: first,
  })
  const night = Date.parse('2026-01-02T10:00Z')
  expect(keptBackups([first, morning, evening, night], KEEP_RULE)).toEqual({
    kept: new Set([evening, night]),
    log_from_ms: evening,
  })
  expect(keptBackups([], KEEP_RULE)).toEqual({ kept: new Set(), log_from_ms: undefined })
})
