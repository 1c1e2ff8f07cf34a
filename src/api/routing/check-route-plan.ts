// Checks of a route plan beyond its schema, and the texts of its rules in the activity log.
import type { z } from 'zod'
import type { routePlanForm } from '#contract/routing/route-plans.ts'
import { MAX_FALLBACKS } from '#core/routing/route-plan.ts'
import { lockAccountsOf } from '#db/accounts/account-profile.ts'
import type { Tx } from '#db/database.ts'
import { lockLists } from '#db/routing/number-lists.ts'
import { fallbackChain } from '#db/routing/route-plans.ts'
import type { RuleValues, TargetValues } from '#db/routing/route-rules.ts'
import type { Scope } from '#db/scope.ts'
import { lockAllReferred, lockAllRows, lockReferred, type Reference } from '../checks/references.ts'
import { badField } from '../http/problem.ts'

type Form = z.output<typeof routePlanForm>

/** Everything that the plan names exists, and stays until the transaction ends. */
export async function checkReferences(tx: Tx, scope: Scope, body: Form): Promise<void> {
  const ofRules = (field: 'src_list_id' | 'client_id' | 'reseller_id' | 'window_id') =>
    body.rules.map((rule, at): Reference => ({ path: `rules.${at}.${field}`, id: rule[field] }))
  const ofTargets = (field: 'gateway_id' | 'gateway_group_id' | 'translation_id') =>
    body.rules.flatMap((rule, at) =>
      rule.targets.map((target, place): Reference => {
        return { path: `rules.${at}.targets.${place}.${field}`, id: target[field] }
      }),
    )
  const lists = [
    { path: 'dst_list_id', id: body.dst_list_id },
    { path: 'src_list_id', id: body.src_list_id },
    ...ofRules('src_list_id'),
  ]
  await lockAllRows(tx, scope, 'gateway', ofTargets('gateway_id'))
  await lockAllRows(tx, scope, 'gateway_group', ofTargets('gateway_group_id'))
  await lockAllRows(tx, scope, 'translation', ofTargets('translation_id'))
  await lockAllReferred(lists, 'number list', (ids) => lockLists(tx, scope, ids))
  await lockAllRows(tx, scope, 'time_window', ofRules('window_id'))
  await lockAllReferred(ofRules('client_id'), 'client', (ids) =>
    lockAccountsOf(tx, scope, ['WHOLESALE', 'RETAIL'], ids),
  )
  await lockAllReferred(ofRules('reseller_id'), 'reseller', (ids) =>
    lockAccountsOf(tx, scope, ['RESELLER'], ids),
  )
}

/** The fallback plan exists, does not lead back to this plan, and not through too many others. */
export async function checkFallback(
  tx: Tx,
  scope: Scope,
  plan_id: number | null,
  parent_plan_id: number | null,
): Promise<void> {
  if (parent_plan_id === null) return
  await lockReferred(tx, scope, 'route_plan', 'parent_plan_id', parent_plan_id)
  const chain = await fallbackChain(tx, parent_plan_id)
  if (plan_id !== null && chain.includes(plan_id)) {
    throw badField('parent_plan_id', 'This plan leads back to the plan you are editing.')
  }
  if (chain.length > MAX_FALLBACKS) {
    const message = `At most ${MAX_FALLBACKS} fallback plans in a row.`
    throw badField('parent_plan_id', message)
  }
}

/** A rule that names an id must be one of the plan's own, and named once. */
export function checkRuleIds(rules: readonly RuleValues[], own: ReadonlySet<number>): void {
  const seen = new Set<number>()
  for (const [at, { id }] of rules.entries()) {
    if (id === null) continue
    if (!own.has(id) || seen.has(id)) {
      throw badField(`rules.${at}.id`, 'This rule is not part of the plan.')
    }
    seen.add(id)
  }
}

/** A plan as the form has it, without its rules. */
export const planAsForm = (plan: Omit<Form, 'rules'>): Omit<Form, 'rules'> => ({
  name: plan.name,
  name_for_resellers: plan.name_for_resellers,
  description: plan.description,
  status: plan.status,
  mode: plan.mode,
  max_attempts: plan.max_attempts,
  max_setup_seconds: plan.max_setup_seconds,
  rate_delta: plan.rate_delta,
  profit_mode: plan.profit_mode,
  min_profit_percent: plan.min_profit_percent,
  min_profit_abs: plan.min_profit_abs,
  dst_list_id: plan.dst_list_id,
  src_list_id: plan.src_list_id,
  parent_plan_id: plan.parent_plan_id,
})

/** A rule as the form has it, without what was read beside it. */
export const ruleAsForm = (rule: RuleValues): RuleValues => ({
  id: rule.id,
  dst_prefix: rule.dst_prefix,
  src_prefix: rule.src_prefix,
  src_list_id: rule.src_list_id,
  client_id: rule.client_id,
  reseller_id: rule.reseller_id,
  tags: rule.tags,
  match_mode: rule.match_mode,
  min_length: rule.min_length,
  max_length: rule.max_length,
  window_id: rule.window_id,
  exclusive: rule.exclusive,
  description: rule.description,
  action: rule.action,
  block_sip_code: rule.block_sip_code,
  block_reason: rule.block_reason,
  status: rule.status,
  targets: rule.targets.map(targetAsForm),
})

const targetAsForm = (target: TargetValues): TargetValues => ({
  gateway_id: target.gateway_id,
  gateway_group_id: target.gateway_group_id,
  priority: target.priority,
  weight: target.weight,
  percent: target.percent,
  is_static: target.is_static,
  strip_digits: target.strip_digits,
  prepend: target.prepend,
  translation_id: target.translation_id,
  channel_limit: target.channel_limit,
  cost_multiplier: target.cost_multiplier,
  valid_from: target.valid_from,
  valid_until: target.valid_until,
  status: target.status,
})

/**
 * Only the rules that differ from those of the other side, so that the log of a long plan stays
 * short. A rule that has moved among those of its prefix differs, because the order decides there.
 */
export function differing(
  rules: readonly RuleValues[],
  others: readonly RuleValues[],
): RuleValues[] {
  const known = new Set(withPlaces(others).map(({ text }) => text))
  return withPlaces(rules).flatMap(({ rule, text }) => (known.has(text) ? [] : rule))
}

function withPlaces(rules: readonly RuleValues[]) {
  const places = new Map<string, number>()
  return rules.map((one) => {
    const rule = ruleAsForm(one)
    const place = places.get(rule.dst_prefix) ?? 0
    places.set(rule.dst_prefix, place + 1)
    return { rule, text: JSON.stringify([place, rule]) }
  })
}
