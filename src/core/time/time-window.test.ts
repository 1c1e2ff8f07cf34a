import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { scaled } from '#test/support/sample.ts'
import {
  isTimeZone,
  isWindowOpen,
  nextChange,
  type TimeRange,
  type TimeWindow,
} from './time-window.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const range = (part: Partial<TimeRange> = {}): TimeRange => ({
  weekdays: [],
  from: '00:00',
  till: '24:00',
  months: [],
  days: [],
  ...part,
})

const windowOf = (timezone: string, ...ranges: Partial<TimeRange>[]): TimeWindow => ({
  id: 1,
  name: 'Hours',
  status: 'active',
  timezone,
  ranges: ranges.map(range),
})

const at = (text: string): number => Date.parse(text)

describe('a time window', () => {
  const office = windowOf('Europe/London', {
    weekdays: [1, 2, 3, 4, 5],
    from: '09:00',
    till: '17:30',
  })

  test.each([
    ['2026-01-05T08:59:59.999Z', false, 'Monday before nine'],
    ['2026-01-05T09:00:00.000Z', true, 'Monday at nine'],
    ['2026-01-09T17:29:59.999Z', true, 'Friday in its last minute'],
    ['2026-01-09T17:30:00.000Z', false, 'Friday at its end'],
    ['2026-01-10T12:00:00.000Z', false, 'Saturday'],
    ['2026-07-06T08:00:00.000Z', true, 'nine in summer time'],
    ['2026-07-06T16:30:00.000Z', false, 'half past five in summer time'],
  ])('at %s is open: %s (%s)', (instant, isOpen) => {
    expect(isWindowOpen(office, at(instant))).toBe(isOpen)
  })

  test('that crosses midnight belongs to the day on which it began', () => {
    const night = windowOf('UTC', { weekdays: [5], from: '22:00', till: '06:00', months: [12] })
    expect(isWindowOpen(night, at('2027-01-01T05:59:00Z'))).toBe(false)
    expect(isWindowOpen(night, at('2026-12-25T22:00:00Z'))).toBe(true)
    expect(isWindowOpen(night, at('2026-12-26T05:59:00Z'))).toBe(true)
    expect(isWindowOpen(night, at('2026-12-26T06:00:00Z'))).toBe(false)
    const newYear = windowOf('UTC', { from: '22:00', till: '02:00', months: [12], days: [31] })
    expect(isWindowOpen(newYear, at('2027-01-01T01:59:00Z'))).toBe(true)
    const leap = windowOf('UTC', { from: '23:00', till: '01:00', months: [2], days: [29] })
    expect(isWindowOpen(leap, at('2028-03-01T00:30:00Z'))).toBe(true)
    expect(isWindowOpen(leap, at('2027-03-01T00:30:00Z'))).toBe(false)
  })

  test('is open in any of its ranges, and never without one', () => {
    const twice = windowOf('UTC', { till: '01:00' }, { from: '23:00' })
    expect(['00:59', '01:00', '22:59', '23:00'].map((t) => at(`2026-01-05T${t}:00Z`))).toSatisfy(
      (times: number[]) =>
        times.map((time) => isWindowOpen(twice, time)).join() === 'true,false,false,true',
    )
    expect(isWindowOpen(windowOf('UTC'), 0)).toBe(false)
    expect(nextChange(windowOf('UTC'), 0)).toBeUndefined()
  })

  test('that is blocked, or of a zone that is none, is never open', () => {
    const always = windowOf('UTC', {})
    expect(isWindowOpen(always, 0)).toBe(true)
    expect(isWindowOpen({ ...always, status: 'blocked' }, 0)).toBe(false)
    expect(nextChange({ ...always, status: 'blocked' }, 0)).toBeUndefined()
    expect(isWindowOpen({ ...always, timezone: 'Mars/Olympus' }, 0)).toBe(false)
    expect(nextChange({ ...office, timezone: 'Mars/Olympus' }, 0)).toBeUndefined()
    expect(['UTC', 'Asia/Dhaka', 'Mars/Olympus', ''].map(isTimeZone)).toEqual([
      true,
      true,
      false,
      false,
    ])
  })
})

describe('the next change of a time window', () => {
  test.each([
    ['2026-01-05T03:00:00Z', '2026-01-05T09:00:00Z'],
    ['2026-01-05T09:00:00Z', '2026-01-05T17:30:00Z'],
    ['2026-01-09T17:30:00Z', '2026-01-12T09:00:00Z'],
    ['2026-03-27T18:00:00Z', '2026-03-30T08:00:00Z'],
  ])('after %s is %s', (now, then) => {
    const weekdays = [1, 2, 3, 4, 5]
    const office = windowOf('Europe/London', { weekdays, from: '09:00', till: '17:30' })
    expect(nextChange(office, at(now))).toBe(at(then))
  })

  test('is found over months, and not told when it is further than a year', () => {
    const december = windowOf('UTC', { months: [12] })
    expect(nextChange(december, at('2026-01-05T00:00:00Z'))).toBe(at('2026-12-01T00:00:00Z'))
    expect(nextChange(december, at('2026-12-05T00:00:00Z'))).toBe(at('2027-01-01T00:00:00Z'))
    const leap = windowOf('UTC', { months: [2], days: [29] })
    expect(nextChange(leap, at('2026-01-05T00:00:00Z'))).toBeUndefined()
  })

  test('is not missed after a day of 23 hours', () => {
    const mondays = windowOf('Europe/London', { weekdays: [1] })
    expect(nextChange(mondays, at('2026-03-28T12:00:00Z'))).toBe(at('2026-03-29T23:00:00Z'))
  })

  test('does not come when it is always open', () => {
    expect(nextChange(windowOf('UTC', {}), 0)).toBeUndefined()
    const halves = windowOf('Europe/London', { till: '12:00' }, { from: '12:00' })
    expect(nextChange(halves, 0)).toBeUndefined()
  })
})

