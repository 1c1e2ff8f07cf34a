import { describe, expect, test } from 'vitest'
import { NEW_PLAN, newRule } from '#contract/blank-forms.ts'
import { newTarget } from '#contract/bulk-changes/change-targets.ts'
import { changesOf, countChanges, mergePlans, takeTheirs } from './plan-changes.ts'
import type { PlanRuleValues, PlanValues } from './plan-values.ts'

const rule = (id: number | null, dst_prefix: string, ...gateway_ids: number[]): PlanRuleValues => ({
  ...newRule(dst_prefix),
  id,
  targets: gateway_ids.map((gateway_id) => newTarget({ gateway_id, gateway_group_id: null }, 0)),
})

const plan = (rules: PlanRuleValues[], change: Partial<PlanValues> = {}): PlanValues => ({
  ...NEW_PLAN,
  name: 'Premium',
  mode: 'LCR',
  rules,
  ...change,
})

const base = plan([rule(1, '', 1), rule(2, '44', 1, 2), rule(3, '49', 3)])
const none = (before: PlanValues, after: PlanValues) =>
  expect(countChanges(changesOf(before, after))).toBe(0)

describe('the changes of a plan', () => {
  test('are none between a plan and its copy, whatever the order of prefixes', () => {
    none(base, structuredClone(plan([...base.rules].reverse())))
  })

  test('are its fields, and its rules by their names', () => {
    const from = { ...rule(null, '33', 1), src_prefix: '12' }
    const after = plan([rule(1, '', 1), rule(2, '447', 2, 1), from], { mode: 'ORDERED' })
    const changes = changesOf(base, after)
    expect(changes).toEqual({
      fields: ['mode'],
      changed: ['447'],
      added: ['33 from 12'],
      removed: ['49'],
    })
    expect(countChanges(changes)).toBe(4)
  })

  test('are found in whatever field they are', () => {
    const targets = (change: object) => [
      { ...newTarget({ gateway_id: 1, gateway_group_id: null }, 0), ...change },
    ]
    const one = { ...rule(1, '44'), targets: targets({}) }
    const others = [
      { ...one, window_id: 3 },
      { ...one, tags: ['gold'] },
      { ...one, targets: [] },
      { ...one, targets: targets({ cost_multiplier: '1.5' }) },
      { ...one, targets: targets({ gateway_id: null, gateway_group_id: 1 }) },
    ]
    for (const other of others) {
      expect(changesOf(plan([one]), plan([other])).changed).toEqual(['44'])
    }
  })

  test('are also places among the rules of one prefix, but not what a removal moves', () => {
    const [one, two, three] = [rule(1, '44', 1), rule(2, '44', 2), rule(3, '44', 3)]
    const before = plan([one, two, three])
    expect(changesOf(before, plan([two, one, three])).changed).toEqual(['44', '44'])
    expect(changesOf(before, plan([two, three])).changed).toEqual([])
  })
})

describe('the changes of two people', () => {
  const mine = plan([rule(1, '', 1), rule(2, '44', 2), rule(3, '49', 3), rule(null, '7', 1)], {
    name: 'Mine',
  })

  test('are put together where they do not meet', () => {
    const theirs = plan([rule(1, '', 5), rule(2, '44', 1, 2), rule(9, '33', 9)], {
      max_attempts: 3,
    })
    const { merged, conflicts } = mergePlans(base, mine, theirs)
    expect(conflicts).toEqual([])
    const together = [rule(1, '', 5), rule(2, '44', 2), rule(null, '7', 1), rule(9, '33', 9)]
    expect(merged).toEqual(plan(together, { name: 'Mine', max_attempts: 3 }))
  })

  test('keep mine where they do meet, until theirs is taken', () => {
    const changed = plan([rule(1, '', 1), rule(2, '44', 3), rule(3, '49', 4)], { name: 'Mine' })
    const theirs = plan([rule(1, '', 1), rule(3, '49', 5)], { name: 'Theirs' })
    const { merged, conflicts } = mergePlans(base, changed, theirs)
    expect(conflicts.map(({ what }) => ('field' in what ? what.field : what.name))).toEqual([
      'name',
      '44',
      '49',
    ])
    // Theirs has lost the rule 44: to the server mine is a new one.
    expect(merged.rules).toEqual([rule(1, '', 1), rule(null, '44', 3), rule(3, '49', 4)])
    expect(conflicts.reduce(takeTheirs, merged)).toEqual(theirs)
  })

  test('bring back what only I have removed, when theirs is taken', () => {
    const removed = plan([rule(1, '', 1), rule(2, '44', 1, 2)])
    const theirs = plan([rule(1, '', 1), rule(2, '44', 1, 2), rule(3, '49', 5)])
    const { merged, conflicts } = mergePlans(base, removed, theirs)
    expect(merged.rules.map(({ id }) => id)).toEqual([1, 2])
    expect(conflicts.reduce(takeTheirs, merged).rules.map(({ id }) => id)).toEqual([1, 2, 3])
  })

  test('are no conflict when both did the same', () => {
    const theirs = structuredClone(mine)
    const added = theirs.rules.at(-1)
    if (added) added.id = 9
    const { merged, conflicts } = mergePlans(base, mine, theirs)
    expect(conflicts).toEqual([])
    expect(merged).toEqual(theirs)
  })
})
