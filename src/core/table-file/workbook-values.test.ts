import { expect, test } from 'vitest'
import { numberKind, timeOfSerial } from './workbook-values.ts'

test.each([
  [14, undefined, 'DATE'],
  [22, undefined, 'DATE'],
  [21, undefined, 'TIME'],
  [46, undefined, 'TIME'],
  [2, undefined, 'NUMBER'],
  [164, '[h]:mm:ss', 'TIME'],
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
