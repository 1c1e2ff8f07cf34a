// The differences between two states of a route plan, and the merge of the changes of two users.
// Rules are known by their id; a rule without one is new.
import { newRule } from '#contract/blank-forms.ts'
import { newTarget } from '#contract/bulk-changes/change-targets.ts'
import { ruleName } from '#core/routing/rule-texts.ts'
import type { PlanRuleValues, PlanValues, TargetValues } from './plan-values.ts'

const FIELDS = [
  'name',
  'name_for_resellers',
  'description',
  'status',
  'mode',
  'max_attempts',
  'max_setup_seconds',
  'rate_delta',
  'profit_mode',
  'min_profit_percent',
  'min_profit_abs',
  'dst_list_id',
  'src_list_id',
  'parent_plan_id',
] as const satisfies (keyof PlanValues)[]
export type PlanField = (typeof FIELDS)[number]

export interface PlanChanges {
  readonly fields: readonly PlanField[]
  /** Names of rules. */
  readonly changed: readonly string[]
  readonly added: readonly string[]
  readonly removed: readonly string[]
}

/** Both have changed the same thing, differently. */
export interface PlanConflict {
  /** The rule, with what is mine of it unless I have removed it; or the field of the plan. */
  readonly what:
    | { readonly rule_id: number; readonly name: string; readonly mine: PlanRuleValues | undefined }
    | { readonly field: PlanField }
  readonly theirs: PlanValues
}

type RulesById = ReadonlyMap<number, PlanRuleValues>

const byId = (plan: PlanValues): RulesById =>
  new Map(plan.rules.flatMap((rule) => (rule.id === null ? [] : [[rule.id, rule] as const])))

/**
 * Whether two states of a rule are equal except for ids. Field by field: this runs for thousands of
 * rules with every letter that is typed.
 */
export function isSameRule(a: PlanRuleValues | undefined, b: PlanRuleValues | undefined): boolean {
  if (!a || !b) return a === b
  return (
    RULE_FIELDS.every((field) => a[field] === b[field]) &&
    a.tags.length === b.tags.length &&
    a.tags.every((tag, at) => tag === b.tags[at]) &&
    a.targets.length === b.targets.length &&
    a.targets.every((target, at) => isSameTarget(target, b.targets[at]))
  )
}

const isSameTarget = (a: TargetValues, b: TargetValues | undefined): boolean =>
  b !== undefined && TARGET_FIELDS.every((field) => a[field] === b[field])

type Plain = Exclude<keyof PlanRuleValues, 'id' | 'tags' | 'targets'>

// Object.keys answers any text; these are objects of ours.
const RULE_FIELDS = Object.keys(newRule('')).filter(
  (field) => !['id', 'tags', 'targets'].includes(field),
) as Plain[]
const TARGET_FIELDS = Object.keys(
  newTarget({ gateway_id: null, gateway_group_id: null }, 0),
) as (keyof TargetValues)[]

/** Rules that have moved among those of their prefix, where the order decides. */
function movedIds(before: PlanValues, after: PlanValues): ReadonlySet<number> {
  const [old, now] = [byId(before), byId(after)]
  const kept = (plan: PlanValues, other: RulesById) =>
    Map.groupBy(
      plan.rules.filter((rule) => rule.id !== null && other.has(rule.id)),
      (rule) => rule.dst_prefix,
    )
  const [was, is] = [kept(before, now), kept(after, old)]
  const moved = [...is].flatMap(([prefix, rules]) =>
    rules.filter((rule, at) => {
      const other = was.get(prefix)?.[at]
      return other !== undefined && other.id !== rule.id
    }),
  )
  return new Set(moved.flatMap((rule) => rule.id ?? []))
}

export function changesOf(before: PlanValues, after: PlanValues): PlanChanges {
  const [old, now] = [byId(before), byId(after)]
  const moved = movedIds(before, after)
  const isChanged = (rule: PlanRuleValues) =>
    rule.id !== null &&
    old.has(rule.id) &&
    (moved.has(rule.id) || !isSameRule(rule, old.get(rule.id)))
  const isNew = (rule: PlanRuleValues) => rule.id === null || !old.has(rule.id)
  const isGone = (rule: PlanRuleValues) => rule.id !== null && !now.has(rule.id)
  return {
    fields: FIELDS.filter((field) => before[field] !== after[field]),
    changed: after.rules.filter(isChanged).map(ruleName),
    added: after.rules.filter(isNew).map(ruleName),
    removed: before.rules.filter(isGone).map(ruleName),
  }
}

export const countChanges = ({ fields, changed, added, removed }: PlanChanges): number =>
  fields.length + changed.length + added.length + removed.length

/**
 * Merges two versions of `base`: what only one user has changed is taken from that one; where both
 * have changed the same thing differently, mine stays and it is named.
 */
export function mergePlans(base: PlanValues, mine: PlanValues, theirs: PlanValues) {
  const conflicts: PlanConflict[] = []
  const fields = Object.fromEntries(
    FIELDS.map((field) => {
      if (mine[field] === base[field]) return [field, theirs[field]]
      if (theirs[field] !== base[field] && theirs[field] !== mine[field]) {
        conflicts.push({ what: { field }, theirs })
      }
      return [field, mine[field]]
    }),
  ) as Pick<PlanValues, PlanField>
  const [old, ours, others] = [byId(base), byId(mine), byId(theirs)]
  for (const [rule_id, was] of old) {
    const [my, their] = [ours.get(rule_id), others.get(rule_id)]
    if (isSameRule(my, was) || isSameRule(their, was) || isSameRule(their, my)) continue
    conflicts.push({ what: { rule_id, name: ruleName(their ?? was), mine: my }, theirs })
  }
  const added = theirs.rules.filter((rule) => rule.id !== null && !old.has(rule.id))
  const kept = mine.rules.flatMap((rule): PlanRuleValues[] => {
    // A rule that both have added is there once.
    if (rule.id === null) return added.some((one) => isSameRule(one, rule)) ? [] : [rule]
    const their = others.get(rule.id)
    if (isSameRule(rule, old.get(rule.id))) return their ? [their] : []
    // Theirs is gone: to the server mine is a new rule.
    return [their ? rule : { ...rule, id: null }]
  })
  return { merged: { ...fields, rules: [...kept, ...added] }, conflicts }
}

/** The values with theirs instead of mine, where both had changed the same. */
export function takeTheirs(values: PlanValues, { what, theirs }: PlanConflict): PlanValues {
  if ('field' in what) return { ...values, [what.field]: theirs[what.field] }
  const { rule_id, mine } = what
  const their = byId(theirs).get(rule_id)
  const place = values.rules.findIndex(
    // Mine has lost its id if they have removed the rule.
    (rule) => rule.id === rule_id || (rule.id === null && isSameRule(rule, mine)),
  )
  const others = place < 0 ? values.rules : values.rules.toSpliced(place, 1)
  if (!their) return { ...values, rules: others }
  return { ...values, rules: others.toSpliced(place < 0 ? others.length : place, 0, their) }
}
