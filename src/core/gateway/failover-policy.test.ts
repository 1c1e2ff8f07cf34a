import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  DEFAULT_FAILOVER_RULES,
  FAILOVER_ACTIONS,
  type FailoverPolicy,
  failoverActionFor,
  repliesOf,
  replyFor,
  stopPatterns,
} from './failover-policy.ts'

const DEFAULT: FailoverPolicy = { rules: DEFAULT_FAILOVER_RULES }

/** The action that the patterns give for an answer, as Kamailio reads them. */
function readPatterns(
  policy: FailoverPolicy,
  code: number,
  cause: number,
  stop_after_ringing = true,
) {
  const patterns = stopPatterns(policy, { stop_after_ringing })
  return (['stop', 'stop_after_two_gateways'] as const).filter((action) =>
    new RegExp(patterns[action]).test(`${code}/${cause}`),
  )
}

// docs/domain/routing.md, R9, row by row. CANCEL and timeouts are handled by Kamailio.
describe.each([
  ['the called user has decided', [486, 600, 603, 607, 608], [0, 17, 21], 'stop'],
  ['nobody answered', [480, 408], [18, 19, 20], 'stop_if_rang'],
  ['a dead route', [480, 408], [0, 3, 27, 34], 'continue'],
  [
    'a number that is wrong, with a cause',
    [404, 410, 484, 604],
    [1, 22, 28],
    'stop_after_two_gateways',
  ],
  ['a number that may be wrong', [404, 410, 484, 604], [0, 3, 16], 'continue'],
  ['the carrier does not want us', [403, 402, 401, 407], [0, 21], 'continue'],
  ['media', [488, 415, 606], [0, 88], 'continue'],
  ['congestion', [500, 502, 503, 504, 580], [0, 34, 38, 41, 42, 47], 'continue'],
  ['elsewhere', [300, 301, 302], [0], 'continue'],
] as const)('%s', (_, codes, causes, action) => {
  const answers = codes.flatMap((code) => causes.map((cause) => [code, cause] as const))

  test.each(answers)('%d with cause %d', (code, cause) => {
    expect(failoverActionFor(DEFAULT, code, cause)).toBe(action)
    const stops = action === 'stop' || action === 'stop_after_two_gateways' ? [action] : []
    expect(readPatterns(DEFAULT, code, cause)).toEqual(stops)
  })
})

test('where ringing is not believed, the cause is', () => {
  expect(readPatterns(DEFAULT, 480, 19, false)).toEqual(['stop'])
  expect(readPatterns(DEFAULT, 480, 19, true)).toEqual([])
  expect(readPatterns(DEFAULT, 480, 0, false)).toEqual([])
})

test('the caller never hears that a carrier does not know us', () => {
  expect(repliesOf(DEFAULT)).toEqual({ 401: 503, 402: 503, 403: 503, 407: 503 })
  expect(replyFor(DEFAULT, 403)).toBe(503)
  expect(replyFor(DEFAULT, 404)).toBeNull()
})

test('a policy without rules always tries on', () => {
  expect(failoverActionFor({ rules: [] }, 486, 17)).toBe('continue')
  expect(readPatterns({ rules: [] }, 486, 17)).toEqual([])
  expect(repliesOf({ rules: [] })).toEqual({})
})

test('a code is not taken for a longer one, nor a cause', () => {
  const rules = [{ codes: [404], causes: [1], action: 'stop', reply_code: null }] as const
  const stop = new RegExp(stopPatterns({ rules }, { stop_after_ringing: true }).stop)
  expect(['404/1', '404/16', '404/', '4041/1', '1404/1'].map((text) => stop.test(text))).toEqual([
    true,
    false,
    false,
    false,
    false,
  ])
})

const code = fc.integer({ min: 400, max: 404 })
const cause = fc.integer({ min: 0, max: 4 })
const rule = fc.record({
  codes: fc.array(code, { minLength: 1, maxLength: 3 }),
  causes: fc.option(fc.array(cause.filter(Boolean), { minLength: 1, maxLength: 3 })),
  action: fc.constantFrom(...FAILOVER_ACTIONS),
  reply_code: fc.option(fc.constantFrom(480, 503)),
})

test('the patterns say the same as the rules, whatever the rules', () => {
  fc.assert(
    fc.property(
      fc.array(rule, { maxLength: 6 }),
      code,
      cause,
      fc.boolean(),
      (rules, code, cause, stop_after_ringing) => {
        const action = failoverActionFor({ rules }, code, cause)
        const stops = action === 'stop' || (action === 'stop_if_rang' && !stop_after_ringing)
        expect(readPatterns({ rules }, code, cause, stop_after_ringing)).toEqual(
          stops
            ? ['stop']
            : action === 'stop_after_two_gateways'
              ? ['stop_after_two_gateways']
              : [],
        )
        expect(repliesOf({ rules })[code] ?? null).toBe(replyFor({ rules }, code))
      },
    ),
  )
})

test('the patterns hold nothing that extended regular expressions of POSIX do not know', () => {
  fc.assert(
    fc.property(fc.array(rule, { maxLength: 6 }), fc.boolean(), (rules, stop_after_ringing) => {
      const patterns = Object.values(stopPatterns({ rules }, { stop_after_ringing }))
      for (const pattern of patterns) expect(pattern).toMatch(/^\^(-|\([0-9/()|[\]+-]+\))\$$/)
    }),
  )
})
