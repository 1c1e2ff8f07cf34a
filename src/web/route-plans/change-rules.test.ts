import { expect, test } from 'vitest'
import { changeRules } from './change-rules.ts'
import { newRule, newTarget } from './plan-values.ts'

const to = (gateway_id: number) => ({ gateway_id, gateway_group_id: null })
const ruleTo = (prefix: string, ...gateways: number[]) => ({
  ...newRule(prefix),
  targets: gateways.map((id) => ({ ...newTarget(to(id), 50), priority: id })),
})
const RULES = [
  ruleTo('1', 1, 2),
  ruleTo('2', 2),
  ruleTo('3', 1),
  { ...newRule('4'), action: 'BLOCK' as const },
]
const ALL = new Set([0, 1, 3])
const gatewaysOf = (rules: typeof RULES | ReturnType<typeof changeRules>) =>
  rules.map(({ targets }) => targets.map(({ gateway_id }) => gateway_id))

test('a gateway is added, replaced and removed in the chosen rules that route', () => {
  const added = changeRules(RULES, ALL, { kind: 'add', to: to(1) })
  expect(gatewaysOf(added)).toEqual([[1, 2], [2, 1], [1], []])
  expect(added.map((rule, at) => rule === RULES[at])).toEqual([true, false, true, true])
  const replaced = changeRules(RULES, ALL, { kind: 'replace', to: to(1), by: to(7) })
  expect(gatewaysOf(replaced)).toEqual([[7, 2], [2], [1], []])
  expect(replaced[0]?.targets[0]).toMatchObject({ priority: 1, percent: 50 })
  const both = changeRules(RULES, ALL, { kind: 'replace', to: to(1), by: to(2) })
  expect(gatewaysOf(both)).toEqual([[2], [2], [1], []])
  const removed = changeRules(RULES, ALL, { kind: 'remove', to: to(2) })
  expect(gatewaysOf(removed)).toEqual([[1], [], [1], []])
})

test('a condition is set in the chosen rules, also in those that block', () => {
  const changed = changeRules(RULES, ALL, { kind: 'set', values: { window_id: 9 } })
  expect(changed.map(({ window_id }) => window_id)).toEqual([9, 9, null, 9])
})
