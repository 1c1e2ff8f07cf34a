import { describe, expect, test } from 'vitest'
import { rate } from '../money.ts'
import { type RateValue, rateChange, valuesInEffect } from './rate-history.ts'

const day = (number: number) => `2026-03-${String(number).padStart(2, '0')}T00:00:00.000Z`
const dayOf = (time: number | null) =>
  time === null ? null : 1 + (time - Date.parse(day(1))) / 86_400_000

interface Named extends RateValue {
  readonly name: string
}

/** Days: effective from and until, entered, replaced. */
const value = (
  name: string,
  from: number,
  until: number | null,
  entered = from,
  replaced: number | null = null,
): Named => ({
  name,
  effective_from: day(from),
  effective_until: until === null ? null : day(until),
  entered_at: day(entered),
  replaced_at: replaced === null ? null : day(replaced),
})

const shown = (values: readonly Named[]) =>
  valuesInEffect(values).map(({ value: { name }, from, until }) => [
    name,
    dayOf(from),
    dayOf(until),
  ])

describe('the values of a rate', () => {
  test('follow each other by their effective dates, in any order given', () => {
    const values = [value('c', 9, null), value('a', 1, 5), value('b', 5, 9)]
    expect(shown(values)).toEqual([
      ['a', 1, 5],
      ['b', 5, 9],
      ['c', 9, null],
    ])
  })

  test('count from when they were entered, and until they were changed in place', () => {
    const values = [value('old', 1, null, 3, 6), value('new', 1, null, 6)]
    expect(shown(values)).toEqual([
      ['old', 3, 6],
      ['new', 6, null],
    ])
  })

  test('come back after one that has an end, or whose import was undone', () => {
    expect(shown([value('always', 1, null), value('sale', 4, 6)])).toEqual([
      ['always', 1, 4],
      ['sale', 4, 6],
      ['always', 6, null],
    ])
    expect(shown([value('always', 1, null), value('undone', 4, null, 4, 6)])).toEqual([
      ['always', 1, 4],
      ['undone', 4, 6],
      ['always', 6, null],
    ])
  })

  test('were not in effect if they were changed before their date, and there may be none', () => {
    expect(shown([value('planned', 8, null, 1, 5), value('a', 1, 3), value('b', 9, null)])).toEqual(
      [
        ['a', 1, 3],
        ['b', 9, null],
      ],
    )
    expect(shown([])).toEqual([])
  })
})

test('a change is a percentage of the rate before, and of none there is none', () => {
  expect(rateChange(rate(2_000_000), rate(2_500_000))).toBe(250_000)
  expect(rateChange(rate(3), rate(2))).toBe(-333_333)
  expect(rateChange(rate(0), rate(5))).toBeNull()
  expect(rateChange(rate(1), rate(100_000_000_000_000))).toBe(10 ** 15)
})
