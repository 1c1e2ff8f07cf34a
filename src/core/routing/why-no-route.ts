// The refusal of a call for which no gateway is left (domain.md §1.17).
import type { Refusal } from './refusal.ts'
import type { Drop, TraceStep } from './trace.ts'

export interface NoRoute {
  readonly refusal: Refusal
  /** Why every gateway was left out, where it is the same for all of them. */
  readonly reason?: string
}

/** The most telling reason of all drops: the one nearest to a working route. */
export function whyNoRoute(trace: readonly TraceStep[]): NoRoute {
  const drops = new Set<Drop>()
  for (const step of trace) if (step.step === 'gateway' && step.dropped) drops.add(step.dropped)
  const [first, ...others] = drops
  const reason = first !== undefined && others.length === 0 ? { reason: first } : {}
  const some = (of: Partial<Record<Drop, Refusal>>) =>
    new Set([...drops].flatMap((drop) => of[drop] ?? []))
  if (some(UNPROFITABLE).size > 0) return { refusal: 'NO_PROFIT', ...reason }
  const [limit, ...limits] = some(FULL)
  if (limit) return { refusal: limits.length === 0 ? limit : 'LIMIT_GATEWAY', ...reason }
  if (drops.has('no codec in common')) return { refusal: 'CODEC_MISMATCH', ...reason }
  const refusal = (others.length === 0 && first && OF_ALL[first]) || 'NO_ROUTE'
  return { refusal, ...reason }
}

const UNPROFITABLE: Partial<Record<Drop, Refusal>> = {
  'cost above revenue': 'NO_PROFIT',
  'below min margin': 'NO_PROFIT',
}
const FULL: Partial<Record<Drop, Refusal>> = {
  'channel limit reached': 'LIMIT_GATEWAY',
  'CPS limit reached': 'LIMIT_CPS_GATEWAY',
  'limit per called number reached': 'LIMIT_NUMBER',
  'target channel limit reached': 'LIMIT_TARGET',
  'settlement channel limit reached': 'LIMIT_SETTLEMENT',
  'settlement CPS limit reached': 'LIMIT_SETTLEMENT',
}
/** Said only when it is so of every gateway. */
const OF_ALL: Partial<Record<Drop, Refusal>> = {
  'OPTIONS ping down': 'GATEWAYS_DOWN',
  'tunnel not active': 'GATEWAYS_DOWN',
  'settlement debt or minutes limit reached': 'BALANCE_CARRIER',
}
