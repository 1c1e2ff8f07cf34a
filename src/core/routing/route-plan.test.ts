import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makePlan, makeRule } from '#test/support/switchboard.ts'
import { findRule } from './route-plan.ts'

const planOf = (...prefixes: readonly string[]) =>
  makePlan({ rules: prefixes.map((dst_prefix, at) => makeRule({ id: at, dst_prefix })) })

test.each([
  ['442071838750', '4420'],
  ['442', '44'],
  ['44', '44'],
  ['4', ''],
  ['12025550100', ''],
  ['999999999999999', '999999999999999'],
  ['9999999999999999', '999999999999999'],
])('%s goes by the rule of prefix "%s"', (number, prefix) => {
  const plan = planOf('44', '', '999999999999999', '4420')
  expect(findRule(plan, number)?.dst_prefix).toBe(prefix)
})

test('a number that no prefix begins has no rule', () => {
  expect(findRule(planOf('44', '4420'), '4')).toBeUndefined()
  expect(findRule(planOf(), '442071838750')).toBeUndefined()
})

test('no rule that fits is longer than the one that is found', () => {
  const anyPrefix = fc.string({ unit: fc.constantFrom('0', '4'), maxLength: 6 })
  fc.assert(
    fc.property(fc.array(anyPrefix), anyPrefix, (prefixes, number) => {
      const fitting = prefixes.filter((prefix) => number.startsWith(prefix))
      const longest = fitting.toSorted((a, b) => b.length - a.length)[0]
      expect(findRule(planOf(...prefixes), number)?.dst_prefix).toBe(longest)
    }),
  )
})
