import { expect, test } from 'vitest'
import { z } from 'zod'
import { issueText } from './issue-texts.ts'
import { fee, seconds } from './primitives.ts'

/** The message at a field with this value. */
function wordsFor(schema: z.ZodType, value: unknown): string | undefined {
  return schema.safeParse(value, { error: issueText }).error?.issues[0]?.message
}

test.each([
  [seconds(1, 60), null, 'Required.'],
  [seconds(1, 60), 0, 'At least 1.'],
  [seconds(1, 60), 61, 'At most 60.'],
  [seconds(1, 60), 1.5, 'A whole number, for example 30.'],
  [seconds(1, 60), Number.NaN, 'A whole number, for example 30.'],
  [z.number().int(), 1e20, 'The number is too large.'],
  [z.string().max(1), 'ab', 'At most 1 character.'],
  [z.array(z.string()).min(1), [], 'At least one.'],
  [z.enum(['SELL', 'BUY']), null, 'Required.'],
  [z.enum(['SELL', 'BUY']), 'RENT', 'One of SELL, BUY.'],
  [z.boolean(), 'yes', 'Must be true or false.'],
  [z.union([z.string(), z.number()]), true, 'Invalid value.'],
  [fee, '1,5', 'Use a decimal point: 1.5.'],
  [fee, '100001', 'At most 100000.'],
])('a field says what is wrong in a sentence: %#', (schema, value, message) => {
  expect(wordsFor(schema, value)).toBe(message)
})
