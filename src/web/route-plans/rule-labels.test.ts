import { expect, test } from 'vitest'
import { newRule } from '#contract/blank-forms.ts'
import { newTarget } from '#contract/bulk-changes/change-targets.ts'
import { ruleName } from '#core/routing/rule-texts.ts'
import { type PlanRuleValues, withEntities } from './plan-values.ts'
import { byAsking, filtersOf, flagsOf, targetNotes } from './rule-labels.ts'

const rule = (dst_prefix: string, change: Partial<PlanRuleValues> = {}): PlanRuleValues => ({
  ...newRule(dst_prefix),
  ...change,
})
const known = withEntities(new Map(), [
  { kind: 'number_list', id: 1, name: 'Good callers' },
  { kind: 'time_window', id: 1, name: 'Office hours' },
  { kind: 'translation', id: 1, name: 'To national' },
])

test('a rule is named by its prefixes', () => {
  expect(ruleName(rule('44'))).toBe('44')
  expect(ruleName(rule('', { src_prefix: '1' }))).toBe('default from 1')
})

test('each thing that a rule asks for is a word, by name where the name is known', () => {
  expect(filtersOf(rule('44'), known)).toEqual([])
  const asking = rule('44', {
    src_prefix: '1',
    src_list_id: 1,
    client_id: 7,
    reseller_id: 8,
    window_id: 1,
    tags: ['gold'],
  })
  expect(filtersOf(asking, known)).toEqual([
    'from 1',
    'caller on Good callers',
    'client 7',
    'under reseller 8',
    '#gold',
    'Office hours',
  ])
})

test.each([
  [0, 100, []],
  [0, 12, ['up to 12 digits']],
  [10, 100, ['10 digits or more']],
  [10, 12, ['10 to 12 digits']],
  [11, 11, ['11 digits']],
])('numbers of %i to %i digits are %j', (min_length, max_length, words) => {
  expect(filtersOf(rule('', { min_length, max_length }), known)).toEqual(words)
})

test('only a rule that routes says how the search goes on', () => {
  const change = { exclusive: true, match_mode: 'LONGEST_THEN_SHORTER' } as const
  expect(flagsOf(rule('', change))).toEqual(['exclusive', 'then shorter'])
  expect(flagsOf(rule('', { ...change, action: 'BLOCK' }))).toEqual([])
})

test('of a target only what is not as usual is told', () => {
  const target = newTarget({ gateway_id: 1, gateway_group_id: null }, 0)
  expect(targetNotes({ ...target, cost_multiplier: '1.0' }, known)).toEqual([])
  const changed = {
    ...target,
    strip_digits: 2,
    prepend: '00',
    translation_id: 1,
    channel_limit: 30,
    cost_multiplier: '1.25',
    valid_until: '2027-01-01T00:00:00Z',
  }
  expect(targetNotes(changed, known)).toEqual([
    '−2 digits',
    '00…',
    'To national',
    '30 calls',
    'cost × 1.25',
    'dated',
  ])
})

test('rules stand in the order in which they are asked, the default at the end', () => {
  const rules = [
    rule(''),
    rule('49'),
    rule('44'),
    rule('44', { tags: ['a'] }),
    rule('44', { src_prefix: '12' }),
  ]
  expect(rules.toSorted(byAsking).map((one) => rules.indexOf(one))).toEqual([4, 3, 2, 1, 0])
})
