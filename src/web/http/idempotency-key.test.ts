import { expect, test } from 'vitest'
import { z } from 'zod'
import { makeIdempotencyKey } from './idempotency-key.ts'

test('a key is a UUID that the contract takes, and never the same twice', () => {
  const keys = Array.from({ length: 500 }, makeIdempotencyKey)
  for (const key of keys) expect(z.uuidv4().safeParse(key).success).toBe(true)
  expect(new Set(keys).size).toBe(500)
})
