// The quality of the calls through a gateway, compared with its limits.
import { type Percent, percent } from '../money.ts'

/** The longest short call, in seconds: often a false answer. */
export const SHORT_CALL_SECONDS = 15

/** Sums over attempts; they can be added, and taken off again. */
export interface QualitySums {
  readonly calls: number
  readonly answered: number
  readonly short_calls: number
  readonly duration_ms: number
  readonly pdd_ms_sum: number
  readonly pdd_count: number
}

export interface Quality {
  readonly calls: number
  /** Answered of all. */
  readonly asr: Percent | null
  /** Mean seconds of an answered call. */
  readonly acd_seconds: number | null
  readonly pdd_ms: number | null
  /** Short ones of those answered. */
  readonly short_call_ratio: Percent | null
}

/** Null is not judged. */
export interface QualityLimits {
  readonly min_asr: Percent | null
  /** Seconds. */
  readonly min_acd_seconds: number | null
  /** Seconds. */
  readonly max_pdd_seconds: number | null
  readonly max_short_call_ratio: Percent | null
  /** Fewer calls say nothing. */
  readonly quality_min_calls: number
}

export const BROKEN_LIMITS = ['ASR', 'ACD', 'PDD', 'SHORT_CALLS'] as const
export type BrokenLimit = (typeof BROKEN_LIMITS)[number]

export const NO_CALLS: QualitySums = {
  calls: 0,
  answered: 0,
  short_calls: 0,
  duration_ms: 0,
  pdd_ms_sum: 0,
  pdd_count: 0,
}

/** The calls since `base`, which is a part of `sums`. */
export function sumsSince(sums: QualitySums, base: QualitySums): QualitySums {
  const less = (of: keyof QualitySums) => Math.max(0, sums[of] - base[of])
  return {
    calls: less('calls'),
    answered: less('answered'),
    short_calls: less('short_calls'),
    duration_ms: less('duration_ms'),
    pdd_ms_sum: less('pdd_ms_sum'),
    pdd_count: less('pdd_count'),
  }
}

export function figuresOf(sums: QualitySums): Quality {
  const { calls, answered, short_calls, duration_ms, pdd_ms_sum, pdd_count } = sums
  return {
    calls,
    asr: shareOf(answered, calls),
    acd_seconds: answered === 0 ? null : Math.floor(duration_ms / answered / 1000),
    pdd_ms: pdd_count === 0 ? null : Math.round(pdd_ms_sum / pdd_count),
    short_call_ratio: shareOf(short_calls, answered),
  }
}

const WHOLE = 1_000_000
const shareOf = (part: number, all: number): Percent | null =>
  all === 0 ? null : percent(Math.min(WHOLE, Math.floor((part / all) * WHOLE)))

/** The first limit that the figures break; null for none, or too few calls. */
export function judgeQuality(figures: Quality, limits: QualityLimits): BrokenLimit | null {
  const { calls, asr, acd_seconds, pdd_ms, short_call_ratio } = figures
  const { min_asr, min_acd_seconds, max_pdd_seconds, max_short_call_ratio, quality_min_calls } =
    limits
  if (calls < quality_min_calls) return null
  if (min_asr !== null && asr !== null && asr < min_asr) return 'ASR'
  if (min_acd_seconds !== null && acd_seconds !== null && acd_seconds < min_acd_seconds)
    return 'ACD'
  if (max_pdd_seconds !== null && pdd_ms !== null && pdd_ms > max_pdd_seconds * 1000) return 'PDD'
  if (
    max_short_call_ratio !== null &&
    short_call_ratio !== null &&
    short_call_ratio > max_short_call_ratio
  ) {
    return 'SHORT_CALLS'
  }
  return null
}
