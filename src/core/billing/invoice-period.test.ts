import { describe, expect, test } from 'vitest'
import { chosenPeriod, duePeriod } from './invoice-period.ts'

describe('the period that is due', () => {
  const due = (starts_at: string, first_at: string, now: string) =>
    duePeriod('MONTH', 'Europe/Berlin', { starts_at, first_at }, Date.parse(now))
  const START = '2026-08-31T22:00:00Z'

  test('is one that has ended in the zone of the account', () => {
    expect(due(START, START, '2026-09-30T21:59:59Z')).toBeUndefined()
    expect(due(START, START, '2026-09-30T22:00:00Z')).toEqual({
      starts_at: START,
      ends_at: '2026-09-30T22:00:00.000Z',
    })
  })

  test('takes those before it that had nothing to bill', () => {
    const first_at = '2026-10-07T09:00:00Z'
    expect(due(START, first_at, '2026-10-31T22:00:00Z')).toBeUndefined()
    expect(due(START, first_at, '2026-10-31T23:00:00Z')).toEqual({
      starts_at: START,
      ends_at: '2026-10-31T23:00:00.000Z',
    })
  })
})

describe('a chosen period', () => {
  const FIRST = {
    from_on: null,
    to_on: '2026-09-10',
    timezone: 'Asia/Kolkata',
    last_ends_at: undefined,
    first_at: '2026-09-01T20:00:00Z',
    now_ms: Date.parse('2026-09-20T00:00:00Z'),
  }
  const NEXT = { ...FIRST, last_ends_at: '2026-09-04T18:30:00.000Z' }

  test('of the first invoice begins on the day of the first charge, or on a chosen one', () => {
    const ends_at = '2026-09-10T18:30:00.000Z'
    expect(chosenPeriod(FIRST)).toEqual({ starts_at: '2026-09-01T18:30:00.000Z', ends_at })
    const from_on = '2026-08-30'
    expect(chosenPeriod({ ...FIRST, from_on })).toEqual({
      starts_at: '2026-08-29T18:30:00.000Z',
      ends_at,
    })
  })

  test('of a later invoice begins where the last one ends', () => {
    expect(chosenPeriod(NEXT)).toEqual({
      starts_at: '2026-09-04T18:30:00.000Z',
      ends_at: '2026-09-10T18:30:00.000Z',
    })
  })

  test.each([
    ['a day for a later invoice', { ...NEXT, from_on: '2026-09-01' }, 'BEGINS_ELSEWHERE'],
    ['an account without charges', { ...FIRST, first_at: undefined }, 'NOTHING_CHARGED'],
    ['a day that has not ended', { ...FIRST, to_on: '2026-09-20' }, 'NOT_ENDED'],
    ['days that are billed', { ...NEXT, to_on: '2026-09-04' }, 'BILLED_ALREADY'],
    ['an end before the start', { ...FIRST, to_on: '2026-09-01' }, 'ENDS_BEFORE_IT_BEGINS'],
  ] as const)('is refused for %s', (_, days, refusal) => {
    expect(chosenPeriod(days)).toBe(refusal)
  })
})
