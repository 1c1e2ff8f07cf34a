// Finds the rules of a plan that is being edited that would take a number, with the function that
// routes every call (core/routing/route-plan.ts). Facts that only the server knows, such as the
// numbers of a list, are left open: such rules come with a condition.
import type { Money, Percent, Rate } from '#core/money.ts'
import {
  findRules,
  indexRules,
  type RoutePlan,
  type RouteRule,
  type RuleHelpers,
} from '#core/routing/route-plan.ts'
import type { PlanRuleValues } from './plan-values.ts'

export interface NumberQuestion {
  readonly called_number: string
  readonly caller_number: string
  readonly client_id: number | null
}

/** A rule by its place among the values of the form. */
export interface MatchingRule {
  readonly at: number
  readonly is_conditional: boolean
}

export interface FoundRules {
  /** In the order in which they are tried, when all conditions are met. */
  readonly rules: readonly MatchingRule[]
  /** When none is; only if that makes a difference. */
  readonly otherwise: readonly MatchingRule[] | undefined
  /** Whether the fallback plan is used after them. */
  readonly falls_back: boolean
}

/** No client has this id. */
const NO_CLIENT = 0

export function findMatchingRules(
  rules: readonly PlanRuleValues[],
  question: NumberQuestion,
): FoundRules {
  const plan = planOf(rules)
  const met = search(plan, rules, question, true)
  const isOpen = met.rules.some((rule) => rule.is_conditional)
  return { ...met, otherwise: isOpen ? search(plan, rules, question, false).rules : undefined }
}

/** Conditions that cannot be checked here. */
const isConditional = (rule: PlanRuleValues | undefined): boolean =>
  rule !== undefined &&
  (rule.src_list_id !== null ||
    rule.reseller_id !== null ||
    rule.window_id !== null ||
    rule.tags.length > 0)

function search(
  plan: RoutePlan,
  rules: readonly PlanRuleValues[],
  { called_number, caller_number, client_id }: NumberQuestion,
  isMet: boolean,
) {
  const helpers: RuleHelpers = {
    plan: () => undefined,
    isOpen: () => isMet,
    accepts: () => isMet,
  }
  const all = {
    reseller_ids: rules.flatMap((rule) => rule.reseller_id ?? []),
    tags: rules.flatMap((rule) => rule.tags),
  }
  const found = findRules(
    plan,
    {
      called_number,
      caller_number,
      client_id: client_id ?? NO_CLIENT,
      at_ms: 0,
      ...(isMet ? all : { reseller_ids: [], tags: [] }),
    },
    helpers,
  )
  const blocking = found.block?.by === 'rule' ? [found.block.rule] : []
  const taking = [...found.rules.map(({ rule }) => rule), ...blocking].map(({ id }) => ({
    at: id,
    is_conditional: isConditional(rules[id]),
  }))
  const last = found.rules.at(-1)?.rule
  return { rules: taking, falls_back: found.block === null && !last?.exclusive }
}

/** The rules with their places for ids: new ones have none yet. */
function planOf(rules: readonly PlanRuleValues[]): RoutePlan {
  const placed = rules.map(
    (rule, at): RouteRule => ({ ...rule, id: at, position: at + 1, targets: [] }),
  )
  return {
    id: 0,
    name: '',
    status: 'active',
    mode: 'ORDERED',
    max_attempts: 1,
    max_setup_seconds: 0,
    rate_delta: 0 as Rate,
    profit_mode: 'OFF',
    min_profit_percent: 0 as Percent,
    min_profit_abs: 0 as Money,
    dst_list_id: null,
    src_list_id: null,
    parent_plan_id: null,
    rules: indexRules(placed),
  }
}
