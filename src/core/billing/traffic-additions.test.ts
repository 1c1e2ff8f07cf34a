import { expect, test } from 'vitest'
import {
  LONG,
  makeAnswer,
  makeAttempt,
  makeCall,
  makeEnd,
  makeUnsent,
  START,
} from '#test/support/ended-calls.ts'
import { closeCall } from '../call/close-call.ts'
import { type TrafficAddition, trafficAdditions } from './traffic-additions.ts'

const byGateway = (rows: readonly TrafficAddition[]) =>
  rows
    .filter(({ attempts }) => attempts > 0)
    .toSorted((one, other) => one.gateway_id - other.gateway_id)

test('each gateway is judged by its own delay and its own attempts, the client by its wait', () => {
  const attempts = [
    makeAttempt(30, { attempt_end: 'NO_RESPONSE', sip_code: 408, ended_at: START + 5 }),
    makeUnsent(31),
    makeAnswer(31, { sent_at: START + 5, ringing_at: START + 5.75, ended_at: START + 9 }),
  ]
  const times = { ringing_at: START + 5.75, answered_at: START + 9 }
  const { records } = closeCall(makeCall(), makeEnd({ ...times, gateway_id: 31, attempts }), LONG)
  expect(byGateway(trafficAdditions(records, []))).toMatchObject([
    { gateway_id: 30, attempts: 1, calls: 0, answered: 0, attempt_pdd_ms: 0, attempt_pdds: 0 },
    {
      gateway_id: 31,
      ...{ account_id: 10, attempts: 1, calls: 1, answered: 1 },
      ...{ attempt_pdd_ms: 750, attempt_pdds: 1, call_pdd_ms: 5750, call_pdds: 1 },
    },
  ])
})

test('a call that was sent to nobody counts for its client alone', () => {
  const end = { answered_at: null, gateway_id: null, sip_code: 503, attempts: [makeUnsent(30)] }
  const { records } = closeCall(makeCall(), makeEnd(end), LONG)
  expect(trafficAdditions(records, [])).toMatchObject([
    { account_id: 10, calls: 1, answered: 0, attempts: 0 },
  ])
})
