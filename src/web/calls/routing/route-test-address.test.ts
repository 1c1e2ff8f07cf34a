import { expect, test } from 'vitest'
import { isWhole, NO_TEST, readTest, writeTest } from './route-test-address.ts'

const values = { ...NO_TEST, client_id: 7, dialled_number: '442071838750', duration_seconds: 90 }

test('a test comes out of the address as it went in, and the usual values are not in it', () => {
  const address = writeTest(values)
  expect(Object.entries(address).filter(([, text]) => text !== undefined)).toEqual([
    ['client_id', '7'],
    ['dialled_number', '442071838750'],
    ['duration_seconds', '90'],
  ])
  expect(readTest(address)).toEqual(values)
})

test('what is no value of a field is left out', () => {
  expect(readTest({ client_id: 'x', by: 'magic', source_port: '70000' })).toEqual(NO_TEST)
})

test('a test is asked only when the caller and the number are known', () => {
  expect(isWhole(values)).toBe(true)
  expect(isWhole({ ...values, client_id: null })).toBe(false)
  expect(isWhole({ ...values, by: 'address' })).toBe(false)
  expect(isWhole({ ...values, dialled_number: '' })).toBe(false)
})
