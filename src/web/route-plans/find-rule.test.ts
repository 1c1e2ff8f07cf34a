import { expect, test } from 'vitest'
import { newRule } from '#contract/blank-forms.ts'
import { findMatchingRules } from './find-rule.ts'
import type { PlanRuleValues } from './plan-values.ts'

const rule = (dst_prefix: string, change: Partial<PlanRuleValues> = {}): PlanRuleValues => ({
  ...newRule(dst_prefix),
  ...change,
})
const ask = (rules: PlanRuleValues[], called_number = '4420', client_id: number | null = null) =>
  findMatchingRules(rules, { called_number, caller_number: '1202', client_id })
const places = (rules: readonly { at: number }[] | undefined) => rules?.map(({ at }) => at)

test('a number is taken by the rules that would take a call, saved or not', () => {
  const rules = [rule(''), rule('44'), rule('4420', { status: 'blocked' }), rule('49')]
  expect(ask(rules)).toEqual({
    rules: [{ at: 1, is_conditional: false }],
    otherwise: undefined,
    falls_back: true,
  })
  expect(ask(rules, '1')).toMatchObject({ rules: [{ at: 0 }] })
  expect(ask([rule('44')], '1').rules).toEqual([])
})

test('the caller and the client are asked about', () => {
  const rules = [rule('44'), rule('44', { client_id: 7 }), rule('44', { src_prefix: '1202' })]
  expect(places(ask(rules).rules)).toEqual([2, 0])
  expect(places(ask(rules, '44', 7).rules)).toEqual([2, 0, 1])
})

test('what only the server knows is a condition, with what happens otherwise', () => {
  const rules = [rule('44'), rule('4420', { window_id: 3 }), rule('4420', { tags: ['gold'] })]
  const answer = ask(rules)
  expect(answer.rules).toEqual([
    { at: 2, is_conditional: true },
    { at: 1, is_conditional: true },
  ])
  expect(answer.otherwise).toEqual([{ at: 0, is_conditional: false }])
})

test('a rule that blocks or is exclusive leaves nothing to the fallback plan', () => {
  const blocked = ask([rule('44', { action: 'BLOCK' })])
  expect(blocked).toMatchObject({ rules: [{ at: 0 }], falls_back: false })
  expect(ask([rule('44', { exclusive: true })]).falls_back).toBe(false)
})
