// The time range of a report: what is condensed, and which days are read from sums by the day.
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { databaseForFile } from '#test/support/database.ts'
import type { Database } from '../database.ts'
import { resolveReportPeriod } from './traffic-period.ts'

const fresh = databaseForFile()
let database: Database

beforeAll(async () => {
  database = fresh.database
})

test('a report of condensed traffic covers whole hours and days, in their time zone', async () => {
  await sql`update traffic_condensed set zone = 'Asia/Kolkata',
    days_until = '2026-02-28T18:30Z', hours_until = '2026-03-31T18:30Z'`.execute(database)
  const periodIn = (from: string, to: string, zone: string, unit?: 'hour' | 'day') =>
    resolveReportPeriod(database, { from, to, zone, user_zone: null }, unit)
  const fine = await periodIn('2026-04-03T10:20', '2026-04-03T11:20', 'Europe/Paris', 'day')
  expect(fine).toMatchObject({
    kept_by: 'quarter',
    zone: 'Europe/Paris',
    from_at: '2026-04-03T08:15:00Z',
    to_at: '2026-04-03T09:30:00Z',
  })
  expect(await periodIn('2026-03-03T10:20', '2026-03-03T11:20', 'UTC', 'day')).toMatchObject({
    kept_by: 'hour',
    zone: 'Asia/Kolkata',
    from_at: '2026-03-03T09:30:00Z',
    to_at: '2026-03-03T11:30:00Z',
  })
  // Colombo has the hours of Kolkata, Kathmandu cuts them.
  expect((await periodIn('2026-03-03', '2026-03-04', 'Asia/Kathmandu', 'hour')).zone).toBe(
    'Asia/Kolkata',
  )
  expect((await periodIn('2026-03-03', '2026-03-04', 'Asia/Colombo', 'hour')).zone).toBe(
    'Asia/Colombo',
  )
  expect(await periodIn('2026-02-03T10:20', '2026-02-03T11:20', 'UTC')).toMatchObject({
    kept_by: 'day',
    zone: 'UTC',
    from_at: '2026-02-02T18:30:00Z',
    to_at: '2026-02-03T18:30:00Z',
  })
})

test('days are read from sums by the day where these are whole and not cut', async () => {
  await sql`update traffic_condensed set zone = 'UTC', day_sums_zone = 'UTC', days_until =
    '-infinity', hours_until = '-infinity', day_sums_from = '2026-04-01T00:00Z'`.execute(database)
  const daysIn = async (from: string, to: string, zone: string, unit?: 'hour' | 'day') => {
    const period = await resolveReportPeriod(database, { from, to, zone, user_zone: null }, unit)
    const { days_before_from_at, days_before_to_at, days_from_at, days_to_at } = period
    const lengths = [
      [days_before_from_at, days_before_to_at],
      [days_from_at, days_to_at],
    ].map(([first = '', last = '']) => (Date.parse(last) - Date.parse(first)) / 86_400_000)
    return [lengths, days_from_at]
  }
  const middle = ['2026-04-10T12:00', '2026-04-13T12:00'] as const
  expect(await daysIn(...middle, 'UTC')).toEqual([[2, 2], '2026-04-11T00:00:00Z'])
  expect(await daysIn(...middle, 'UTC', 'day')).toEqual([[0, 2], '2026-04-11T00:00:00Z'])
  expect(await daysIn(...middle, 'UTC', 'hour')).toEqual([[0, 0], '2026-04-13T12:00:00Z'])
  expect(await daysIn(...middle, 'Asia/Kolkata')).toEqual([[2, 2], '2026-04-11T00:00:00Z'])
  expect((await daysIn(...middle, 'Asia/Kolkata', 'day'))[0]).toEqual([0, 0])
  // Days before are not all there.
  const early = ['2026-03-30', '2026-04-03'] as const
  expect(await daysIn(...early, 'UTC')).toEqual([[0, 2], '2026-04-01T00:00:00Z'])
  expect((await daysIn('2026-03-01', '2026-03-05', 'UTC'))[0]).toEqual([0, 0])
  // Condensed hours of another zone would be cut.
  await sql`update traffic_condensed set zone = 'Asia/Kolkata',
    hours_until = '2026-04-11T18:30Z'`.execute(database)
  expect(await daysIn(...middle, 'UTC')).toEqual([[0, 1], '2026-04-12T00:00:00Z'])
})

test('the day of now is read from its sum as far as there is traffic', async () => {
  await sql`update traffic_condensed set zone = 'UTC', hours_until = '-infinity',
    day_sums_from = '-infinity'`.execute(database)
  const query = { range: 'today', zone: 'UTC', user_zone: null } as const
  const { from_at, to_at, ...days } = await resolveReportPeriod(database, query, 'day')
  expect(days.days_from_at).toBe(from_at)
  expect(days.days_to_at >= to_at).toBe(true)
  expect(days.days_to_at).toMatch(/T00:00:00Z$/)
})
