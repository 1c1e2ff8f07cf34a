import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Health, isGoodPing, nextHealth, UNKNOWN_HEALTH } from './gateway-health.ts'

const THRESHOLDS = { fail_threshold: 3, recover_threshold: 2 }

const after = (pings: readonly boolean[], from: Health = UNKNOWN_HEALTH) =>
  pings.reduce((health, is_good) => nextHealth(health, is_good, THRESHOLDS), from)

/** `+` is a good ping, `-` a bad one. */
const read = (pings: string) => [...pings].map((ping) => ping === '+')

test.each([
  ['', 'UNKNOWN'],
  ['+', 'UP'],
  ['--', 'UNKNOWN'],
  ['---', 'DOWN'],
  ['+--', 'UP'],
  ['+---', 'DOWN'],
  ['+--+--', 'UP'],
  ['---+', 'DOWN'],
  ['---+-+', 'DOWN'],
  ['---++', 'UP'],
  ['---++--', 'UP'],
])('after %s a gateway is %s', (pings, state) => {
  expect(after(read(pings)).ping_state).toBe(state)
})

test('a change needs as many in a row as its threshold says', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { maxLength: 60 }), fc.boolean(), (before, is_good) => {
      const health = after(before)
      const next = nextHealth(health, is_good, THRESHOLDS)
      expect(next.ping_failures === 0 || next.ping_successes === 0).toBe(true)
      if (health.ping_state === 'UNKNOWN' || next.ping_state === health.ping_state) return
      const inRow = is_good ? next.ping_successes : next.ping_failures
      const { fail_threshold, recover_threshold } = THRESHOLDS
      expect(inRow).toBe(is_good ? recover_threshold : fail_threshold)
    }),
  )
})

test.each([
  [200, true],
  [404, true],
  [405, true],
  [481, true],
  [503, false],
  [408, false],
  [0, false],
])('an answer %d to OPTIONS is good: %s', (code, is_good) => {
  expect(isGoodPing(code)).toBe(is_good)
})