/** The zones of the tests by hand: how far ahead of UTC before and after a change of the clock. */
const ZONES = [
  { zone: 'Europe/London', change: at('2026-03-29T01:00:00Z'), before: 0, after: 60 },
  { zone: 'Europe/London', change: at('2026-10-25T01:00:00Z'), before: 60, after: 0 },
  { zone: 'America/New_York', change: at('2026-11-01T06:00:00Z'), before: -240, after: -300 },
  { zone: 'Australia/Lord_Howe', change: at('2026-10-03T15:30:00Z'), before: 630, after: 660 },
  { zone: 'Asia/Kathmandu', change: at('2026-06-01T00:00:00Z'), before: 345, after: 345 },
  { zone: 'Pacific/Auckland', change: at('2026-04-04T14:00:00Z'), before: 780, after: 720 },
] as const

/** Minutes since 1970 on the wall. */
const wallMinute = (zone: (typeof ZONES)[number], instant: number): number =>
  Math.floor(instant / MINUTE) + (instant < zone.change ? zone.before : zone.after)

const LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** The days of 2026 one after the other; the first is a Thursday. */
function* daysOf2026() {
  let weekday = 4
  let minute = at('2026-01-01T00:00:00Z') / MINUTE
  for (const [m, length] of LENGTHS.entries()) {
    for (let day = 1; day <= length; day += 1) {
      yield { month: m + 1, day, weekday, minute }
      weekday = (weekday % 7) + 1
      minute += 24 * 60
    }
  }
}
const YEAR = [...daysOf2026()]

const clock = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
const has = (list: readonly number[], one: number) => list.length === 0 || list.includes(one)

/** Every open minute of the wall clock, written down one by one. */
function openMinutes(ranges: readonly TimeRange[], from: number, till: number): Set<number> {
  const open = new Set<number>()
  for (const { weekdays, months, days, ...hours } of ranges) {
    const [first, last] = [clock(hours.from), clock(hours.till)]
    for (const { month, day, weekday, minute } of YEAR) {
      if (minute < from - 3000 || minute > till + 3000) continue
      if (!has(weekdays, weekday) || !has(months, month) || !has(days, day)) continue
      const end = first < last ? last : last + 24 * 60
      for (let one = first; one < end; one += 1) open.add(minute + one)
    }
  }
  return open
}

const some = (min: number, max: number) =>
  fc.oneof(fc.constant([]), fc.uniqueArray(fc.integer({ min, max }), { maxLength: 5 }))
const time = fc
  .integer({ min: 0, max: 24 * 60 - 1 })
  .map((m) => `${String(Math.floor(m / 60)).padStart(2, '0')}:${String(m % 60).padStart(2, '0')}`)
const anyRange: fc.Arbitrary<TimeRange> = fc.record({
  weekdays: some(1, 7),
  from: time,
  till: fc.oneof(time, fc.constant('24:00')),
  months: fc.oneof(fc.constant([]), some(3, 11)),
  days: fc.oneof(fc.constant([]), some(1, 31)),
})

describe('over a change of the clock, minute by minute', () => {
  test.each(ZONES)('$zone is right at $change', (zone) => {
    const start = zone.change - DAY - HOUR
    const end = zone.change + DAY + 2 * HOUR
    fc.assert(
      fc.property(fc.array(anyRange, { minLength: 1, maxLength: 3 }), (ranges) => {
        const window = windowOf(zone.zone, ...ranges)
        const open = openMinutes(ranges, wallMinute(zone, start), wallMinute(zone, end))
        let change: number | undefined
        let before = false
        for (let now = start; now < end; now += MINUTE) {
          const isOpen = open.has(wallMinute(zone, now))
          if (isWindowOpen(window, now) !== isOpen) {
            throw new Error(`wrong at ${now}: it should be ${isOpen ? 'open' : 'closed'}`)
          }
          if (now > start && isOpen !== before) change ??= now
          before = isOpen
        }
        const found = nextChange(window, start)
        if (change !== undefined) expect(found).toBe(change)
        else expect(found ?? end).toBeGreaterThanOrEqual(end)
      }),
      { numRuns: scaled(15) },
    )
  })
})
