// The steps of a trace about the choice of gateways, in the codes in which they are stored.
import { expect, test } from 'vitest'
import { makePlan, makeRule, makeTarget } from '#test/support/route-plans.ts'
import {
  at,
  makeClient,
  makeGateway,
  makeInvite,
  makeSnapshot,
  makeUsage,
  type Parts,
  START_MS,
  secondGateway,
} from '#test/support/snapshot.ts'
import { cheapBuyTariff, dearBuyTariff, makeTariff } from '#test/support/tariffs.ts'
import { perMinute } from '#test/support/terms.ts'
import { makeNumberList } from '../number/number-list.ts'
import { decideCall } from '../routing/decide-call.ts'
import { describeStep } from './describe-step.ts'
import { logTrace } from './log-trace.ts'

function wordsOf(step: string, parts: Parts, usage = makeUsage()): string[] {
  const decision = decideCall(makeSnapshot(parts), usage, makeInvite(), at(START_MS))
  const trace = decision.kind === 'challenged' ? [] : logTrace(decision)
  return trace
    .filter((one) => one.step === step)
    .map((one) => describeStep(one, 'USD'))
    .map(({ text }) => text)
}

test('a gateway that the plan allows no attempt for is named', () => {
  const route_plans = [makePlan({ max_attempts: 1 })]
  expect(wordsOf('SKIPPED', { route_plans })).toEqual(['two-a is not tried: max attempts reached.'])
})

test('a gateway that a second target leads to is named', () => {
  const targets = [makeTarget(), makeTarget({ position: 2 })]
  const route_plans = [makePlan({ rules: [makeRule({ targets })] })]
  expect(wordsOf('SKIPPED', { route_plans })).toEqual([
    'one-a is not tried: already earlier in the order.',
  ])
})

test('what a gateway gets is told where it is not what was called', () => {
  const gateways = [makeGateway({ strip_digits: 2, prepend: '0' })]
  expect(wordsOf('SENT', { gateways })).toEqual([
    'one-a is sent called number 442071838750 → 02071838750.',
  ])
})

test('a gateway that is the cheapest by a shorter prefix is pointed out', () => {
  const longer = [{ prefix: '4420', rate: perMinute('0.03') }]
  const tariffs = [makeTariff(), dearBuyTariff({ rates: longer }), cheapBuyTariff()]
  const tried = (mode: 'LCR' | 'ORDERED') =>
    wordsOf('SHORTER_PREFIX', { tariffs, route_plans: [makePlan({ mode })] })
  expect(tried('LCR')).toEqual([
    'two-a is first only by its price for the shorter prefix (all). ' +
      'A longer prefix sets the price of one-a (4420).',
  ])
  expect(tried('ORDERED')).toEqual([])
  const same = [makeTariff(), dearBuyTariff(), cheapBuyTariff()]
  expect(
    wordsOf('SHORTER_PREFIX', { tariffs: same, route_plans: [makePlan({ mode: 'LCR' })] }),
  ).toEqual([])
})

test('a limit is told with how much of it is used', () => {
  const gateways = [
    makeGateway({ channel_limit: 5 }),
    secondGateway({ per_number_channel_limit: 2 }),
  ]
  const route_plans = [
    makePlan({
      rules: [
        makeRule({
          targets: [
            makeTarget(),
            makeTarget({ gateway_id: 31, position: 2 }),
            makeTarget({ gateway_id: 31, position: 3, channel_limit: 4 }),
          ],
        }),
      ],
    }),
  ]
  const usage = makeUsage({
    'GATEWAY 30': { calls: 5 },
    'NUMBER 31 442071838750': { calls: 2 },
    'TARGET 63': { calls: 4 },
  })
  expect(wordsOf('LIMIT', { gateways, route_plans }, usage)).toEqual([
    'The gateway one-a has 5 of 5 calls now.',
    'The number 442071838750 has 2 of 2 calls now.',
    'The target has 4 of 4 calls now.',
  ])
  const clients = [makeClient({ cps_limit: 3 })]
  expect(wordsOf('LIMIT', { clients }, makeUsage({ 'CLIENT 10': { starts: 3 } }))).toEqual([
    'The client has 3 of 3 calls per second.',
  ])
})

test.each([
  ['dst_list_id', '442071838750'],
  ['src_list_id', '12025550100'],
])('a list of the plan that rejects the call is named: %s', (field, number) => {
  const list = { id: 4, name: 'Fraud', status: 'active', mode: 'PREFIX' } as const
  const number_lists = [makeNumberList({ ...list, default_action: 'REJECT' }, [])]
  const route_plans = [makePlan({ [field]: 4 })]
  expect(wordsOf('NUMBER_LIST', { number_lists, route_plans })).toEqual([
    `Fraud of World: ${number} is rejected.`,
  ])
})

test('a plan that has no rule is named, and so is that there is no plan', () => {
  const route_plans = [makePlan({ rules: [makeRule({ dst_prefix: '49' })] })]
  expect(wordsOf('NO_RULE', { route_plans })).toEqual(['World has no matching rule.'])
  const clients = [makeClient({ route_plan_id: null })]
  expect(wordsOf('NO_RULE', { clients })).toEqual(['The client has no route plan.'])
})

test('what is blocked in the plan is named, and not tried', () => {
  const blocked = makeRule({ id: 51, dst_prefix: '4420', status: 'blocked' })
  const targets = [makeTarget({ status: 'blocked' }), makeTarget({ gateway_id: 31, position: 2 })]
  const route_plans = [makePlan({ rules: [blocked, makeRule({ targets })] })]
  expect(wordsOf('DISABLED_RULE', { route_plans })).toEqual([
    'World has a rule for prefix 4420, but it is disabled.',
  ])
  expect(wordsOf('GATEWAY', { route_plans })).toEqual([
    'one-a is excluded: target not active.',
    'two-a is eligible.',
  ])
  expect(wordsOf('ORDER', { route_plans })).toEqual(['Tried in this order: two-a.'])
})

test('what all gateways have in common is the reason of the refusal', () => {
  const gateways = [makeGateway({ status: 'blocked' }), secondGateway({ status: 'blocked' })]
  expect(wordsOf('REFUSED', { gateways })).toEqual([
    'The route plan has no usable gateway for the number. (gateway not active)',
  ])
})
