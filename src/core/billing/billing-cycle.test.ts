import { describe, expect, test } from 'vitest'
import { makeChance } from '#test/support/random.ts'
import { dayIn, instantIn } from '../time/calendar.ts'
import { BILLING_CYCLES, type Cycle, periodEnd, periodStart } from './billing-cycle.ts'

const CYCLES = BILLING_CYCLES.filter((one): one is Cycle => one !== 'BY_HAND')
// Clocks go forward and back, some at midnight.
const ZONES = ['UTC', 'Europe/Berlin', 'America/Sao_Paulo', 'Asia/Kathmandu', 'Africa/Cairo']
const DAY_MS = 86_400_000
const isoOf = (at_ms: number): string =>
  instantIn('UTC', [1970, 1, 1, 0, 0, Math.floor(at_ms / 1000)])
const DAYS = { DAY: [1, 1], WEEK: [7, 7], HALF_MONTH: [13, 16], MONTH: [28, 31] } as const

describe('the periods of a cycle', () => {
  test.for(CYCLES)('%s follow each other and have every instant once', (cycle) => {
    const chance = makeChance(7)
    for (let nth = 0; nth < 300; nth += 1) {
      const timezone = chance.pick(ZONES)
      const at_ms = chance.whole(Date.parse('2015-01-01'), Date.parse('2030-01-01'))
      const at = isoOf(at_ms)
      const [start, end] = [periodStart(cycle, timezone, at), periodEnd(cycle, timezone, at)]
      expect(Date.parse(start)).toBeLessThanOrEqual(at_ms)
      expect(Date.parse(end)).toBeGreaterThan(at_ms)
      const last = isoOf(Date.parse(end) - 1)
      for (const other of [start, last]) {
        expect(periodStart(cycle, timezone, other)).toBe(start)
        expect(periodEnd(cycle, timezone, other)).toBe(end)
      }
      expect(periodStart(cycle, timezone, end)).toBe(end)
      const days =
        Date.parse(dayIn(timezone, Date.parse(end))) -
        Date.parse(dayIn(timezone, Date.parse(start)))
      const [least, most] = DAYS[cycle]
      expect(days / DAY_MS).toBeGreaterThanOrEqual(least)
      expect(days / DAY_MS).toBeLessThanOrEqual(most)
    }
  })

  test.for([
    [
      'DAY',
      'Europe/Berlin',
      '2026-03-29T12:00:00Z',
      '2026-03-28T23:00:00.000Z',
      '2026-03-29T22:00:00.000Z',
    ],
    [
      'DAY',
      'Europe/Berlin',
      '2026-10-25T12:00:00Z',
      '2026-10-24T22:00:00.000Z',
      '2026-10-25T23:00:00.000Z',
    ],
    ['WEEK', 'UTC', '2026-11-22T23:59:59Z', '2026-11-16T00:00:00.000Z', '2026-11-23T00:00:00.000Z'],
    [
      'HALF_MONTH',
      'UTC',
      '2028-02-15T23:59:59Z',
      '2028-02-01T00:00:00.000Z',
      '2028-02-16T00:00:00.000Z',
    ],
    [
      'HALF_MONTH',
      'UTC',
      '2028-02-16T00:00:00Z',
      '2028-02-16T00:00:00.000Z',
      '2028-03-01T00:00:00.000Z',
    ],
    [
      'MONTH',
      'America/New_York',
      '2027-01-01T04:00:00Z',
      '2026-12-01T05:00:00.000Z',
      '2027-01-01T05:00:00.000Z',
    ],
  ] as const)('%s in %s at %s begins at %s and ends at %s', ([cycle, zone, at, start, end]) => {
    expect([periodStart(cycle, zone, at), periodEnd(cycle, zone, at)]).toEqual([start, end])
  })
})
