import { expect, test } from 'vitest'
import {
  at,
  makeClient,
  makeGateway,
  makeInvite,
  makeSipUser,
  makeSnapshot,
  makeUsage,
  type Parts,
  START_MS,
  secondGateway,
} from '#test/support/snapshot.ts'
import type { CallRule } from './call-rule.ts'
import { decideCall } from './decide-call.ts'

const rule = (parts: Partial<CallRule>): CallRule => ({
  id: 1,
  account_ids: [],
  gateway_ids: [],
  called_prefixes: [],
  caller_prefixes: [],
  ...parts,
})

const { id: client_id } = makeClient()
const [first, second] = [makeGateway(), secondGateway()]
/** All media goes from side to side. */
const direct: Parts = {
  clients: [makeClient({ media_mode: 'DIRECT' })],
  gateways: [makeGateway({ media_mode: 'DIRECT' }), secondGateway({ media_mode: 'DIRECT' })],
}

/** Gateway, media and mark of each route. */
function routesWith(recording_rules: readonly CallRule[], parts: Parts = direct, invite = {}) {
  const snapshot = makeSnapshot({ ...parts, recording_rules })
  const usage = makeUsage({}, { registered: ['alice'] })
  const decision = decideCall(snapshot, usage, makeInvite(invite), at(START_MS))
  if (decision.kind !== 'routed') throw new Error('The call was not routed')
  const routes = decision.routes.map((one) => [one.gateway_id, one.media_mode, one.is_recorded])
  return routes.toSorted()
}

const NONE = [
  [first.id, 'DIRECT', undefined],
  [second.id, 'DIRECT', undefined],
].toSorted()
const ALL = [
  [first.id, 'PROXY', true],
  [second.id, 'PROXY', true],
].toSorted()

test('without a rule no call is recorded', () => {
  expect(routesWith([])).toEqual(NONE)
})

test('a rule for a client, or for numbers, records its calls, and relays their media', () => {
  expect(routesWith([rule({ account_ids: [client_id] })])).toEqual(ALL)
  expect(
    routesWith([rule({ called_prefixes: [makeInvite().dialled_number.slice(0, 3)] })]),
  ).toEqual(ALL)
})

test('a rule for others records nothing', () => {
  expect(routesWith([rule({ account_ids: [client_id + 1] })])).toEqual(NONE)
  expect(routesWith([rule({ called_prefixes: ['999'] })])).toEqual(NONE)
})

test('a rule for a gateway records the calls that it answers, and no others', () => {
  const recorded = routesWith([rule({ gateway_ids: [second.id] })])
  expect(recorded).toContainEqual([second.id, 'PROXY', true])
  expect(recorded).toContainEqual([first.id, 'DIRECT', undefined])
})

test('a call to a SIP user is recorded by a rule for the client, and by none for gateways', () => {
  const parts = { ...direct, sip_users: [makeSipUser({ number: '4420718' })] }
  const by_gateway = routesWith([rule({ gateway_ids: [first.id] })], parts, {
    dialled_number: '4420718',
  })
  expect(by_gateway).toEqual([[0, 'PROXY', undefined]])
  const recorded = routesWith([rule({ account_ids: [client_id] })], parts, {
    dialled_number: '4420718',
  })
  expect(recorded).toEqual([[0, 'PROXY', true]])
})
