// The values of the form of a route plan, and the names of what they refer to.
import type { z } from 'zod'
import {
  type checkedRoutePlanForm,
  routePlanForm,
  type WholeRoutePlan,
} from '#contract/routing/route-plans.ts'
import { formatCostMultiplier } from '#core/routing/route-plan.ts'
import { formValues } from '../forms/form-values.ts'

export type PlanValues = z.input<typeof checkedRoutePlanForm>
export type PlanRuleValues = PlanValues['rules'][number]
export type TargetValues = PlanRuleValues['targets'][number]

/** The plan as its form has it, without what was read beside it. */
export function planValues(plan: WholeRoutePlan): PlanValues {
  const values = formValues(routePlanForm.omit({ rules: true }), plan)
  return { ...values, rules: plan.rules.map(ruleValues) }
}

type WholeRule = WholeRoutePlan['rules'][number]

function ruleValues(rule: WholeRule): PlanRuleValues {
  const { src_list_name, client_name, reseller_name, window_name, targets, ...values } = rule
  return { ...values, targets: targets.map(targetValues) }
}

function targetValues(target: WholeRule['targets'][number]): TargetValues {
  const { id, name, state, translation_name, cost_multiplier, ...values } = target
  return { ...values, cost_multiplier: formatCostMultiplier(cost_multiplier) }
}

/** The kinds of things that a plan refers to. */
export type KnownKind =
  | 'gateway'
  | 'gateway_group'
  | 'number_list'
  | 'client'
  | 'reseller'
  | 'time_window'
  | 'translation'

export interface KnownEntity {
  readonly kind: KnownKind
  readonly id: number
  readonly name: string
  /** The state of a gateway or a group. */
  readonly state?: string
}

/** Names by kind and id: of all that the plan came with, and of what was picked since. */
export type LookupNames = ReadonlyMap<string, KnownEntity>

/** The known names of the things that a rule refers to, and a callback that adds a picked one. */
export interface NamesProps {
  readonly known: LookupNames
  readonly onEntity: (entity: KnownEntity) => void
}

const knownKey = (kind: KnownKind, id: number): string => `${kind} ${id}`

export const withEntities = (known: LookupNames, entities: readonly KnownEntity[]): LookupNames =>
  new Map([...known, ...entities.map((one) => [knownKey(one.kind, one.id), one] as const)])

export const nameOf = (known: LookupNames, kind: KnownKind, id: number): string =>
  known.get(knownKey(kind, id))?.name ?? `${kind.replace('_', ' ')} ${id}`

export const entityOf = (
  known: LookupNames,
  kind: KnownKind,
  id: number,
): KnownEntity | undefined => known.get(knownKey(kind, id))

/** All that the rules of a plan name. */
export function entitiesOf(plan: WholeRoutePlan): KnownEntity[] {
  const entities: KnownEntity[] = []
  const add = (kind: KnownKind, id: number | null, name: string | null, state?: string) => {
    if (id !== null && name !== null) entities.push({ kind, id, name, ...(state && { state }) })
  }
  for (const rule of plan.rules) {
    add('number_list', rule.src_list_id, rule.src_list_name)
    add('client', rule.client_id, rule.client_name)
    add('reseller', rule.reseller_id, rule.reseller_name)
    add('time_window', rule.window_id, rule.window_name)
    for (const target of rule.targets) {
      add('gateway', target.gateway_id, target.name, target.state)
      add('gateway_group', target.gateway_group_id, target.name, target.state)
      add('translation', target.translation_id, target.translation_name)
    }
  }
  return entities
}

/** Where a target leads to. */
export function destinationOf(target: TargetValues): { kind: KnownKind; id: number } {
  return target.gateway_group_id === null
    ? { kind: 'gateway', id: target.gateway_id ?? 0 }
    : { kind: 'gateway_group', id: target.gateway_group_id }
}

export function targetName(known: LookupNames, target: TargetValues): string {
  const { kind, id } = destinationOf(target)
  return nameOf(known, kind, id)
}
