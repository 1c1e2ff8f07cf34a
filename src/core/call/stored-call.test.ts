import { expect, test } from 'vitest'
import {
  at,
  makeInvite,
  makeSnapshot,
  makeUsage,
  START_MS,
  secondGateway,
} from '#test/support/snapshot.ts'
import { decideCall } from '../routing/decide-call.ts'
import { callOf } from './call.ts'
import { decodeCall, encodeCall } from './stored-call.ts'

test('a call comes out of the store as it was decided', () => {
  const snapshot = makeSnapshot({ gateways: [secondGateway()] })
  const decision = decideCall(snapshot, makeUsage(), makeInvite(), at(START_MS))
  if (decision.kind !== 'routed') throw new Error('The call was not routed')
  const call = callOf(decision, {
    call_id: '1',
    invite: makeInvite(),
    started_at: START_MS / 1000,
    routing_ms: 1,
    engine: 'a',
  })
  const text = JSON.stringify(encodeCall(call))
  expect(decodeCall(JSON.parse(text))).toEqual(call)
  expect(text.length).toBeLessThan(JSON.stringify(call).length / 1.5)
})
