// The same change of many rules of a plan, in the form; it is saved with the plan.
import { newTarget, type RuleValues, type TargetValues } from './plan-values.ts'

type To = Pick<TargetValues, 'gateway_id' | 'gateway_group_id'>

export type RulesChange =
  | { readonly kind: 'set'; readonly values: Partial<RuleValues> }
  | { readonly kind: 'add' | 'remove'; readonly to: To }
  /** `by` takes the place and the settings of `to`. */
  | { readonly kind: 'replace'; readonly to: To; readonly by: To }

const isTo = (target: TargetValues, to: To): boolean =>
  target.gateway_id === to.gateway_id && target.gateway_group_id === to.gateway_group_id

function targetsAfter(targets: readonly TargetValues[], change: RulesChange): TargetValues[] {
  const has = (to: To) => targets.some((target) => isTo(target, to))
  switch (change.kind) {
    case 'set':
      return [...targets]
    case 'add':
      return has(change.to)
        ? [...targets]
        : [...targets, newTarget(change.to, targets.length === 0 ? 100 : 0)]
    case 'remove':
      return targets.filter((target) => !isTo(target, change.to))
    case 'replace':
      if (has(change.by)) return targets.filter((target) => !isTo(target, change.to))
      return targets.map((target) =>
        isTo(target, change.to) ? { ...target, ...change.by } : target,
      )
  }
}

/** The rules at these places; gateways of rules that block stay as they are. */
export function changeRules(
  rules: readonly RuleValues[],
  places: ReadonlySet<number>,
  change: RulesChange,
): RuleValues[] {
  return rules.map((rule, at) => {
    if (!places.has(at)) return rule
    if (change.kind === 'set') return { ...rule, ...change.values }
    if (rule.action === 'BLOCK') return rule
    const targets = targetsAfter(rule.targets, change)
    const isSame =
      targets.length === rule.targets.length &&
      targets.every((target, place) => target === rule.targets[place])
    return isSame ? rule : { ...rule, targets }
  })
}
