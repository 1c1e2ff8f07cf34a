// The rules of the route plan that count for a call, and why there are no more.
import { ruleHelpers } from './examine-gateway.ts'
import type { ReadNumbers } from './read-numbers.ts'
import type { Refusal } from './refusal.ts'
import { type FoundRule, findRules, type RoutePlan } from './route-plan.ts'
import type { Client, Reseller, Switchboard } from './switchboard.ts'
import type { TraceStep } from './trace.ts'

export interface PlanQuestion {
  readonly switchboard: Switchboard
  readonly client: Client
  readonly resellers: readonly Reseller[]
  readonly plan: RoutePlan
  readonly numbers: ReadNumbers
  readonly now_ms: number
}

export interface PlanRules {
  readonly rules: readonly FoundRule[]
  /** Why there is none, or no more. */
  readonly refusal: Refusal | null
  /** What a rule that blocks wants the caller to hear. */
  readonly sip_code?: number
}

export function findPlanRules(question: PlanQuestion, trace: TraceStep[]): PlanRules {
  const { switchboard, client, plan, numbers, now_ms } = question
  const { rules, block } = findRules(
    plan,
    {
      called_number: numbers.called_number,
      caller_number: numbers.caller_number,
      client_id: client.id,
      reseller_ids: client.reseller_ids,
      tags: numbers.tags,
      at_ms: now_ms,
    },
    ruleHelpers(switchboard),
  )
  for (const found of rules) trace.push(ruleStep(found))
  if (!block) return { rules, refusal: rules.length === 0 ? 'NO_ROUTE' : null }
  if (block.by === 'rule') {
    trace.push(blockStep(block))
    return { rules, refusal: 'DEST_BLOCKED', sip_code: block.rule.block_sip_code }
  }
  return { rules, refusal: block.by === 'dst_list' ? 'DST_LIST' : 'SRC_LIST' }
}

function ruleStep({ plan, rule }: FoundRule): TraceStep {
  return {
    step: 'rule',
    plan: plan.name,
    rule_id: rule.id,
    prefix: rule.dst_prefix,
    mode: plan.mode,
    candidates: rule.targets.length,
  }
}

function blockStep({ plan, rule }: FoundRule): TraceStep {
  const { id, dst_prefix, block_reason } = rule
  return { step: 'block', plan: plan.name, rule_id: id, prefix: dst_prefix, reason: block_reason }
}
