import { expect, test } from 'vitest'
import { ruleNow } from './trace-rule-words.ts'

test.each([
  ['active', false, 'TRACING'],
  ['paused', false, 'PAUSED'],
  ['active', true, 'ENDED'],
  ['paused', true, 'ENDED'],
] as const)('a rule that is %s, and has ended: %s, is %s', (status, has_ended, now) => {
  expect(ruleNow({ status, has_ended })).toBe(now)
})
