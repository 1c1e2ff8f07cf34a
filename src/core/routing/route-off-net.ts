// The routes over gateways: the route plan of the caller, its rules, and the gateways behind them.
import { assert } from '../assert.ts'
import type { CallNumbers } from '../number/translation.ts'
import { chooseRoutes } from './choose-routes.ts'
import type { Moment, RefusedStage, RoutedStage } from './decision.ts'
import { findPlanRules } from './find-plan-rules.ts'
import type { KnownCaller } from './identify-caller.ts'
import type { Chain } from './rate-chain.ts'
import { refusalForNoRoute } from './refusal-for-no-route.ts'
import type { RoutingSnapshot, Usage } from './snapshot.ts'

export interface OffNetQuestion {
  readonly snapshot: RoutingSnapshot
  readonly usage: Usage
  readonly caller: KnownCaller
  readonly numbers: CallNumbers
  readonly tags: readonly string[]
  readonly chain: Chain
  readonly moment: Moment
}

export function routeOffNet(question: OffNetQuestion): RoutedStage | RefusedStage {
  const { snapshot, usage, caller, numbers, chain, moment } = question
  const { client, row } = caller
  const { now_ms, random } = moment
  const plan = snapshot.route_plans.get(row?.route_plan_id ?? client.route_plan_id ?? 0)
  if (!plan) {
    return { kind: 'refused', refusal: 'NO_ROUTE', trace: [{ step: 'NO_RULE', plan: null }] }
  }
  const found = findPlanRules({ ...question, plan, now_ms })
  const by = { route_plan_id: plan.id, route_rule_id: found.rule_id }
  const { refusal, sip_code, rules } = found
  if (refusal && rules.length === 0) {
    return { kind: 'refused', refusal, sip_code, ...by, trace: found.trace }
  }
  // The operator is paid by the top of the chain.
  const [tariff, payer] = [chain.tariffs.at(-1), chain.payers.at(-1)]
  assert(tariff && payer, 'a chain has a top')
  const sale = { tariff, price: payer.price }
  const chosen = chooseRoutes({ snapshot, usage, client, numbers, now_ms, sale, rules, random })
  const { percent_turns } = chosen
  const trace = [...found.trace, ...chosen.trace]
  const [first, ...others] = chosen.routes
  if (!first) {
    return { kind: 'refused', ...refusalForNoRoute(chosen.trace), ...by, percent_turns, trace }
  }
  const { max_setup_seconds } = plan
  return {
    kind: 'routed',
    routes: [first, ...others],
    ...by,
    max_setup_seconds,
    percent_turns,
    trace,
  }
}
