import { expect, test } from 'vitest'
import { readSearchText } from './search-text.ts'

test.each([
  ['gulf', {}],
  ['Route 66', {}],
  ['4477', { digits: '4477' }],
  ['+44 (7700) 900-123', { digits: '447700900123' }],
  ['00447700900123', { digits: '447700900123' }],
  ['118349512394829824', { call_id: '118349512394829824' }],
  ['9999999999999999999', {}],
  ['192.0.2.7', { address: '192.0.2.7' }],
  ['192.0.', { address: '192.0.' }],
  ['192.0.2.7:5060', { address: '192.0.2.7' }],
  ['2001:db8::1', { address: '2001:db8::1' }],
  ['[2001:db8::1]:5060', { address: '2001:db8::1' }],
  ['00', {}],
  ['()', {}],
])('%s is read', (text, meant) => {
  const nothing = { digits: undefined, call_id: undefined, address: undefined }
  expect(readSearchText(` ${text} `)).toEqual({ ...nothing, text, ...meant })
})
