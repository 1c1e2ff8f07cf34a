import { expect, test } from 'vitest'
import { numberKind, plainDecimal, timeOfSerial } from './workbook-values.ts'

test.each([
  [14, undefined, 'DATE'],
  [22, undefined, 'DATE'],
  [21, undefined, 'TIME'],
  [46, undefined, 'SPAN'],
  [2, undefined, 'NUMBER'],
  [164, '[h]:mm:ss', 'SPAN'],
  [164, 'h:mm:ss', 'TIME'],
  [164, '[$-409]h:mm:ss AM/PM;@', 'TIME'],
  [164, 'mm:ss.0', 'TIME'],
  [164, 'yyyy-mm-dd hh:mm', 'DATE'],
  [164, 'mmm-yy', 'DATE'],
  [164, 'mmmm', 'DATE'],
  [164, '#,##0.0000 "USD/min"', 'NUMBER'],
  [164, '[Red]0.00', 'NUMBER'],
] as const)('numbers of the format %d %s are a %s', (id, code, kind) => {
  expect(numberKind(id, code)).toBe(kind)
})

test.each([
  ['0.000752314814814815', '00:01:05'],
  ['0.406597222222222', '09:45:30'],
  ['1.5', '36:00:00'],
  ['0', '00:00:00'],
  ['-0.5', undefined],
])('%s days are %s', (days, shown) => {
  expect(timeOfSerial(days)).toBe(shown)
})

test.each([
  ['442071838750', '442071838750'],
  ['4.4207183875E11', '442071838750'],
  ['999442071838750', '999442071838750'],
  ['99901442071838700', '9.99014420718387E+16'],
  ['-9.99014420718387E16', '-9.99014420718387E+16'],
  ['1E20', '1E+20'],
  ['0.30000000000000004', '0.3'],
])('the number %s is shown as %s', (stored, shown) => {
  expect(plainDecimal(stored)).toBe(shown)
})
