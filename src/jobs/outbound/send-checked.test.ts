// Addresses of this machine and of networks behind it, in all forms that hide one.
import { expect, test } from 'vitest'
import { isPrivateAddress } from './send-checked.ts'

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '169.254.169.254',
  '::1',
  '::127.0.0.1',
  '::ffff:127.0.0.1',
  '::ffff:0:127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b:1::7f00:1',
  '2001::7f00:1',
  '2001:0:53aa:64c::80ff:fffe',
  '2002:7f00:1::',
  'fd00::1',
  'fe80::1',
  'fec0::1',
])('%s is private', (ip) => {
  expect(isPrivateAddress(ip)).toBe(true)
})

test.each(['192.0.2.7', '2001:db8::1', '2001:4860:4860::8888', '::1:ffff:0:1'])(
  '%s is not',
  (ip) => {
    expect(isPrivateAddress(ip)).toBe(false)
  },
)
