import { describe, expect, test } from 'vitest'
import {
  changesOf,
  countChanges,
  mergePlans,
  type PlanValues,
  type RuleValues,
  takeTheirs,
} from './plan-changes.ts'

const rule = (dst_prefix: string, ...gateway_ids: number[]): RuleValues => ({
  dst_prefix,
  description: '',
  action: 'ROUTE',
  status: 'active',
  targets: gateway_ids.map((gateway_id) => ({ gateway_id, status: 'active' })),
})

const plan = (rules: RuleValues[], change: Partial<PlanValues> = {}): PlanValues => ({
  name: 'Premium',
  description: '',
  status: 'active',
  mode: 'LCR',
  max_attempts: 10,
  rules,
  ...change,
})

const base = plan([rule('', 1), rule('44', 1, 2), rule('49', 3)])

describe('the changes of a plan', () => {
  test('are none between a plan and its copy, in whatever order the rules stand', () => {
    const copy = structuredClone(plan([...base.rules].reverse()))
    expect(countChanges(changesOf(base, copy))).toBe(0)
  })

  test('are its fields, and its rules by prefix', () => {
    const after = plan([rule('', 1), rule('44', 2, 1), rule('33', 1)], { mode: 'ORDERED' })
    const changes = changesOf(base, after)
    expect(changes).toEqual({ fields: ['mode'], changed: ['44'], added: ['33'], removed: ['49'] })
    // The rule 49 became the rule 33: one change.
    expect(countChanges(changes)).toBe(3)
  })
})

describe('the changes of two people', () => {
  const mine = plan([rule('', 1), rule('44', 2), rule('49', 3), rule('7', 1)], { name: 'Mine' })

  test('are put together where they do not meet', () => {
    const theirs = plan([rule('', 5), rule('44', 1, 2), rule('33', 9)], { max_attempts: 3 })
    const { merged, conflicts } = mergePlans(base, mine, theirs)
    expect(conflicts).toEqual([])
    const together = [rule('', 5), rule('44', 2), rule('7', 1), rule('33', 9)]
    const expected = plan(together, { name: 'Mine', max_attempts: 3 })
    expect(countChanges(changesOf(expected, merged))).toBe(0)
  })

  test('keep mine where they do meet, until theirs is taken', () => {
    const theirs = plan([rule('', 1), rule('49', 3), rule('7', 8)], { name: 'Theirs' })
    const { merged, conflicts } = mergePlans(base, mine, theirs)
    expect(conflicts.map(({ what }) => what)).toEqual([
      { field: 'name' },
      { prefix: '44' },
      { prefix: '7' },
    ])
    expect(countChanges(changesOf(mine, merged))).toBe(0)
    const taken = conflicts.reduce(takeTheirs, merged)
    expect(countChanges(changesOf(theirs, taken))).toBe(0)
  })

  test('are no conflict when both did the same', () => {
    expect(mergePlans(base, mine, structuredClone(mine)).conflicts).toEqual([])
  })
})
