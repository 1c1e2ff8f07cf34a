import { expect, test } from 'vitest'
import { byLongestPrefix } from './deck-names.ts'

const names = new Map([
  ['212', 'Morocco'],
  ['2126', 'Morocco mobile'],
  ['123456789012345', 'The longest'],
])

test.each([
  ['212661234567', 'Morocco mobile'],
  ['212', 'Morocco'],
  ['2125', 'Morocco'],
  ['12345678901234567', 'The longest'],
  ['21', ''],
  ['anonymous', ''],
  ['', ''],
])('the destination of %s is "%s", by the longest prefix', (number, name) => {
  expect(byLongestPrefix(names, number)).toBe(name)
})
