import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { makePlan, makeRule } from '#test/support/route-plans.ts'
import { START_MS } from '#test/support/snapshot.ts'
import {
  findRules,
  type RoutePlan,
  type RouteRule,
  type RuleHelpers,
  type RuleQuestion,
} from './route-plan.ts'

let serial = 0
const rule = (change: Partial<RouteRule> = {}): RouteRule => {
  serial += 1
  return makeRule({ id: serial, position: serial, ...change })
}
const planOf = (...rules: RouteRule[]): RoutePlan => makePlan({ rules })
const planOfPrefixes = (...prefixes: readonly string[]) =>
  planOf(...prefixes.map((dst_prefix) => rule({ dst_prefix })))

const THEN_SHORTER = 'LONGEST_THEN_SHORTER'

const ask = (question: Partial<RuleQuestion> = {}): RuleQuestion => ({
  called_number: '442071838750',
  caller_number: '12025550100',
  client_id: 10,
  reseller_ids: [],
  tags: [],
  at_ms: START_MS,
  ...question,
})

/** Knows these plans, opens windows of even numbers, and has lists that accept what ends in 0. */
const helpers = (...plans: RoutePlan[]): RuleHelpers => ({
  plan: (id) => plans.find((plan) => plan.id === id),
  isOpen: (window_id) => window_id % 2 === 0,
  accepts: (_, number) => number.endsWith('0'),
})

const idsOf = (plan: RoutePlan, question: Partial<RuleQuestion> = {}, ...others: RoutePlan[]) =>
  findRules(plan, ask(question), helpers(...others)).rules.map((found) => found.rule.id)

const prefixesOf = (plan: RoutePlan, called_number: string) =>
  findRules(plan, ask({ called_number }), helpers()).rules.map((found) => found.rule.dst_prefix)

describe('by prefix', () => {
  test.each([
    ['442071838750', '4420'],
    ['442', '44'],
    ['44', '44'],
    ['4', ''],
    ['12025550100', ''],
    ['999999999999999', '999999999999999'],
    ['9999999999999999', '999999999999999'],
  ])('%s goes by the rule of prefix "%s" alone', (number, prefix) => {
    expect(prefixesOf(planOfPrefixes('44', '', '999999999999999', '4420'), number)).toEqual([
      prefix,
    ])
  })

  test('a number that no prefix begins has no rule', () => {
    expect(prefixesOf(planOfPrefixes('44', '4420'), '4')).toEqual([])
    expect(prefixesOf(planOfPrefixes(), '442071838750')).toEqual([])
  })

  test('no rule that fits is longer than the one that is found', () => {
    const anyPrefix = fc.string({ unit: fc.constantFrom('0', '4'), maxLength: 6 })
    fc.assert(
      fc.property(fc.uniqueArray(anyPrefix), anyPrefix, (prefixes, number) => {
        const fitting = prefixes.filter((prefix) => number.startsWith(prefix))
        const longest = fitting.toSorted((a, b) => b.length - a.length).slice(0, 1)
        expect(prefixesOf(planOfPrefixes(...prefixes), number)).toEqual(longest)
      }),
    )
  })

  test('a rule that lets shorter ones count goes on to the next that fits', () => {
    const plan = planOf(
      rule({ dst_prefix: '' }),
      rule({ dst_prefix: '44' }),
      rule({ dst_prefix: '442', match_mode: THEN_SHORTER, window_id: 2 }),
      rule({ dst_prefix: '4420', match_mode: THEN_SHORTER }),
    )
    expect(prefixesOf(plan, '442071838750')).toEqual(['4420', '442', '44'])
    expect(prefixesOf(plan, '4490')).toEqual(['44'])
  })

  test('a longer rule that does not fit otherwise leaves the number to a shorter one', () => {
    const plan = planOf(
      rule({ id: 1, dst_prefix: '44' }),
      rule({ dst_prefix: '4420', tags: ['a'] }),
    )
    expect(idsOf(plan)).toEqual([1])
  })
})

describe('a rule asks for', () => {
  test.each<[string, Partial<RouteRule>, Partial<RuleQuestion>, Partial<RuleQuestion>]>([
    [
      'the beginning of the caller',
      { src_prefix: '1202' },
      { caller_number: '12025550100' },
      { caller_number: '13125550100' },
    ],
    [
      'a caller on a list',
      { src_list_id: 1 },
      { caller_number: '12025550100' },
      { caller_number: '12025550101' },
    ],
    ['a client', { client_id: 10 }, { client_id: 10 }, { client_id: 11 }],
    ['a reseller', { reseller_id: 5 }, { reseller_ids: [4, 5] }, { reseller_ids: [4] }],
    ['all of its tags', { tags: ['a', 'b'] }, { tags: ['b', 'c', 'a'] }, { tags: ['a'] }],
    [
      'enough digits',
      { min_length: 12 },
      { called_number: '442071838750' },
      { called_number: '44207183875' },
    ],
    [
      'no more digits than it says',
      { max_length: 11 },
      { called_number: '44207183875' },
      { called_number: '442071838750' },
    ],
  ])('%s', (_, filter, fitting, other) => {
    const plan = planOf(rule({ id: 1, ...filter }))
    expect(idsOf(plan, fitting)).toEqual([1])
    expect(idsOf(plan, other)).toEqual([])
  })

  test('hours in which it is open', () => {
    expect(idsOf(planOf(rule({ id: 1, window_id: 2 })))).toEqual([1])
    expect(idsOf(planOf(rule({ id: 1, window_id: 3 })))).toEqual([])
  })
})

