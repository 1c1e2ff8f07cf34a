import { expect, test } from 'vitest'
import { zoneOfHeader } from './header-zone.ts'

test.each([
  ['Start (UTC)', 'UTC'],
  ['start_time_utc', 'UTC'],
  ['StartTimeUTC', 'UTC'],
  ['GMT', 'UTC'],
  ['Start Time (GMT+1)', '+01:00'],
  ['Datum UTC +02:00', '+02:00'],
  ['Start GMT+0530', '+05:30'],
  ['Start GMT-330', '-03:30'],
  ['Start', undefined],
  ['Start (UTC+15)', undefined],
  ['Outcome', undefined],
  ['Start (local time)', undefined],
])('the times below "%s" are in %s', (header, zone) => {
  expect(zoneOfHeader(header)).toBe(zone)
})
