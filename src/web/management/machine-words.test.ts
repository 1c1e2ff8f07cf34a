import { expect, test } from 'vitest'
import { formatMachineBytes, formatUptime, formatUse } from './machine-words.ts'

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1.0 kB'],
  [123_400_000, '123 MB'],
  [5.26e12, '5.3 TB'],
])('%d bytes are %s', (bytes, text) => expect(formatMachineBytes(bytes)).toBe(text))

test('a use is a share of the whole, and a machine without swap has none', () => {
  expect(formatUse(25e8, 1e10)).toBe('2.5 GB of 10.0 GB (25 %)')
  expect(formatUse(0, 0)).toBe('none')
})

test.each([
  [59, '0 min'],
  [3_660, '1 h 1 min'],
  [273_600, '3 d 4 h'],
])('%d seconds of uptime are %s', (seconds, text) => expect(formatUptime(seconds)).toBe(text))
