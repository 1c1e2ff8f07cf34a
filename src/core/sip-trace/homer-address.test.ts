import { expect, test } from 'vitest'
import { readHomerAddress } from './homer-address.ts'

test.each([
  ['homer.example.com:9060', { host: 'homer.example.com', port: 9060 }],
  ['192.0.2.7:9060', { host: '192.0.2.7', port: 9060 }],
  ['[2001:db8::7]:9060', { host: '2001:db8::7', port: 9060 }],
])('%s has a host and a port', (text, address) => {
  expect(readHomerAddress(text)).toEqual(address)
})

test.each(['', 'homer', 'homer:', ':9060', 'homer:0', 'homer:65536', '2001:db8::7:9060', 'a b:1'])(
  '%j is no address',
  (text) => {
    expect(readHomerAddress(text)).toBeUndefined()
  },
)
