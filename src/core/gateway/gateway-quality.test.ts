import { expect, test } from 'vitest'
import { percent } from '../money.ts'
import {
  figuresOf,
  judgeQuality,
  NO_CALLS,
  type QualityLimits,
  type QualitySums,
  sumsSince,
} from './gateway-quality.ts'

const LIMITS: QualityLimits = {
  min_asr: percent(400_000),
  min_acd_seconds: 60,
  max_pdd_seconds: 5,
  max_short_call_ratio: percent(200_000),
  quality_min_calls: 100,
}

/** 200 attempts, half of them answered, two minutes each, 3 s to ring, 5 % of them short. */
const GOOD: QualitySums = {
  calls: 200,
  answered: 100,
  short_calls: 5,
  duration_ms: 12_000_000,
  pdd_ms_sum: 450_000,
  pdd_count: 150,
}

test('figures are shares and means of the sums', () => {
  expect(figuresOf(GOOD)).toEqual({
    calls: 200,
    asr: 500_000,
    acd_seconds: 120,
    pdd_ms: 3000,
    short_call_ratio: 50_000,
  })
})

test('without calls there are no figures', () => {
  const none = { asr: null, acd_seconds: null, pdd_ms: null, short_call_ratio: null }
  expect(figuresOf(NO_CALLS)).toEqual({ calls: 0, ...none })
})

test.each<[string, Partial<QualitySums>, string | null]>([
  ['good calls', {}, null],
  ['as many answers as asked for', { answered: 80, duration_ms: 9_600_000, short_calls: 0 }, null],
  ['too few answers', { answered: 79, duration_ms: 9_600_000, short_calls: 0 }, 'ASR'],
  ['talks that are too short', { duration_ms: 5_999_000 }, 'ACD'],
  ['ringing that comes too late', { pdd_ms_sum: 750_150 }, 'PDD'],
  ['ringing at the last moment', { pdd_ms_sum: 750_000 }, null],
  ['too many short calls', { short_calls: 21 }, 'SHORT_CALLS'],
  ['no ringing at all', { pdd_ms_sum: 0, pdd_count: 0 }, null],
  ['no answer at all', { answered: 0, duration_ms: 0, short_calls: 0 }, 'ASR'],
])('%s', (_, change, broken) => {
  expect(judgeQuality(figuresOf({ ...GOOD, ...change }), LIMITS)).toBe(broken)
})

test('too few calls say nothing', () => {
  const bad = { ...NO_CALLS, calls: 99 }
  expect(judgeQuality(figuresOf(bad), LIMITS)).toBeNull()
  expect(judgeQuality(figuresOf({ ...bad, calls: 100 }), LIMITS)).toBe('ASR')
})

test('what has no limit is not judged', () => {
  const none = {
    min_asr: null,
    min_acd_seconds: null,
    max_pdd_seconds: null,
    max_short_call_ratio: null,
  }
  const bad = figuresOf({ ...GOOD, answered: 0, pdd_ms_sum: 1e9 })
  expect(judgeQuality(bad, { ...none, quality_min_calls: 1 })).toBeNull()
})

test('calls are judged from a moment on without those before it', () => {
  const later = { ...GOOD, calls: 210, answered: 101, duration_ms: 12_030_000 }
  expect(sumsSince(later, GOOD)).toEqual({
    ...NO_CALLS,
    calls: 10,
    answered: 1,
    duration_ms: 30_000,
  })
  expect(sumsSince(GOOD, later)).toEqual(NO_CALLS)
})
