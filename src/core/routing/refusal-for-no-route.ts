// The refusal of a call for which no gateway is left (docs/domain/routing.md, R6).

import type { GatewayExclusion } from './exclusions.ts'
import type { Refusal } from './refusal.ts'
import type { TraceStep } from './trace.ts'

export interface NoRouteRefusal {
  readonly refusal: Refusal
  /** Why every gateway was left out, where it is the same for all of them. */
  readonly exclusion?: GatewayExclusion
}

/** The most telling of all exclusions: the one nearest to a working route. */
export function refusalForNoRoute(trace: readonly TraceStep[]): NoRouteRefusal {
  const exclusions = new Set<GatewayExclusion>()
  for (const step of trace)
    if (step.step === 'GATEWAY' && step.exclusion) exclusions.add(step.exclusion)
  const [first, ...others] = exclusions
  const shared = first !== undefined && others.length === 0 ? { exclusion: first } : {}
  const some = (of: Partial<Record<GatewayExclusion, Refusal>>) =>
    new Set([...exclusions].flatMap((exclusion) => of[exclusion] ?? []))
  if (some(UNPROFITABLE).size > 0) return { refusal: 'NO_PROFIT', ...shared }
  const [limit, ...limits] = some(FULL)
  if (limit) return { refusal: limits.length === 0 ? limit : 'LIMIT_GATEWAY', ...shared }
  if (exclusions.has('NO_COMMON_CODEC')) return { refusal: 'CODEC_MISMATCH', ...shared }
  const refusal = (others.length === 0 && first && OF_ALL[first]) || 'NO_ROUTE'
  return { refusal, ...shared }
}

const UNPROFITABLE: Partial<Record<GatewayExclusion, Refusal>> = {
  COST_ABOVE_REVENUE: 'NO_PROFIT',
  BELOW_MIN_MARGIN: 'NO_PROFIT',
}
const FULL: Partial<Record<GatewayExclusion, Refusal>> = {
  CHANNEL_LIMIT: 'LIMIT_GATEWAY',
  CPS_LIMIT: 'LIMIT_CPS_GATEWAY',
  CALLED_NUMBER_LIMIT: 'LIMIT_NUMBER',
  TARGET_CHANNEL_LIMIT: 'LIMIT_TARGET',
  SETTLEMENT_CHANNEL_LIMIT: 'LIMIT_SETTLEMENT',
  SETTLEMENT_CPS_LIMIT: 'LIMIT_SETTLEMENT',
}
/** Said only when it is so of every gateway. */
const OF_ALL: Partial<Record<GatewayExclusion, Refusal>> = {
  PING_DOWN: 'GATEWAYS_DOWN',
  TUNNEL_DOWN: 'GATEWAYS_DOWN',
  SETTLEMENT_EXHAUSTED: 'BALANCE_SETTLEMENT',
}
