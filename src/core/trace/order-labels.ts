// Why a gateway has its place in the order, for the display of a trace.
import { boundedMoney, formatMoney, formatPercent, type Money, type Percent } from '../money.ts'
import { isKnown, qualityCost } from '../routing/order-routes.ts'
import {
  type CostMultiplier,
  formatCostMultiplier,
  type RoutePlanMode,
} from '../routing/route-plan.ts'
import type { OrderCode, OrderFact, Ranked } from '../routing/trace.ts'

/** The facts by which the mode of the plan orders a candidate, the weightiest first. */
export function orderFacts(mode: RoutePlanMode, candidate: Ranked): OrderFact[] {
  const { last_resort, is_deprioritised } = candidate
  const compared = comparedIn(mode, candidate)
  if (last_resort) return [fact('LAST_RESORT'), ...compared]
  return is_deprioritised ? [fact('LOW_QUALITY'), ...compared] : compared
}

export const orderText = (facts: readonly OrderFact[]): string =>
  facts.map(({ code, value }) => LABELS[code](value ?? 0)).join(', ')

const LABELS: Readonly<Record<OrderCode, (value: number) => string>> = {
  LAST_RESORT: () => 'last resort',
  LOW_QUALITY: () => 'tried last for quality',
  POSITION: (position) => `position ${position}`,
  SCORE: (score) => `score ${formatMoney(score as Money)}`,
  COST: (cost) => `cost ${formatMoney(cost as Money)}`,
  COST_MULTIPLIER: (multiplier) =>
    `cost multiplier ${formatCostMultiplier(multiplier as CostMultiplier)}`,
  NO_QUALITY_DATA: () => 'no quality data yet',
  ASR: (asr) => `ASR ${formatPercent(asr as Percent)} %`,
  ACD: (seconds) => `ACD ${seconds} s`,
  PDD: (ms) => `PDD ${ms} ms`,
  SHARE: (percent) => `share ${percent} %`,
  STATIC: () => 'static',
  PRIORITY: (priority) => `priority ${priority}`,
  MEMBER_PRIORITY: (priority) => `member priority ${priority}`,
  WEIGHT: (weight) => `weight ${weight}`,
}

const fact = (code: OrderCode, value: number | null = null): OrderFact => ({ code, value })

function comparedIn(mode: RoutePlanMode, candidate: Ranked): OrderFact[] {
  const shared = sharedFacts(candidate)
  switch (mode) {
    case 'ORDERED':
      return [fact('POSITION', candidate.position)]
    case 'LCR':
      return [...costFacts(candidate), ...shared]
    case 'LCR_QUALITY': {
      const score = fact('SCORE', boundedMoney(Math.round(qualityCost(candidate))))
      return [score, ...costFacts(candidate), ...qualityFacts(candidate), ...shared]
    }
    case 'QUALITY':
      return [...qualityFacts(candidate), ...shared]
    case 'PERCENT':
      return [fact('SHARE', candidate.percent)]
    case 'STATIC_THEN_LCR':
      return [...(candidate.is_static ? [fact('STATIC')] : costFacts(candidate)), ...shared]
  }
}

/** Equals are tried by priority, and share the calls by their weight. */
const sharedFacts = ({ priority, member_priority, weight }: Ranked): OrderFact[] => [
  fact('PRIORITY', priority),
  ...(member_priority === 0 ? [] : [fact('MEMBER_PRIORITY', member_priority)]),
  fact('WEIGHT', Math.round(weight)),
]

function costFacts({ cost, target: { cost_multiplier } }: Ranked): OrderFact[] {
  const is_plain = formatCostMultiplier(cost_multiplier) === '1'
  return [fact('COST', cost), ...(is_plain ? [] : [fact('COST_MULTIPLIER', cost_multiplier)])]
}

function qualityFacts({ quality }: Ranked): OrderFact[] {
  if (!isKnown(quality)) return [fact('NO_QUALITY_DATA')]
  const { asr, acd_seconds, pdd_ms } = quality
  return [
    ...(asr === null ? [] : [fact('ASR', asr)]),
    ...(acd_seconds === null ? [] : [fact('ACD', Math.round(acd_seconds))]),
    ...(pdd_ms === null ? [] : [fact('PDD', Math.round(pdd_ms))]),
  ]
}
