import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addMoney,
  addSums,
  boundedMoney,
  convertExactly,
  convertMoney,
  formatMoney,
  formatPercent,
  formatRate,
  fx,
  MONEY_MAX,
  type Money,
  money,
  parseMoney,
  parsePercent,
  parseRate,
  parseSum,
  percent,
  rate,
  SYSTEM_FX,
  subtractMoney,
  subtractSums,
  toSum,
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

test('what amounts add up to is exact, however much it is', () => {
  let sum = toSum(0)
  for (let times = 0; times < 3; times++) sum = addSums(sum, MONEY_MAX)
  expect(formatMoney(sum)).toBe('27021597764.222973')
  expect(parseSum('27021597764.222973')).toBe(sum)
  expect(formatMoney(subtractSums(money(1), sum))).toBe('-27021597764.222972')
  for (const text of ['', '1.', '1e3', '0x1', '1.0000001']) expect(parseSum(text)).toBeUndefined()
})

test('every sum comes back from its text', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), (millionths) => {
      expect(parseSum(formatMoney(toSum(millionths)))).toBe(millionths)
    }),
  )
})

test('an amount in a weak currency may be more than an amount can be', () => {
  const dong = fx(4000)
  expect(convertExactly(MONEY_MAX, SYSTEM_FX, dong)).toBe(225_179_981_368_524_775_000n)
  expect(convertMoney(MONEY_MAX, SYSTEM_FX, dong)).toBe(MONEY_MAX)
  expect(convertMoney(money(0 - MONEY_MAX), SYSTEM_FX, dong)).toBe(0 - MONEY_MAX)
  expect(convertMoney(money(1_000_000), SYSTEM_FX, dong)).toBe(25_000_000_000)
  expect(boundedMoney(2 ** 60)).toBe(MONEY_MAX)
  expect(boundedMoney(-12n)).toBe(-12)
})
