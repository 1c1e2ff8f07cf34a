import { expect, test } from 'vitest'
import { sayDuration } from './alarm-event.ts'
import { trafficValue } from './traffic-value.ts'
import { formatValue, parseValue, sayValue } from './value-text.ts'

test.each([
  ['PERCENT', '12.5', 125_000],
  ['MONEY', '-0.000001', -1],
  ['MOS', '3.6', 36_000],
  ['SECONDS', '90', 90],
  ['DAYS', '3', 3],
] as const)('a bound in %s is read and written exactly', (unit, text, value) => {
  expect(parseValue(unit, text)).toBe(value)
  expect(formatValue(unit, value)).toBe(text)
})

test.each([
  ['COUNT', '1.5'],
  ['PERCENT', '1.23456'],
  ['MONEY', 'many'],
] as const)('a bound in %s is not %s', (unit, text) => {
  expect(parseValue(unit, text)).toBeUndefined()
})

test('a sentence has rounded values with their units', () => {
  expect(sayValue('PERCENT', 666_666)).toBe('66.7 %')
  expect(sayValue('MONEY', 1_234_567, 'USD')).toBe('1.23 USD')
  expect(sayValue('MOS', 35_555)).toBe('3.6')
  expect(sayValue('DAYS', 1)).toBe('1 day')
  expect(sayValue('MILLISECONDS', 2500)).toBe('2500 ms')
})

test('a length of time has one unit', () => {
  expect([59, 150, 7200, 100_000].map(sayDuration)).toEqual(['59 s', '3 min', '2 h', '28 h'])
})

const SUMS = {
  ...{ calls: 10, answered: 4, short_calls: 1, effective: 7, duration_ms: 400_000 },
  ...{ pdd_ms: 9000, pdds: 9, revenue: 1_000_000n, cost: 1_250_000n },
  ...{ quality_calls: 2, mos: 75, loss: 9, one_way_calls: 1 },
}

test('the figures of traffic are in the unit of their topic', () => {
  const of = (topic: Parameters<typeof trafficValue>[0]) => trafficValue(topic, SUMS)
  expect([of('ASR'), of('NER'), of('SHORT_CALLS')]).toEqual([400_000, 700_000, 250_000])
  expect([of('MOS'), of('LOSS'), of('ONE_WAY_AUDIO')]).toEqual([37_500, 45_000, 250_000])
  expect([of('ACD'), of('PDD'), of('CALLS'), of('MARGIN')]).toEqual([100, 1000, 10, -250_000])
})

test('a cost without revenue is the lowest margin, and neither is none', () => {
  expect(trafficValue('MARGIN', { ...SUMS, revenue: 0n })).toBe(-100_000_000)
  expect(trafficValue('MARGIN', { ...SUMS, revenue: 0n, cost: 0n })).toBeNull()
  expect(trafficValue('ACD', { ...SUMS, answered: 0 })).toBeNull()
})
