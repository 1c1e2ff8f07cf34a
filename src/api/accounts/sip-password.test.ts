import { expect, test } from 'vitest'
import { ha1Of, makeSipName, makeSipPassword } from './sip-password.ts'

test('the hash is that of RFC 2617 §3.5', () => {
  expect(ha1Of('Mufasa', 'Circle Of Life', 'testrealm@host.com')).toBe(
    '939e7578ed9e3c518a452acee763bce9',
  )
})

test('the realm of the switch counts unless another one is said', () => {
  expect(ha1Of('10000001', 'secret')).toBe(ha1Of('10000001', 'secret', 'softswitch'))
})

test('made up names are eight digits, passwords 16 letters that cannot be mistaken', () => {
  for (let i = 0; i < 200; i++) {
    expect(makeSipName()).toMatch(/^[1-9]\d{7}$/)
    expect(makeSipPassword()).toMatch(/^[a-km-zA-HJ-NP-Z2-9]{16}$/)
  }
  expect(new Set(Array.from({ length: 500 }, makeSipPassword)).size).toBe(500)
})
