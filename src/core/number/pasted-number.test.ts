import { expect, test } from 'vitest'
import { bareDigits, bareNumber } from './pasted-number.ts'

test.each([
  ['+212 661-234567', '+212661234567'],
  ['+1 (242) 555.0100', '+12425550100'],
  ['00 44 20\u202f7183\u00a08750', '00442071838750'],
  ['0661/23–45', '06612345'],
  ['*21*5#', '*21*5#'],
  ['Alice 12', 'Alice 12'],
  ['', ''],
])('%s is dialled as %s', (pasted, dialled) => {
  expect(bareNumber(pasted)).toBe(dialled)
})

test('the digits of an international number have no mark in front', () => {
  expect(bareDigits('+212 661-234567')).toBe('212661234567')
  expect(bareDigits('00212 661')).toBe('212661')
  expect(bareDigits('2126')).toBe('2126')
  expect(bareDigits('00')).toBe('00')
})
