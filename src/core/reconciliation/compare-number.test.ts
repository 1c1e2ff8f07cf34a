import { expect, test } from 'vitest'
import { makeChance } from '#test/support/random.ts'
import { type Money, money } from '../money.ts'
import { compareNumber, type Rules, type SideCall } from './compare-number.ts'
import { addSides, compareTotals, prefixOf } from './compare-totals.ts'
import { compareCalls } from './match-calls.ts'

const RULES: Rules = {
  ...{ time_tolerance: 5, duration_tolerance: 1, amount_tolerance: money(10) },
  ...{ from: 100, until: 200 },
}
const call = (is_ours: boolean, at: number, seconds: number, amount: number | null): SideCall => ({
  ...{ is_ours, at, seconds },
  amount: amount === null ? null : money(amount),
})

const classesOf = (...calls: SideCall[]) =>
  compareNumber([...calls].sort(compareCalls), RULES).map((row) => `${row.class} ${row.difference}`)

test('two calls are what differs most: the duration, then the amount', () => {
  expect(classesOf(call(true, 150, 60, 1000), call(false, 153, 61, 1010))).toEqual(['MATCHED 10'])
  expect(classesOf(call(true, 150, 60, 1000), call(false, 153, 60, 1011))).toEqual([
    'OTHER_RATE 11',
  ])
  expect(classesOf(call(true, 150, 60, 1000), call(false, 153, 62, 1000))).toEqual([
    'OTHER_DURATION 0',
  ])
  expect(classesOf(call(true, 150, 60, 1000))).toEqual(['ONLY_OURS -1000'])
  expect(classesOf(call(false, 150, 60, 700))).toEqual(['ONLY_THEIRS 700'])
  expect(classesOf(call(true, 150, 60, 1000), call(false, 153, 60, null))).toEqual(['MATCHED null'])
})

test('a call at the edge of the period belongs to it if one of both sides does', () => {
  expect(classesOf(call(true, 98, 60, 5), call(false, 101, 60, 5))).toEqual(['MATCHED 0'])
  expect(classesOf(call(true, 98, 60, 5), call(false, 99, 60, 5))).toEqual(['OUTSIDE null'])
  expect(classesOf(call(true, 98, 60, 5))).toEqual([])
  expect(classesOf(call(false, 200, 60, 5))).toEqual(['OUTSIDE null'])
})

test('each call is in exactly one row, and the differences add up to that of both sides', () => {
  const chance = makeChance(5)
  for (let n = 0; n < 300; n++) {
    const calls = Array.from({ length: chance.whole(0, 30) }, () =>
      call(chance.next() < 0.5, chance.whole(100, 199), chance.whole(0, 5), chance.whole(0, 99)),
    ).sort(compareCalls)
    const rows = compareNumber(calls, RULES)
    const seen = rows.flatMap(({ ours, theirs }) => [ours, theirs]).filter((one) => one !== null)
    expect(new Set(seen)).toEqual(new Set(calls))
    expect(seen).toHaveLength(calls.length)
    const sum = (amounts: (Money | null)[]) => amounts.reduce((all, one) => all + (one ?? 0), 0)
    const of = (is_ours: boolean) =>
      sum(calls.filter((one) => one.is_ours === is_ours).map(({ amount }) => amount))
    expect(sum(rows.map(({ difference }) => difference))).toBe(of(false) - of(true))
  }
})

test('sums are compared with the tolerance of each of their calls', () => {
  const side = (calls: number, seconds: number, amount: number) => ({
    ...{ calls, seconds, amount: money(amount) },
  })
  const ours = new Map([
    ...([['a', side(10, 600, 1000)]] as const),
    ...([['b', side(10, 600, 1000)]] as const),
    ...([['c', side(1, 6, 10)]] as const),
  ])
  const theirs = new Map([
    ...([['a', side(10, 610, 1100)]] as const),
    ...([['b', side(0, 611, 1000)]] as const),
    ...([['d', addSides(side(1, 6, 10), side(1, 6, 10))]] as const),
  ])
  expect(compareTotals(ours, theirs, RULES).map((one) => [one.key, one.class])).toEqual([
    ['a', 'MATCHED'],
    ['b', 'OTHER_DURATION'],
    ['c', 'ONLY_OURS'],
    ['d', 'ONLY_THEIRS'],
  ])
  expect(prefixOf('4479001', (prefix) => ['44', '447'].includes(prefix))).toBe('447')
  expect(prefixOf('35', () => false)).toBeUndefined()
})
