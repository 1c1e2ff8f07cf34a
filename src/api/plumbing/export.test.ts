import { expect, test } from 'vitest'
import { csvCell } from './export.ts'
import { networkOf } from './network.ts'

test.each([
  ['=1+1', "'=1+1"],
  ['+442071838750', "'+442071838750"],
  ['-2+3', "'-2+3"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\tx', "'\tx"],
  ['\rx', '"\'\rx"'],
  ['-12.5', '-12.5'],
  ['-3', '-3'],
  ['0.000001', '0.000001'],
  ['a "b", c', '"a ""b"", c"'],
  ['a\nb', '"a\nb"'],
  [null, ''],
  [true, 'true'],
  [['PCMA', 'G729'], 'PCMA G729'],
])('%j is written as %s', (value, text) => {
  expect(csvCell(value)).toBe(text)
})

test.each([
  ['192.0.2.77', '192.0.2.0/24'],
  ['::ffff:192.0.2.77', '192.0.2.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('%s lies in %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network)
})
