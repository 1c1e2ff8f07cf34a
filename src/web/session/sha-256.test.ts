import { createHash } from 'node:crypto'
import { createChallenge, verifySolution } from 'altcha-lib/v1'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { payloadOf, solve } from './captcha.ts'
import { sha256Hex } from './sha-256.ts'

describe('our SHA-256', () => {
  it('is that of the standard, whatever the text and its length', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
        expect(sha256Hex(text)).toBe(createHash('sha256').update(text).digest('hex'))
      }),
    )
  })
})

describe('the captcha', () => {
  it('is solved in a way that the server accepts', async () => {
    const challenge = await createChallenge({ hmacKey: 'key', maxNumber: 5000 })
    const number = solve({ ...challenge, maxnumber: challenge.maxnumber ?? 5000 })
    expect(number).toBeDefined()
    const payload = payloadOf({ ...challenge, maxnumber: 5000 }, number!)
    expect(await verifySolution(payload, 'key')).toBe(true)
  })

  it('without a solution has none', () => {
    const none = { algorithm: 'SHA-256', challenge: 'f', salt: 's', signature: '', maxnumber: 9 }
    expect(solve(none)).toBeUndefined()
  })
})
