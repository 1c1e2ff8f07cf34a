// A decision reads and never writes: asked twice it answers the same, and what it uses of counters
// is in its answer.
import { expect, test } from 'vitest'
import { makePlan, makeRule, makeTarget } from '#test/support/route-plans.ts'
import {
  at,
  makeGateway,
  makeInvite,
  makeSnapshot,
  makeUsage,
  START_MS,
} from '#test/support/snapshot.ts'
import { share } from '#test/support/terms.ts'
import { decideCall } from './decide-call.ts'
import type { Decision } from './decision.ts'
import { NO_TURNS, PercentCounters } from './percent-counters.ts'

const invite = Object.freeze(makeInvite())
const targets = [
  makeTarget({ percent: 50 }),
  makeTarget({ id: 62, gateway_id: 31, position: 2, percent: 50 }),
]
const shared = makeSnapshot({
  route_plans: [makePlan({ mode: 'PERCENT', rules: [makeRule({ targets })] })],
})

/** The gateways in their order; of a refused call the refusal. */
const outcomeOf = (decision: Decision) => {
  if (decision.kind === 'challenged') return decision.kind
  if (decision.kind === 'refused') return decision.refusal
  return decision.routes.map(({ gateway_name }) => gateway_name)
}

test('the same question always has the same answer, and changes nothing', () => {
  const usage = Object.freeze(makeUsage())
  const sheets = () => [...shared.tariffs.values()].map(({ sheet }) => structuredClone(sheet))
  const before = sheets()
  const first = decideCall(shared, usage, invite, at(START_MS))
  const again = decideCall(shared, usage, invite, at(START_MS))
  expect(again).toEqual(first)
  expect(again).not.toBe(first)
  expect(outcomeOf(first)).toEqual(['one-a', 'two-a'])
  expect(sheets()).toEqual(before)
})

test('calls share gateways by percent when the turn of each is counted before the next', () => {
  const percent_counters = new PercentCounters()
  const usage = { ...makeUsage(), percent_counters }
  const firsts = [1, 2, 3, 4].map(() => {
    const decision = decideCall(shared, usage, invite, at(START_MS))
    if (decision.kind === 'routed') percent_counters.count(decision.percent_turns)
    return outcomeOf(decision)[0]
  })
  expect(firsts).toEqual(['one-a', 'two-a', 'one-a', 'two-a'])
})

test('a refused call counts at the gateway under probation that it could have probed', () => {
  const snapshot = makeSnapshot({
    gateways: [makeGateway({ probe_percent: share('50') })],
    route_plans: [makePlan({ rules: [makeRule({ targets: [makeTarget()] })] })],
  })
  const percent_counters = new PercentCounters()
  const usage = { ...makeUsage({}, { conditions: { 30: { lock: 'PROBING' } } }), percent_counters }
  const outcomes = [1, 2, 3, 4].map(() => {
    const decision = decideCall(snapshot, usage, invite, at(START_MS))
    if (decision.kind !== 'challenged') percent_counters.count(decision.percent_turns)
    return outcomeOf(decision)
  })
  expect(outcomes).toEqual(['NO_ROUTE', ['one-a'], 'NO_ROUTE', ['one-a']])
})

test('a call that uses no counter has no turn', () => {
  const decision = decideCall(makeSnapshot({}), makeUsage(), invite, at(START_MS))
  expect(decision).toMatchObject({ kind: 'routed', percent_turns: NO_TURNS })
})
