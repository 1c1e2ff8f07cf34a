import { expect, test } from 'vitest'
import { percent } from '../money.ts'
import {
  assessGateway,
  isCheckDue,
  isProbeCall,
  type Judgement,
  type Lock,
  nextLock,
  OPEN,
} from './gateway-lock.ts'
import { NO_CALLS } from './gateway-quality.ts'

const RULES = { quality_action: 'LOCK', auto_unlock_minutes: 10, quality_min_calls: 20 } as const
const NOW = 1_780_000_000_000
const LATER = NOW + 10 * 60_000

const good = (calls: number): Judgement => ({ calls, broken_limit: null })
const BAD: Judgement = { calls: 20, broken_limit: 'ASR' }
const LOCKED: Lock = {
  lock_state: 'LOCKED',
  lock_reason: 'ASR',
  locked_at: NOW,
  unlock_at: LATER,
}
const PROBING: Lock = { ...LOCKED, lock_state: 'PROBING', unlock_at: null }
const BY_HAND: Lock = { ...LOCKED, lock_reason: 'HAND', unlock_at: null }

test.each<[string, Lock, Judgement, number, Lock]>([
  ['good calls leave it open', OPEN, good(500), NOW, OPEN],
  ['bad calls lock it', OPEN, BAD, NOW, LOCKED],
  ['a lock lasts its time', LOCKED, good(0), LATER - 1, LOCKED],
  ['then calls probe it', LOCKED, good(0), LATER, PROBING],
  ['few calls do not tell yet', PROBING, good(19), LATER, PROBING],
  ['enough good ones open it', PROBING, good(20), LATER, OPEN],
  [
    'bad ones lock it again',
    PROBING,
    BAD,
    LATER,
    { ...LOCKED, locked_at: LATER, unlock_at: LATER + 600_000 },
  ],
  ['what a user has locked stays locked', BY_HAND, good(500), LATER, BY_HAND],
])('%s', (_, lock, judged, now_ms, next) => {
  expect(nextLock(lock, judged, RULES, now_ms)).toEqual(next)
})

test('without a time a lock waits for a user', () => {
  const locked = nextLock(OPEN, BAD, { ...RULES, auto_unlock_minutes: null }, NOW)
  expect(locked).toEqual({ ...LOCKED, unlock_at: null })
  expect(nextLock(locked, good(0), RULES, NOW * 2)).toEqual(locked)
})

test('a gateway that shall not be locked any more is opened', () => {
  for (const quality_action of ['ALARM', 'DEPRIORITISE'] as const) {
    const rules = { ...RULES, quality_action }
    expect(nextLock(LOCKED, BAD, rules, NOW)).toEqual(OPEN)
    expect(nextLock(PROBING, BAD, rules, NOW)).toEqual(OPEN)
    expect(nextLock(OPEN, BAD, rules, NOW)).toEqual(OPEN)
    expect(nextLock(BY_HAND, BAD, rules, NOW)).toEqual(BY_HAND)
  }
})

test('a gateway is judged by the calls since it probes, not by those that locked it', () => {
  const limits = { min_acd_seconds: null, max_pdd_seconds: null, max_short_call_ratio: null }
  const rules = { ...RULES, ...limits, min_asr: percent(500_000) }
  const before = { ...NO_CALLS, calls: 100 }
  const sums = { ...before, calls: 120, answered: 20, duration_ms: 1_200_000 }
  const probed = { lock: PROBING, rules, sums, base: before }
  expect(assessGateway(probed, LATER)).toMatchObject({
    quality: { calls: 20, asr: 1_000_000, acd_seconds: 60 },
    broken_limit: null,
    lock: OPEN,
  })
  expect(assessGateway({ ...probed, lock: OPEN, base: null }, NOW)).toMatchObject({
    quality: { calls: 120, asr: 166_666 },
    broken_limit: 'ASR',
    lock: LOCKED,
  })
})

test.each([
  [50_000, 5],
  [333_333, 33],
  [1_000_000, 100],
  [10_000, 1],
])('%d of a million are %d of a hundred calls, evenly', (probe_percent, expected) => {
  const calls = Array.from({ length: 100 }, (_, at) => isProbeCall(probe_percent, at + 1))
  expect(calls.filter(Boolean)).toHaveLength(expected)
  const half = calls.slice(0, 50).filter(Boolean).length
  expect(Math.abs(half - expected / 2)).toBeLessThanOrEqual(1)
})

test('gateways are checked at the first minute, and then when the interval is over', () => {
  const checksOf = (every_minutes: number) => {
    let checked_ms = Number.NEGATIVE_INFINITY
    return [0, 60_200, 119_900, 180_400, 240_500, 300_100].filter((now_ms) => {
      const is_due = isCheckDue(checked_ms, now_ms, every_minutes)
      if (is_due) checked_ms = now_ms
      return is_due
    })
  }
  expect(checksOf(1)).toHaveLength(6)
  expect(checksOf(2)).toEqual([0, 119_900, 240_500])
  expect(checksOf(5)).toEqual([0, 300_100])
})
