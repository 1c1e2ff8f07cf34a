// What differs between two states of a route plan, and how the changes of two people are put
// together. Rules are known by their prefix, which each plan has only once.
import type { z } from 'zod'
import type { routePlanForm, WholeRoutePlan } from '#contract/route-plans.ts'

export type PlanValues = z.input<typeof routePlanForm>
export type RuleValues = PlanValues['rules'][number]
export type TargetValues = RuleValues['targets'][number]

const FIELDS = ['name', 'description', 'status', 'mode', 'max_attempts'] as const
type Field = (typeof FIELDS)[number]

export interface PlanChanges {
  readonly fields: readonly Field[]
  /** Prefixes of rules. */
  readonly changed: readonly string[]
  readonly added: readonly string[]
  readonly removed: readonly string[]
}

/** Both have changed the same thing, differently. */
export interface Conflict {
  /** The prefix of the rule, or the field of the plan. */
  readonly what: { readonly prefix: string } | { readonly field: Field }
  readonly theirs: PlanValues
}

/** The plan as its form has it, without what was read beside it. */
export function planValues(plan: WholeRoutePlan): PlanValues {
  const { name, description, status, mode, max_attempts } = plan
  const rules = plan.rules.map((rule) => ({
    dst_prefix: rule.dst_prefix,
    description: rule.description,
    action: rule.action,
    status: rule.status,
    targets: rule.targets.map((target) => ({
      gateway_id: target.gateway_id,
      status: target.status,
    })),
  }))
  return { name, description, status, mode, max_attempts, rules }
}

const byPrefix = (plan: PlanValues): ReadonlyMap<string, RuleValues> =>
  new Map(plan.rules.map((rule) => [rule.dst_prefix, rule]))

export function isSameRule(a: RuleValues | undefined, b: RuleValues | undefined): boolean {
  if (!a || !b) return a === b
  return (
    a.description === b.description &&
    a.action === b.action &&
    a.status === b.status &&
    a.targets.length === b.targets.length &&
    a.targets.every((target, at) => {
      const other = b.targets[at]
      return target.gateway_id === other?.gateway_id && target.status === other.status
    })
  )
}

export function changesOf(before: PlanValues, after: PlanValues): PlanChanges {
  const old = byPrefix(before)
  const now = byPrefix(after)
  const kept = after.rules.filter((rule) => old.has(rule.dst_prefix))
  const prefixes = (rules: readonly RuleValues[]) => rules.map((rule) => rule.dst_prefix)
  return {
    fields: FIELDS.filter((field) => before[field] !== after[field]),
    changed: prefixes(kept.filter((rule) => !isSameRule(rule, old.get(rule.dst_prefix)))),
    added: prefixes(after.rules.filter((rule) => !old.has(rule.dst_prefix))),
    removed: prefixes(before.rules.filter((rule) => !now.has(rule.dst_prefix))),
  }
}

/** A rule that got another prefix is one that went and one that came, and counts once. */
export const countChanges = ({ fields, changed, added, removed }: PlanChanges): number =>
  fields.length + changed.length + Math.max(added.length, removed.length)

/**
 * Puts together what two people have made of `base`: whatever only one has changed is taken from
 * that one; where both have changed the same thing differently, mine stays and it is named.
 */
export function mergePlans(base: PlanValues, mine: PlanValues, theirs: PlanValues) {
  const conflicts: Conflict[] = []
  const fields = Object.fromEntries(
    FIELDS.map((field) => {
      if (mine[field] === base[field]) return [field, theirs[field]]
      if (theirs[field] !== base[field] && theirs[field] !== mine[field]) {
        conflicts.push({ what: { field }, theirs })
      }
      return [field, mine[field]]
    }),
  ) as Pick<PlanValues, Field>
  const [old, ours, others] = [byPrefix(base), byPrefix(mine), byPrefix(theirs)]
  const prefixes = new Set([...ours.keys(), ...others.keys()])
  const rules = [...prefixes].flatMap((prefix) => {
    const [was, my, their] = [old.get(prefix), ours.get(prefix), others.get(prefix)]
    if (isSameRule(my, was)) return their ?? []
    if (!isSameRule(their, was) && !isSameRule(their, my)) {
      conflicts.push({ what: { prefix }, theirs })
    }
    return my ?? []
  })
  return { merged: { ...fields, rules }, conflicts }
}

/** The values with theirs instead of mine, where both had changed the same. */
export function takeTheirs(values: PlanValues, { what, theirs }: Conflict): PlanValues {
  if ('field' in what) return { ...values, [what.field]: theirs[what.field] }
  const rule = byPrefix(theirs).get(what.prefix)
  const others = values.rules.filter((one) => one.dst_prefix !== what.prefix)
  return { ...values, rules: rule ? [...others, rule] : others }
}
