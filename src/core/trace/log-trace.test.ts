// The parts of a log line beside the steps of a decision.
import { expect, test } from 'vitest'
import { at, makeInvite, makeSnapshot, makeUsage, START_MS } from '#test/support/snapshot.ts'
import { cheapBuyTariff, dearBuyTariff, makeTariff } from '#test/support/tariffs.ts'
import { perMinute } from '#test/support/terms.ts'
import { decideCall } from '../routing/decide-call.ts'
import { describeStep } from './describe-step.ts'
import { logTrace } from './log-trace.ts'

const at12 = { rates: [{ prefix: '', rate: perMinute('0.012') }] }

/** One-a takes 0.011 for each started minute, two-a 0.012 a minute by the second. */
function risksWhenSold(terms: Parameters<typeof makeTariff>[0]) {
  const tariffs = [
    makeTariff({ ...at12, ...terms }),
    dearBuyTariff({
      first_increment: 60,
      next_increment: 60,
      rates: [{ prefix: '', rate: perMinute('0.011') }],
    }),
    cheapBuyTariff(at12),
  ]
  const snapshot = makeSnapshot({ tariffs })
  const decision = decideCall(snapshot, makeUsage(), makeInvite(), at(START_MS))
  if (decision.kind !== 'routed') throw new Error('The call was not routed')
  return logTrace(decision)
    .map((step) => describeStep(step, 'USD'))
    .filter(({ step }) => step === 'SHORT_CALL_LOSS')
    .map(({ facts }) => facts)
}

test('a short call that loses is told, although an average one earns', () => {
  expect(risksWhenSold({})).toEqual([
    { gateway: 'one-a', seconds: 1, cost: '0.011', price: '0.0002' },
  ])
})

test('half a minute is short, too', () => {
  const free = { first_increment: 60, next_increment: 60, grace_seconds: 30 }
  expect(risksWhenSold(free)).toEqual([
    { gateway: 'one-a', seconds: 30, cost: '0.011', price: '0' },
    { gateway: 'two-a', seconds: 30, cost: '0.006', price: '0' },
  ])
})

test('where nothing is lost nothing is told', () => {
  expect(risksWhenSold({ first_increment: 60, next_increment: 60 })).toEqual([])
})

test('of a candidate is kept what put it into its place', () => {
  const decision = decideCall(makeSnapshot(), makeUsage(), makeInvite(), at(START_MS))
  if (decision.kind !== 'routed') throw new Error('The call was not routed')
  const places = logTrace(decision).flatMap((step) =>
    step.step === 'GATEWAY' ? [[step.gateway, step.ordered_by]] : [],
  )
  expect(places).toEqual([
    ['one-a', [{ code: 'POSITION', value: 1 }]],
    ['two-a', [{ code: 'POSITION', value: 2 }]],
  ])
})
