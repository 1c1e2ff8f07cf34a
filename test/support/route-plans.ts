// Route plans for tests: a plan with one rule for every number, which leads to both gateways of the
// test snapshot. A test names what it changes.
import { newRule } from '#contract/blank-forms.ts'
import {
  type CostMultiplier,
  indexRules,
  type RoutePlan,
  type RouteRule,
  type RouteTarget,
} from '#core/routing/route-plan.ts'
import { amount, perMinute, share } from './terms.ts'

export function makeTarget(target: Partial<RouteTarget> = {}): RouteTarget {
  const position = target.position ?? 1
  return {
    id: 60 + position,
    status: 'active',
    gateway_id: target.gateway_group_id ? null : 30,
    gateway_group_id: null,
    position,
    priority: 100,
    weight: 100,
    percent: 0,
    is_static: false,
    strip_digits: 0,
    prepend: '',
    translation_id: null,
    channel_limit: null,
    cost_multiplier: 10_000 as CostMultiplier,
    valid_from_ms: null,
    valid_until_ms: null,
    ...target,
  }
}

const { description: _, ...blankRule } = newRule('')

export function makeRule(rule: Partial<RouteRule> = {}): RouteRule {
  return {
    ...blankRule,
    id: 50,
    position: 1,
    targets: [makeTarget(), makeTarget({ gateway_id: 31, position: 2 })],
    ...rule,
  }
}

export function makePlan(
  plan: Partial<Omit<RoutePlan, 'rules'>> & { rules?: readonly RouteRule[] } = {},
): RoutePlan {
  const { rules = [makeRule()], ...changes } = plan
  return {
    id: 1,
    name: 'World',
    status: 'active',
    mode: 'ORDERED',
    max_attempts: 10,
    max_setup_seconds: 30,
    rate_delta: perMinute('0'),
    profit_mode: 'OFF',
    min_profit_percent: share('0'),
    min_profit_abs: amount('0'),
    dst_list_id: null,
    src_list_id: null,
    parent_plan_id: null,
    rules: indexRules(rules),
    ...changes,
  }
}
