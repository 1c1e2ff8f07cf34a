// A gateway with bad calls is locked for a while, then gets a few probe calls, and is unlocked or
// locked again by these calls alone.
import { unreachable } from '../assert.ts'
import {
  BROKEN_LIMITS,
  type BrokenLimit,
  figuresOf,
  judgeQuality,
  NO_CALLS,
  type Quality,
  type QualityLimits,
  type QualitySums,
  sumsSince,
} from './gateway-quality.ts'

export const LOCK_STATES = ['OPEN', 'LOCKED', 'PROBING'] as const
export type LockState = (typeof LOCK_STATES)[number]

/** By a user, or by the limit that was broken. */
export const LOCK_REASONS = ['HAND', ...BROKEN_LIMITS] as const
export type LockReason = (typeof LOCK_REASONS)[number]

export interface Lock {
  readonly lock_state: LockState
  readonly lock_reason: LockReason | null
  /** Epoch milliseconds. */
  readonly locked_at: number | null
  /** When probing begins; null means that a user must unlock it. */
  readonly unlock_at: number | null
}

export interface LockRules {
  readonly quality_action: 'ALARM' | 'LOCK' | 'DEPRIORITISE'
  readonly auto_unlock_minutes: number | null
  readonly quality_min_calls: number
}

export const OPEN: Lock = {
  lock_state: 'OPEN',
  lock_reason: null,
  locked_at: null,
  unlock_at: null,
}

/** The evaluated calls: how many there were, and which limit they break. */
export interface Judgement {
  readonly calls: number
  readonly broken_limit: BrokenLimit | null
}

/**
 * The lock at `now_ms`. When it locks and when it begins to probe, the evaluation starts again:
 * only later calls count.
 */
export function nextLock(lock: Lock, judged: Judgement, rules: LockRules, now_ms: number): Lock {
  if (lock.lock_reason === 'HAND') return lock
  // The operator has changed the action to something other than LOCK.
  if (rules.quality_action !== 'LOCK') return lock.lock_state === 'OPEN' ? lock : OPEN
  switch (lock.lock_state) {
    case 'OPEN':
      return judged.broken_limit === null ? lock : locked(judged.broken_limit, rules, now_ms)
    case 'LOCKED':
      return lock.unlock_at !== null && now_ms >= lock.unlock_at
        ? { ...lock, lock_state: 'PROBING', unlock_at: null }
        : lock
    case 'PROBING':
      if (judged.broken_limit !== null) return locked(judged.broken_limit, rules, now_ms)
      return judged.calls < rules.quality_min_calls ? lock : OPEN
    default:
      return unreachable(lock.lock_state)
  }
}

const MINUTE_MS = 60_000

/** Whether gateways are judged again; it is asked every minute, a little early or late. */
export const isCheckDue = (checked_ms: number, now_ms: number, every_minutes: number): boolean =>
  now_ms - checked_ms >= (every_minutes - 0.5) * MINUTE_MS

function locked(lock_reason: BrokenLimit, rules: LockRules, now_ms: number): Lock {
  const minutes = rules.auto_unlock_minutes
  return {
    lock_state: 'LOCKED',
    lock_reason,
    locked_at: now_ms,
    unlock_at: minutes === null ? null : now_ms + minutes * MINUTE_MS,
  }
}

/** The state of a gateway before its evaluation. */
export interface Assessed {
  readonly lock: Lock
  readonly rules: LockRules & QualityLimits
  readonly sums: QualitySums
  /** The part of the sums from before the calls that count; null is zero. */
  readonly base: QualitySums | null
}

export interface Assessment {
  readonly quality: Quality
  readonly broken_limit: BrokenLimit | null
  readonly lock: Lock
}

/** Computes the figures of a gateway, the limit that they break, and its lock. */
export function assessGateway({ lock, rules, sums, base }: Assessed, now_ms: number): Assessment {
  const quality = figuresOf(sumsSince(sums, base ?? NO_CALLS))
  const broken_limit = judgeQuality(quality, rules)
  const next = nextLock(lock, { calls: quality.calls, broken_limit }, rules, now_ms)
  return { quality, broken_limit, lock: next }
}

/**
 * Whether the `nth` call that could use a gateway (from 1) is one of its probes: evenly spread,
 * because random ones might all come at once.
 */
export function isProbeCall(probe_percent: number, nth: number): boolean {
  const before = Math.floor(((nth - 1) * probe_percent) / WHOLE)
  return Math.floor((nth * probe_percent) / WHOLE) > before
}

const WHOLE = 1_000_000
