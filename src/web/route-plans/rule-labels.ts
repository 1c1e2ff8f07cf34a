// The conditions of a rule, as short text.
import {
  type LookupNames,
  nameOf,
  type PlanRuleValues,
  type TargetValues,
  targetName,
} from './plan-values.ts'

/** The conditions of a rule besides the called prefix, one text for each. */
export function filtersOf(rule: PlanRuleValues, known: LookupNames): string[] {
  const { src_prefix, src_list_id, client_id, reseller_id, window_id, tags } = rule
  const filters: (string | false | null)[] = [
    src_prefix && `from ${src_prefix}`,
    src_list_id !== null && `caller on ${nameOf(known, 'number_list', src_list_id)}`,
    client_id !== null && nameOf(known, 'client', client_id),
    reseller_id !== null && `under ${nameOf(known, 'reseller', reseller_id)}`,
    ...tags.map((tag) => `#${tag}`),
    lengthText(rule),
    window_id !== null && nameOf(known, 'time_window', window_id),
  ]
  return filters.filter((one) => typeof one === 'string' && one !== '') as string[]
}

function lengthText({ min_length, max_length }: PlanRuleValues): string | null {
  if (min_length === 0 && max_length === 100) return null
  if (min_length === 0) return `up to ${max_length} digits`
  if (max_length === 100) return `${min_length} digits or more`
  return min_length === max_length
    ? `${min_length} digits`
    : `${min_length} to ${max_length} digits`
}

/** The names of all that a rule refers to. */
export function namesIn(rule: PlanRuleValues, known: LookupNames): string[] {
  const { src_list_id, client_id, reseller_id, window_id, targets } = rule
  return [
    ...(src_list_id === null ? [] : [nameOf(known, 'number_list', src_list_id)]),
    ...(client_id === null ? [] : [nameOf(known, 'client', client_id)]),
    ...(reseller_id === null ? [] : [nameOf(known, 'reseller', reseller_id)]),
    ...(window_id === null ? [] : [nameOf(known, 'time_window', window_id)]),
    ...targets.map((target) => targetName(known, target)),
  ]
}

/** How a rule ends or continues the search, where that is not as usual. */
export function flagsOf({ exclusive, match_mode, action }: PlanRuleValues): string[] {
  if (action === 'BLOCK') return []
  return [
    ...(exclusive ? ['exclusive'] : []),
    ...(match_mode === 'LONGEST_THEN_SHORTER' ? ['then shorter'] : []),
  ]
}

/** The settings of a target that differ from the usual ones, in short. */
export function targetNotes(target: TargetValues, known: LookupNames): string[] {
  const { strip_digits, prepend, translation_id, channel_limit, cost_multiplier } = target
  const notes: (string | false)[] = [
    strip_digits > 0 && `−${strip_digits} digits`,
    prepend !== '' && `${prepend}…`,
    translation_id !== null && nameOf(known, 'translation', translation_id),
    channel_limit !== null && `${channel_limit} calls`,
    Number(cost_multiplier) !== 1 && `cost × ${cost_multiplier}`,
    (target.valid_from !== null || target.valid_until !== null) && 'dated',
  ]
  return notes.filter((one) => one !== false)
}

/**
 * The same order as in a decision (core/routing/route-plan.ts); what takes all the rest ends it.
 */
export function byAsking(a: PlanRuleValues, b: PlanRuleValues): number {
  const [x, y] = [a.dst_prefix, b.dst_prefix]
  if (x !== y) {
    if (x === '' || y === '') return y.length - x.length
    return x < y ? -1 : 1
  }
  return b.src_prefix.length - a.src_prefix.length || b.tags.length - a.tags.length
}
