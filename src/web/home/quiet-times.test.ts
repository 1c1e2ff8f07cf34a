import { expect, test } from 'vitest'
import type { TrafficReportRow } from '#contract/traffic/traffic-reports.ts'
import { withQuietTimes } from './quiet-times.ts'

const row = (time: string, calls: number) => ({ time, calls }) as TrafficReportRow
const shown = (points: ReturnType<typeof withQuietTimes>) =>
  points.map(({ bucket, calls }) => [bucket, calls])

test('days without calls are zero, also where the clocks are changed', () => {
  const period = {
    from_at: '2026-10-23T22:00:00.000Z',
    to_at: '2026-10-26T23:00:00.000Z',
    zone: 'Europe/Berlin',
  }
  expect(shown(withQuietTimes([row('2026-10-24T22:00:00.000Z', 4)], 'day', period))).toEqual([
    ['2026-10-23T22:00:00.000Z', 0],
    ['2026-10-24T22:00:00.000Z', 4],
    ['2026-10-25T23:00:00.000Z', 0],
  ])
})

test('the first hour of a range is whole, and a row outside of the range stays', () => {
  const period = {
    from_at: '2026-11-22T14:30:00.000Z',
    to_at: '2026-11-22T16:15:00.000Z',
    zone: 'Asia/Kathmandu',
  }
  expect(shown(withQuietTimes([row('2026-11-22T16:15:00.000Z', 2)], 'hour', period))).toEqual([
    ['2026-11-22T14:15:00.000Z', 0],
    ['2026-11-22T15:15:00.000Z', 0],
    ['2026-11-22T16:15:00.000Z', 2],
  ])
})
