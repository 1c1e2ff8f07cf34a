// The rules of the route plan that match a call, and why the search ended.

import { matchNumber } from '../number/number-list.ts'
import type { CallNumbers } from '../number/translation.ts'
import { ruleHelpers } from './evaluate-gateway.ts'
import type { KnownCaller } from './identify-caller.ts'
import type { Refusal } from './refusal.ts'
import { type Block, type FoundRule, findRules, type RoutePlan } from './route-plan.ts'
import type { RoutingSnapshot } from './snapshot.ts'
import type { TraceStep } from './trace.ts'

export interface PlanQuestion {
  readonly snapshot: RoutingSnapshot
  readonly caller: KnownCaller
  readonly plan: RoutePlan
  readonly numbers: CallNumbers
  readonly tags: readonly string[]
  readonly now_ms: number
}

export interface PlanRules {
  readonly rules: readonly FoundRule[]
  /** The first that fits, be it one that blocks. */
  readonly rule_id: number | null
  /** Why there is none, or no more. */
  readonly refusal: Refusal | null
  /** The SIP code of a blocking rule. */
  readonly sip_code?: number
  readonly trace: readonly TraceStep[]
}

export function findPlanRules(question: PlanQuestion): PlanRules {
  const { snapshot, plan, numbers, now_ms } = question
  const { client } = question.caller
  const { rules, passed_over, block } = findRules(
    plan,
    {
      called_number: numbers.called_number,
      caller_number: numbers.caller_number,
      client_id: client.id,
      reseller_ids: client.reseller_ids,
      tags: question.tags,
      at_ms: now_ms,
    },
    ruleHelpers(snapshot),
  )
  const trace = [...passed_over.map(disabledStep), ...rules.map(ruleStep)]
  const rule_id = rules[0]?.rule.id ?? null
  if (!block) {
    if (rules.length > 0) return { rules, rule_id, refusal: null, trace }
    trace.push({ step: 'NO_RULE', plan: plan.name })
    return { rules, rule_id, refusal: 'NO_ROUTE', trace }
  }
  if (block.by === 'rule') {
    trace.push(blockStep(block))
    const { id, block_sip_code: sip_code } = block.rule
    return { rules, rule_id: rule_id ?? id, refusal: 'DEST_BLOCKED', sip_code, trace }
  }
  trace.push(listStep(snapshot, block, numbers))
  const refusal = block.by === 'dst_list' ? 'DST_LIST' : 'SRC_LIST'
  return { rules, rule_id, refusal, trace }
}

function disabledStep({ plan, rule }: FoundRule): TraceStep {
  const { id: rule_id, dst_prefix: prefix } = rule
  return { step: 'DISABLED_RULE', plan: plan.name, rule_id, prefix }
}

function ruleStep({ plan, rule }: FoundRule): TraceStep {
  return {
    step: 'RULE',
    plan: plan.name,
    rule_id: rule.id,
    prefix: rule.dst_prefix,
    mode: plan.mode,
    candidates: rule.targets.length,
  }
}

/** The list of the plan, which may be a fallback of the client's, that rejects a number. */
function listStep(
  { number_lists }: RoutingSnapshot,
  { by, plan }: Block & { by: 'dst_list' | 'src_list' },
  { called_number, caller_number }: CallNumbers,
): TraceStep {
  const [list_id, number] =
    by === 'dst_list' ? [plan.dst_list_id, called_number] : [plan.src_list_id, caller_number]
  const list = number_lists.get(list_id ?? 0)
  const tag = list ? matchNumber(list, number).tag : ''
  return {
    step: 'NUMBER_LIST',
    list: `${list?.name} of ${plan.name}`,
    number,
    action: 'REJECT',
    tag,
  }
}

function blockStep({ plan, rule }: FoundRule): TraceStep {
  const { id, dst_prefix, block_reason } = rule
  return { step: 'BLOCKED', plan: plan.name, rule_id: id, prefix: dst_prefix, reason: block_reason }
}
