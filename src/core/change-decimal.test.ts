import { expect, test } from 'vitest'
import { changeDecimal, type DecimalOperation, isDecimal } from './change-decimal.ts'

test.each<[text: string, operation: DecimalOperation, decimals: number, result: string]>([
  ['0.0123', { kind: 'percent', value: '10' }, 8, '0.01353000'],
  ['0.00000001', { kind: 'percent', value: '50' }, 8, '0.00000002'],
  ['0.00000001', { kind: 'percent', value: '49.9999' }, 8, '0.00000001'],
  ['100', { kind: 'percent', value: '-12.5' }, 6, '87.500000'],
  ['-3', { kind: 'percent', value: '50' }, 0, '-5'],
  ['30', { kind: 'percent', value: '-100' }, 0, '0'],
  ['5', { kind: 'add', value: '-7.5' }, 6, '-2.500000'],
  ['999999999', { kind: 'add', value: '0.000001' }, 6, '999999999.000001'],
  ['0.12345', { kind: 'round', value: 4 }, 8, '0.1235'],
  ['-0.00005', { kind: 'round', value: 4 }, 8, '-0.0001'],
  ['12.5', { kind: 'round', value: 0 }, 6, '13'],
  ['12.5', { kind: 'round', value: 9 }, 2, '12.50'],
])('%s by %o with %i decimals is %s', (text, operation, decimals, result) => {
  expect(changeDecimal(text, operation, decimals)).toBe(result)
})

test('a decimal has digits, perhaps a sign, and at most one point', () => {
  for (const text of ['1', '-1', '0.5', '123456789012345']) expect(isDecimal(text)).toBe(true)
  for (const text of ['', '.5', '1.', '1e3', '1,5', '+1', ' 1', '1234567890123456']) {
    expect(isDecimal(text)).toBe(false)
  }
})
