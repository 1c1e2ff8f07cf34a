import type { RoutePlan, WholeRoutePlan } from '#contract/routing/route-plans.ts'
import type { Choice } from '../ui/form/SelectField.tsx'

type Mode = RoutePlan['mode']

export const PLAN_MODE_CHOICES: readonly Choice<Mode>[] = [
  { value: 'ORDERED', label: 'Ordered' },
  { value: 'LCR', label: 'Least cost (LCR)' },
  { value: 'LCR_QUALITY', label: 'Least cost and quality' },
  { value: 'QUALITY', label: 'Best quality' },
  { value: 'PERCENT', label: 'Percentage share' },
  { value: 'STATIC_THEN_LCR', label: 'Static, then least cost' },
]

/** How a mode orders the targets of a rule, in a sentence. */
export const PLAN_MODE_HELP: Readonly<Record<Mode, string>> = {
  ORDERED: 'Targets are tried in the order listed.',
  LCR: 'The cheapest target for a call of average duration first.',
  LCR_QUALITY: 'Least cost, with penalties for low ASR, low ACD and high PDD.',
  QUALITY: 'By ASR, then ACD, then PDD.',
  PERCENT: 'Each target is first for its share of calls; the others follow.',
  STATIC_THEN_LCR: 'Static targets by priority and weight, then the others, cheapest first.',
}

/** The fields of a target that each mode needs. */
export const asksForPosition = (mode: Mode): boolean => mode === 'ORDERED'
export const asksForPercent = (mode: Mode): boolean => mode === 'PERCENT'
export const asksForStatic = (mode: Mode): boolean => mode === 'STATIC_THEN_LCR'
export const asksForCost = (mode: Mode): boolean =>
  mode === 'LCR' || mode === 'LCR_QUALITY' || mode === 'STATIC_THEN_LCR'
/** Where two targets are equally good, and for the members of a group. */
export const asksForPriority = (mode: Mode): boolean => mode !== 'ORDERED' && mode !== 'PERCENT'

export const PROFIT_MODES: readonly Choice<RoutePlan['profit_mode']>[] = [
  { value: 'OFF', label: 'Off' },
  { value: 'PER_CALL', label: 'Per call of average duration' },
  { value: 'PER_MINUTE', label: 'Per minute' },
]

type Rule = WholeRoutePlan['rules'][number]

export const RULE_ACTION_CHOICES: readonly Choice<Rule['action']>[] = [
  { value: 'ROUTE', label: 'Route' },
  { value: 'BLOCK', label: 'Block' },
]

export const MATCH_MODES: readonly Choice<Rule['match_mode']>[] = [
  { value: 'LONGEST_ONLY', label: 'No' },
  { value: 'LONGEST_THEN_SHORTER', label: 'Yes' },
]

export const BLOCK_ANSWERS: readonly Choice[] = [
  { value: '403', label: '403 Forbidden' },
  { value: '404', label: '404 Not Found' },
  { value: '480', label: '480 Temporarily Unavailable' },
  { value: '484', label: '484 Address Incomplete' },
  { value: '503', label: '503 Service Unavailable' },
  { value: '603', label: '603 Decline' },
]
