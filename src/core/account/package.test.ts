import { describe, expect, test } from 'vitest'
import { freeSecondsOf, type Subscription, subscriptionsFor } from './package.ts'

const subscription = (id: number, prefixes: string[], priority = 100): Subscription => ({
  id,
  name: `Package ${id}`,
  prefixes,
  priority,
})

describe('the packages for a number', () => {
  const idsFor = (subscriptions: Subscription[], called_number = '442071838750') =>
    subscriptionsFor(subscriptions, called_number).map(({ id }) => id)

  test('are those with a prefix that fits, the longest first', () => {
    const all = [
      subscription(1, ['44']),
      subscription(2, []),
      subscription(3, ['49', '4420']),
      subscription(4, ['1']),
    ]
    expect(idsFor(all)).toEqual([3, 1, 2])
    expect(idsFor(all, '33140000000')).toEqual([2])
  })

  test('of one length come by priority, and of one priority by age', () => {
    const all = [
      subscription(3, ['44']),
      subscription(2, ['44']),
      subscription(9, ['44'], 200),
      subscription(1, ['4'], 900),
    ]
    expect(idsFor(all)).toEqual([9, 2, 3, 1])
  })
})

describe('what a call may have of a package', () => {
  const row = {
    id: 1,
    state: 'ACTIVE',
    seconds_left: 300,
    seconds_held: 120,
    period_ends_at: 1000,
  } as const

  test('is what other calls have not been promised', () => {
    expect(freeSecondsOf(row, 0, 999)).toBe(180)
    expect(freeSecondsOf(row, 60, 999)).toBe(240)
    expect(freeSecondsOf({ ...row, period_ends_at: null }, 60, 9999)).toBe(240)
  })

  test.each<[string, Parameters<typeof freeSecondsOf>[0], number]>([
    ['its period is over', row, 1000],
    ['it is paused', { ...row, state: 'PAUSED' }, 999],
    ['it has ended', { ...row, state: 'ENDED' }, 999],
    ['it is not there', undefined, 999],
  ])('is no more than it holds already when %s', (_name, found, at) => {
    expect(freeSecondsOf(found, 60, at)).toBe(60)
    expect(freeSecondsOf(found, 0, at)).toBe(0)
  })
})
