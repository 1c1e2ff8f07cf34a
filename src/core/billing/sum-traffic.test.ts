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
import { sumTraffic } from './sum-traffic.ts'

test('each gateway is judged by its own delay and its own attempts, the client by its wait', () => {
  const attempts = [
    makeAttempt(30, { attempt_end: 'NO_RESPONSE', sip_code: 408, ended_at: START + 5 }),
    makeUnsent(31),
    makeAnswer(31, { sent_at: START + 5, ringing_at: START + 5.75, ended_at: START + 9 }),
  ]
  const times = { ringing_at: START + 5.75, answered_at: START + 9 }
  const { records } = closeCall(makeCall(), makeEnd({ ...times, gateway_id: 31, attempts }), LONG)
  const { clients, gateways } = sumTraffic(records, [])
  expect(gateways).toMatchObject([
    { id: 30, calls: 1, answered: 0, pdd_ms_sum: 0, pdd_count: 0 },
    { id: 31, calls: 1, answered: 1, pdd_ms_sum: 750, pdd_count: 1 },
  ])
  expect(clients).toMatchObject([{ id: 10, calls: 1, answered: 1, pdd_ms_sum: 5750 }])
})

test('a call that was sent to nobody counts for its client alone', () => {
  const end = { answered_at: null, gateway_id: null, sip_code: 503, attempts: [makeUnsent(30)] }
  const { records } = closeCall(makeCall(), makeEnd(end), LONG)
  const { clients, gateways } = sumTraffic(records, [])
  expect(gateways).toEqual([])
  expect(clients).toMatchObject([{ id: 10, calls: 1, answered: 0 }])
})
