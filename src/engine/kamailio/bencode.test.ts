import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decode, encode } from './bencode.ts'

const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 4 },
    fc.integer(),
    fc.string({ unit: 'binary' }),
    fc.array(tie('any'), { maxLength: 4 }),
    fc.dictionary(fc.string(), tie('any'), { maxKeys: 4, noNullPrototype: false }),
  ),
})).any

test('what is written is read again', () => {
  fc.assert(
    fc.property(value, (one) => {
      expect(decode(Buffer.from(encode(one as never)))).toEqual(one)
    }),
  )
})

test('what is cut off anywhere, or anything else, is not read and never thrown', () => {
  fc.assert(
    fc.property(value, fc.nat(), (one, at) => {
      const whole = Buffer.from(encode(one as never))
      expect(decode(whole.subarray(0, at % whole.length))).toBeUndefined()
    }),
  )
  fc.assert(fc.property(fc.uint8Array(), (bytes) => void decode(Buffer.from(bytes))))
  expect(decode(Buffer.from('l'.repeat(1000)))).toBeUndefined()
  expect(decode(Buffer.from('9999999999:x'))).toBeUndefined()
})
