import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addMoney,
  formatMoney,
  formatPercent,
  formatRate,
  type Money,
  money,
  parseMoney,
  parsePercent,
  parseRate,
  percent,
  rate,
  subtractMoney,
} from './money.ts'

test.each([
  ['0', 0, '0'],
  ['12', 12_000_000, '12'],
  ['12.5', 12_500_000, '12.5'],
  ['0.000001', 1, '0.000001'],
  ['-0.000001', -1, '-0.000001'],
  ['-1.230000', -1_230_000, '-1.23'],
  ['-0', 0, '0'],
  ['007', 7_000_000, '7'],
  [' 100 ', 100_000_000, '100'],
  ['9007199254.740991', Number.MAX_SAFE_INTEGER, '9007199254.740991'],
])('%j is read as an amount and written again', (text, millionths, written) => {
  const value = parseMoney(text)
  expect(value).toBe(millionths)
  expect(formatMoney(value as Money)).toBe(written)
})

test.each([
  '',
  ' ',
  '-',
  '.5',
  '5.',
  '1,000.00',
  '1 000',
  '+1',
  '--1',
  '1e3',
  '0x10',
  'NaN',
  'Infinity',
  '٣',
  '0.0000001',
  '1.0000000',
  '9007199254.740992',
])('%j is no amount', (text) => {
  expect(parseMoney(text)).toBeUndefined()
})

test('rates have eight decimals and percentages four', () => {
  expect(parseRate('0.00000001')).toBe(1)
  expect(parseRate('0.000000001')).toBeUndefined()
  expect(formatRate(rate(1_230_000))).toBe('0.0123')
  expect(parsePercent('23')).toBe(230_000)
  expect(parsePercent('0.00001')).toBeUndefined()
  expect(formatPercent(percent(72_500))).toBe('7.25')
})

test('every amount comes back from its text', () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), (millionths) => {
      expect(parseMoney(formatMoney(money(millionths)))).toBe(millionths)
    }),
    { numRuns: 5000 },
  )
})

test('sums are exact, and what is not whole or too large is a bug', () => {
  expect(addMoney(money(100_000), money(200_000))).toBe(300_000)
  expect(subtractMoney(money(100_000), money(300_000))).toBe(-200_000)
  expect(() => money(0.5)).toThrow('safe integer')
  expect(() => money(Number.NaN)).toThrow('safe integer')
  expect(() => addMoney(money(Number.MAX_SAFE_INTEGER), money(1))).toThrow('safe integer')
})
