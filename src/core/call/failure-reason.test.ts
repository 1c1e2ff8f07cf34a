import { expect, test } from 'vitest'
import { answerTo, REFUSALS, type Refusal } from '../routing/refusal.ts'
import type { CallStatus } from './call-record.ts'
import { FAILURE_REASONS, FAILURE_WORDS, type FailureReason, failureOf } from './failure-reason.ts'

const refusals = Object.keys(REFUSALS) as Refusal[]
const failureFor = (refusal: Refusal) =>
  failureOf({ status: 'REJECTED', refusal, sip_code: answerTo(refusal).sip_code })

test.each(refusals)('%s has a reason for clients', (refusal) => {
  expect(FAILURE_REASONS).toContain(failureFor(refusal))
})

test.each(FAILURE_REASONS)('%s says nothing of the operator', (reason) => {
  const { label, text } = FAILURE_WORDS[reason]
  const inside = /gateway|carrier|margin|profit|settlement|reseller|tariff|route plan|below cost/i
  expect(`${label} ${text}`).not.toMatch(inside)
  expect(label.length).toBeLessThan(30)
  expect(text).toMatch(/^[A-Z].*: .*\.$/)
})

test('a margin, a debt, a gateway that is down and a limit of a reseller are one reason', () => {
  const hidden = refusals.filter((refusal) =>
    /GATEWAY|SETTLEMENT$|TARGET|PROFIT|COST$|(BLOCKED|BALANCE|LIMIT.*)_?RESELLER|DRAIN/.test(
      refusal,
    ),
  )
  expect(hidden.length).toBeGreaterThan(10)
  expect(new Set(hidden.map(failureFor))).toEqual(new Set(['NETWORK_BUSY']))
})

test.each<[FailureReason | null, CallStatus, Refusal | null, number | null]>([
  [null, 'ANSWERED', null, 200],
  // It was answered before it was cut.
  [null, 'ANSWERED', 'BALANCE_END', 200],
  ['CANCELLED', 'CANCELLED', null, 487],
  ['CUT', 'CANCELLED', 'HUNG_UP', 487],
  ['BUSY', 'FAILED', null, 486],
  ['BUSY', 'FAILED', null, 600],
  ['DECLINED', 'FAILED', null, 603],
  // The response of the last route says more than that all have failed.
  ['NUMBER_WRONG', 'FAILED', 'ALL_ROUTES_FAILED', 404],
  ['NUMBER_WRONG', 'FAILED', 'ALL_ROUTES_FAILED', 484],
  ['NUMBER_WRONG', 'FAILED', 'ALL_ROUTES_FAILED', 604],
  ['NO_ANSWER', 'FAILED', 'ALL_ROUTES_FAILED', 408],
  ['UNAVAILABLE', 'FAILED', 'ALL_ROUTES_FAILED', 480],
  ['NO_ANSWER', 'FAILED', 'RING_TIMEOUT', 480],
  ['CODEC', 'FAILED', 'ALL_ROUTES_FAILED', 488],
  ['NETWORK_BUSY', 'FAILED', 'ALL_ROUTES_FAILED', 503],
  // The called side may send 487 without a caller who hung up.
  ['NETWORK_BUSY', 'FAILED', 'ALL_ROUTES_FAILED', 487],
  ['NETWORK_BUSY', 'FAILED', null, null],
  // A route plan may block with another code, which does not change the reason.
  ['DESTINATION_NOT_ALLOWED', 'REJECTED', 'DEST_BLOCKED', 404],
])('%s is the reason of %s, %s, %s', (reason, status, refusal, sip_code) => {
  expect(failureOf({ status, refusal, sip_code })).toBe(reason)
})

test('a refusal of another version is told by its SIP code', () => {
  for (const refusal of ['NEWER_REFUSAL', 'toString']) {
    expect(failureOf({ status: 'REJECTED', refusal, sip_code: 486 })).toBe('BUSY')
    expect(failureOf({ status: 'REJECTED', refusal, sip_code: 503 })).toBe('NETWORK_BUSY')
  }
})
