import { expect, test } from 'vitest'
import { countDaysToMask, reasonToWait, refuseMaskingDays } from './masking-days.ts'

const kept = {
  call_days: 396,
  routing_log_days: 3,
  sip_message_days: 3,
  recording_days: 90,
  auth_failure_days: 7,
}

test('numbers are masked while calls are kept, and after all that has whole numbers', () => {
  const refusal = (mask_numbers_days: number | null, change = {}) =>
    refuseMaskingDays({ ...kept, ...change, mask_numbers_days })
  expect(refusal(null)).toBeUndefined()
  expect(refusal(90)).toBeUndefined()
  expect(refusal(395)).toBeUndefined()
  expect(refusal(396)).toBe('Calls are removed by then: fewer days than they are kept.')
  expect(refusal(89)).toBe('Recordings have whole numbers: keep them 89 days at most.')
  expect(refusal(6, { recording_days: 1 })).toContain('Auth failures have')
  expect(refusal(2, { recording_days: 1, auth_failure_days: 1 })).toContain('Routing logs have')
  expect(refusal(2, { recording_days: 1, auth_failure_days: 1, routing_log_days: 1 })).toContain(
    'SIP messages have',
  )
})

test('a day waits for each that still needs its numbers', () => {
  const none = { has_open_calls: false, is_previewed: false, is_compared: false }
  expect(reasonToWait(none)).toBeUndefined()
  const names = Object.keys(none) as (keyof typeof none)[]
  const reasons = names.map((name) => reasonToWait({ ...none, [name]: true }))
  expect(new Set(reasons).size).toBe(3)
  expect(reasons).not.toContain(undefined)
})

test('the days that a rule masks at once are whole ones', () => {
  const now = Date.parse('2026-11-28T15:00:00Z')
  const count = (from: string, days: number) => countDaysToMask(Date.parse(from), now, days)
  expect(count('2026-11-20T23:00:00Z', 1)).toBe(7)
  expect(count('2026-11-20T00:00:00Z', 7)).toBe(1)
  expect(count('2026-11-20T00:00:00Z', 8)).toBe(0)
  expect(count('2026-11-28T00:00:00Z', 90)).toBe(0)
})
