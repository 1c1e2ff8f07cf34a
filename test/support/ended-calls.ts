// A call of the test snapshot, as it ends: for tests of records and charges.
import { type Attempt, type Call, type CallEnd, callOf } from '#core/call/call.ts'
import type { CallRecord } from '#core/call/call-record.ts'
import type { ClosedCall } from '#core/call/close-call.ts'
import { decideCall } from '#core/routing/decide-call.ts'
import { at, makeInvite, makeSnapshot, makeUsage, type Parts, START_MS } from './snapshot.ts'

export const START = START_MS / 1000

/** A call that may go over one-a (0.03 a minute) and then two-a (0.02), sold at 0.06. */
export function makeCall(parts: Parts = {}, changes: Partial<Call> = {}): Call {
  const invite = makeInvite()
  const routed = decideCall(makeSnapshot(parts), makeUsage(), invite, at(START_MS))
  if (routed.kind !== 'routed') throw new Error('The call was not routed')
  const facts = { call_id: '123', invite, started_at: START, routing_ms: 3, engine: 'e1' }
  return { ...callOf(routed, facts), ...changes }
}

/** Answered by one-a five seconds after it began; the caller ends it after a minute of talk. */
export function makeEnd(end: Partial<CallEnd> = {}): CallEnd {
  return {
    ringing_at: START + 2,
    answered_at: START + 5,
    ended_at: START + 65,
    gateway_id: 30,
    sip_code: 200,
    q850_cause: 16,
    reason: 'OK',
    released_by: 'CALLER',
    attempts: [],
    media: null,
    early_media: false,
    cut: null,
    ...end,
  }
}

export const NOT_ANSWERED = {
  ringing_at: null,
  answered_at: null,
  ended_at: START + 4,
  gateway_id: null,
  q850_cause: null,
  released_by: null,
} as const

export function makeAttempt(gateway_id: number, attempt: Partial<Attempt> = {}): Attempt {
  return {
    gateway_id,
    attempt_end: 'REFUSED',
    not_sent_reason: null,
    gateway_user_agent: '',
    sip_code: 503,
    sent_at: START,
    ringing_at: null,
    ended_at: START + 1,
    q850_cause: 34,
    ...attempt,
  }
}

/** That the switch did not send, as its tunnel is down. */
export const makeUnsent = (gateway_id: number, attempt: Partial<Attempt> = {}): Attempt =>
  makeAttempt(gateway_id, {
    attempt_end: 'NOT_SENT',
    not_sent_reason: 'TUNNEL_DOWN',
    sent_at: null,
    q850_cause: 38,
    ...attempt,
  })

/** The one of `makeEnd`. */
export const makeAnswer = (gateway_id: number, attempt: Partial<Attempt> = {}): Attempt =>
  makeAttempt(gateway_id, {
    attempt_end: 'ANSWERED',
    sip_code: 200,
    ringing_at: START + 2,
    ended_at: START + 5,
    q850_cause: null,
    ...attempt,
  })

/** More seconds than any of these calls lasts. */
export const LONG = 7200

/** Some fields of each record. */
export const pick = (closed: ClosedCall, ...fields: (keyof CallRecord)[]) =>
  closed.records.map((record) => fields.map((field) => record[field]))
