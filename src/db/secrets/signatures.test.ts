import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isSignature, keyFor, type SignedKind, signature } from './signatures.ts'

const SECRET = 'the secret of a test'
const KINDS: readonly SignedKind[] = [
  'anti-forgery token',
  'delivery page',
  'known browser',
  'node proof',
]
const fields = fc.array(fc.string({ unit: 'binary' }), { maxLength: 4 })

test('a text of one kind is none of another, whatever its fields are', () => {
  fc.assert(
    fc.property(fields, (words) => {
      for (const kind of KINDS) {
        const taken = KINDS.filter((other) =>
          isSignature(signature(kind, SECRET, words), other, SECRET, words),
        )
        expect(taken).toEqual([kind])
      }
    }),
  )
})

test('no field can be read as two, or as part of its neighbour', () => {
  fc.assert(
    fc.property(fields, fields, (some, others) => {
      const is_same = JSON.stringify(some) === JSON.stringify(others)
      const signed = signature('known browser', SECRET, some)
      expect(isSignature(signed, 'known browser', SECRET, others)).toBe(is_same)
    }),
    {
      examples: [
        [['a b'], ['a', 'b']],
        [['1 a'], ['a']],
        [
          ['ab', 'c'],
          ['a', 'bc'],
        ],
        [[''], []],
      ],
    },
  )
})

test('a changed signature, or one by another secret, is none', () => {
  const signed = signature('delivery page', SECRET, [7, 'x'])
  const changed = Buffer.from(signed.map((byte, at) => (at === 0 ? byte ^ 1 : byte)))
  for (const wrong of [changed, signed.subarray(1), Buffer.alloc(0)]) {
    expect(isSignature(wrong, 'delivery page', SECRET, [7, 'x'])).toBe(false)
  }
  expect(isSignature(signed, 'delivery page', 'another secret', [7, 'x'])).toBe(false)
})

test('each purpose has a key of its own, of the length that it wants', () => {
  const keys = ['captcha', 'call ids of account 1', 'call ids of account 11'].map((purpose) =>
    keyFor(purpose, SECRET).toString('hex'),
  )
  expect(new Set(keys).size).toBe(3)
  expect(keyFor('captcha', SECRET, 16)).toHaveLength(16)
})
