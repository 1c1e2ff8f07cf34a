// Targets of a route rule, as the API writes them: a new one, and the changes of many rules.
import type { z } from 'zod'
import type { routePlanForm } from '../routing/route-plans.ts'
import type { BulkOperation, TargetsKind } from './bulk-operation.ts'

type TargetValues = z.input<typeof routePlanForm>['rules'][number]['targets'][number]
type Destination = Pick<TargetValues, 'gateway_id' | 'gateway_group_id'>

/** In PERCENT the first target of a rule gets all calls until shares are set. */
export function newTarget(to: Destination, percent: number): TargetValues {
  return {
    ...to,
    priority: 100,
    weight: 100,
    percent,
    is_static: false,
    strip_digits: 0,
    prepend: '',
    translation_id: null,
    channel_limit: null,
    cost_multiplier: '1',
    valid_from: null,
    valid_until: null,
    status: 'active',
  }
}

/** Such as `gateway/7`, by which an operation names a target. */
export const targetText = ({ gateway_id, gateway_group_id }: Destination): string =>
  gateway_id === null ? `gateway_group/${gateway_group_id}` : `gateway/${gateway_id}`

function destinationOf(text: string): Destination {
  const [kind, id] = text.split('/')
  return kind === 'gateway'
    ? { gateway_id: Number(id), gateway_group_id: null }
    : { gateway_id: null, gateway_group_id: Number(id) }
}

/** A replaced target leaves its place and its settings to the new one. */
export function changeTargets(
  targets: readonly TargetValues[],
  operation: BulkOperation & { readonly kind: TargetsKind },
): readonly TargetValues[] {
  const text = String(operation.value)
  const has = (one: string) => targets.some((target) => targetText(target) === one)
  const others = () => targets.filter((target) => targetText(target) !== text)
  if (operation.kind === 'remove_target') return others()
  if (operation.kind === 'add_target') {
    if (has(text)) return targets
    return [...targets, newTarget(destinationOf(text), targets.length === 0 ? 100 : 0)]
  }
  const by = operation.by ?? ''
  if (has(by)) return text === by ? targets : others()
  return targets.map((target) =>
    targetText(target) === text ? { ...target, ...destinationOf(by) } : target,
  )
}
