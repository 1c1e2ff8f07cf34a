// Why a gateway has its place in the order, for the display of a trace.
import { boundedMoney, formatMoney, formatPercent } from '../money.ts'
import { isKnown, qualityCost } from '../routing/order-routes.ts'
import { formatCostMultiplier, type RoutePlanMode } from '../routing/route-plan.ts'
import type { Ranked } from '../routing/trace.ts'

/** What the mode of the plan compares of a candidate, the weightiest first. */
export function orderLabel(mode: RoutePlanMode, candidate: Ranked): string {
  const { protect_route, is_deprioritised } = candidate
  const rank = protect_route ? 'last resort' : is_deprioritised ? 'tried last for quality' : ''
  return [rank, ...wordsIn(mode, candidate)].filter((words) => words !== '').join(', ')
}

function wordsIn(mode: RoutePlanMode, candidate: Ranked): readonly string[] {
  const shared = sharedLabel(candidate)
  switch (mode) {
    case 'ORDERED':
      return [`position ${candidate.position}`]
    case 'LCR':
      return [costLabel(candidate), ...shared]
    case 'LCR_QUALITY': {
      const score = formatMoney(boundedMoney(Math.round(qualityCost(candidate))))
      return [`score ${score}`, costLabel(candidate), qualityLabel(candidate), ...shared]
    }
    case 'QUALITY':
      return [qualityLabel(candidate), ...shared]
    case 'PERCENT':
      return [`share ${candidate.percent} %`]
    case 'STATIC_THEN_LCR':
      return candidate.is_static ? ['static', ...shared] : [costLabel(candidate), ...shared]
  }
}

/** Equals are tried by priority, and share the calls by their weight. */
const sharedLabel = ({ priority, member_priority, weight }: Ranked) => [
  member_priority === 0 ? `priority ${priority}` : `priority ${priority}/${member_priority}`,
  `weight ${Math.round(weight)}`,
]

function costLabel({ cost, target: { cost_multiplier } }: Ranked): string {
  const times = formatCostMultiplier(cost_multiplier)
  return times === '1' ? `cost ${formatMoney(cost)}` : `cost ${formatMoney(cost)} (× ${times})`
}

function qualityLabel({ quality }: Ranked): string {
  if (!isKnown(quality)) return 'no quality data yet'
  const { asr, acd, pdd_ms } = quality
  return [
    asr === null ? '' : `ASR ${formatPercent(asr)} %`,
    acd === null ? '' : `ACD ${Math.round(acd)} s`,
    pdd_ms === null ? '' : `PDD ${Math.round(pdd_ms)} ms`,
  ]
    .filter((words) => words !== '')
    .join(', ')
}