describe('of several rules of one prefix', () => {
  test('a longer source prefix comes first, then more tags, then the position', () => {
    const plan = planOf(
      rule({ id: 1, position: 2 }),
      rule({ id: 2, position: 1 }),
      rule({ id: 3, position: 9, tags: ['a'] }),
      rule({ id: 4, position: 8, src_prefix: '1' }),
      rule({ id: 5, position: 7, src_prefix: '12', client_id: 10 }),
    )
    expect(idsOf(plan, { tags: ['a'] })).toEqual([5, 4, 3, 2, 1])
  })

  test('an exclusive one ends the search', () => {
    const plan = planOf(
      rule({ id: 1 }),
      rule({ id: 2, tags: ['a'], exclusive: true, match_mode: THEN_SHORTER }),
    )
    expect(idsOf(plan, { tags: ['a'] })).toEqual([2])
    expect(idsOf(plan)).toEqual([1])
  })

  test('one that blocks ends it too, after those that come before it', () => {
    const blocking = rule({ id: 2, dst_prefix: '44', action: 'BLOCK' })
    const plan = planOf(
      rule({ id: 1, dst_prefix: '4420', match_mode: THEN_SHORTER }),
      blocking,
      rule({ id: 3 }),
    )
    const { rules, block } = findRules(plan, ask(), helpers())
    expect(rules.map((found) => found.rule.id)).toEqual([1])
    expect(block).toEqual({ by: 'rule', plan, rule: blocking })
    const other = findRules(plan, ask({ called_number: '4430' }), helpers())
    expect(other).toMatchObject({ rules: [], block: { by: 'rule', plan, rule: blocking } })
  })
})

describe('the fallback plan', () => {
  const fallback = makePlan({ id: 2, rules: [rule({ id: 200 })] })

  test('comes after all rules of the plan, also when it has none for the number', () => {
    const plan = makePlan({ rules: [rule({ id: 1, dst_prefix: '44' })], parent_plan_id: 2 })
    expect(idsOf(plan, {}, fallback)).toEqual([1, 200])
    expect(idsOf(plan, { called_number: '4930' }, fallback)).toEqual([200])
  })

  test('is not asked after an exclusive rule, nor when it is blocked or gone', () => {
    const plan = makePlan({ rules: [rule({ id: 1, exclusive: true })], parent_plan_id: 2 })
    expect(idsOf(plan, {}, fallback)).toEqual([1])
    const other = makePlan({ rules: [rule({ id: 1 })], parent_plan_id: 2 })
    expect(idsOf(other, {}, { ...fallback, status: 'blocked' })).toEqual([1])
    expect(idsOf(other)).toEqual([1])
  })

  test('that leads back to the plan itself ends some time', () => {
    const one = makePlan({ id: 1, rules: [rule({ id: 1 })], parent_plan_id: 2 })
    const two = { ...fallback, parent_plan_id: 1 }
    expect(idsOf(one, {}, one, two)).toHaveLength(6)
  })
})

describe('the lists of a plan', () => {
  const accepted = ask({ called_number: '440', caller_number: '10' })

  test('refuse the number before any rule is asked', () => {
    const plan = makePlan({ dst_list_id: 1, src_list_id: 2 })
    const refused = (question: RuleQuestion) => findRules(plan, question, helpers()).block?.by
    expect(refused({ ...accepted, called_number: '441' })).toBe('dst_list')
    expect(refused({ ...accepted, caller_number: '11' })).toBe('src_list')
    expect(refused(accepted)).toBeUndefined()
  })

  test('of a fallback plan only refuse what is asked there', () => {
    const plan = makePlan({ rules: [rule({ id: 1 })], parent_plan_id: 2 })
    const fallback = makePlan({ id: 2, dst_list_id: 1 })
    const found = findRules(plan, { ...accepted, called_number: '441' }, helpers(fallback))
    expect(found.rules).toHaveLength(1)
    expect(found.block).toMatchObject({ by: 'dst_list', plan: { id: 2 } })
  })
})

test('a blocked plan has no rules', () => {
  expect(idsOf(makePlan({ status: 'blocked' }))).toEqual([])
})

test('a blocked rule is passed over as if it were not there, and told', () => {
  const plan = planOf(
    rule({ id: 1, dst_prefix: '4420', action: 'BLOCK', status: 'blocked' }),
    rule({ id: 2, dst_prefix: '44', exclusive: true, status: 'blocked' }),
    rule({ id: 3, dst_prefix: '44' }),
    rule({ id: 4, dst_prefix: '4', status: 'blocked' }),
  )
  const found = findRules(plan, ask(), helpers())
  expect(found.rules.map((one) => one.rule.id)).toEqual([3])
  expect(found.passed_over.map((one) => one.rule.id)).toEqual([1, 2])
  expect(found.block).toBeNull()
})
