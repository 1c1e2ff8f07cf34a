import { expect, test } from 'vitest'
import { SNOOZE_CHOICES } from './snooze-choices.ts'

const untilOf = (label: string, now: string, zone: string) =>
  SNOOZE_CHOICES.find((choice) => choice.label === label)?.until(Date.parse(now), zone)

test('tomorrow is the next day of the zone of the user', () => {
  const label = 'until tomorrow, 08:00'
  expect(untilOf(label, '2026-11-20T22:30:00Z', 'UTC')).toBe('2026-11-21T08:00:00.000Z')
  expect(untilOf(label, '2026-11-20T23:30:00Z', 'Europe/Berlin')).toBe('2026-11-22T07:00:00.000Z')
  expect(untilOf(label, '2026-11-20T22:30:00Z', 'Asia/Tokyo')).toBe('2026-11-21T23:00:00.000Z')
})

test('hours and days are counted from now', () => {
  const now = '2026-11-20T22:30:00.000Z'
  expect(untilOf('for 1 hour', now, 'UTC')).toBe('2026-11-20T23:30:00.000Z')
  expect(untilOf('for 7 days', now, 'UTC')).toBe('2026-11-27T22:30:00.000Z')
})
