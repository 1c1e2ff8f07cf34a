import { describe, expect, test } from 'vitest'
import {
  LONG,
  makeAnswer,
  makeAttempt,
  makeCall,
  makeEnd,
  makeUnsent,
  NOT_ANSWERED,
  pick,
} from '#test/support/ended-calls.ts'
import type { Refusal } from '../routing/refusal.ts'
import type { Attempt } from './call.ts'
import { closeCall } from './close-call.ts'
import { type FaultSide, faultSide } from './fault-side.ts'

const OUTCOME: Parameters<typeof faultSide>[0] = {
  ...({ status: 'REJECTED', refusal: null, attempt_end: 'REFUSED' } as const),
  ...{ not_sent_reason: null, gateway_id: 30, gateway_sip_code: 503, gateway_q850_cause: null },
}

/** A carrier has answered 503 before. */
const SIDES: Readonly<Record<Refusal, FaultSide>> = {
  AUTH_UNKNOWN_IP: 'CLIENT',
  AUTH_WRONG_SOURCE: 'CLIENT',
  AUTH_BLOCKED: 'CLIENT',
  RESELLER_BLOCKED: 'CLIENT',
  FOREIGN_ROUTE: 'CLIENT',
  NUM_FORMAT: 'CLIENT',
  CLI_ANONYMOUS: 'CLIENT',
  CLI_REQUIRED: 'CLIENT',
  DST_LIST: 'CLIENT',
  SRC_LIST: 'CLIENT',
  DST_HIGH_RISK: 'CLIENT',
  LIMIT_CHANNEL_CLIENT: 'CLIENT',
  LIMIT_CPS_CLIENT: 'CLIENT',
  LIMIT_CHANNEL_IP: 'CLIENT',
  LIMIT_CPS_IP: 'CLIENT',
  LIMIT_CHANNEL_USER: 'CLIENT',
  LIMIT_CHANNEL_RESELLER: 'CLIENT',
  LIMIT_CPS_RESELLER: 'CLIENT',
  DEST_NO_RATE: 'SWITCH',
  RESELLER_NO_RATE: 'SWITCH',
  DEST_BLOCKED: 'CLIENT',
  SELLS_BELOW_COST: 'SWITCH',
  RATE_TOO_HIGH: 'CLIENT',
  BALANCE_LOW: 'CLIENT',
  BALANCE_RESELLER: 'CLIENT',
  SPEND_LIMIT: 'CLIENT',
  COST_LIMIT: 'CLIENT',
  USER_OFFLINE: 'USER',
  USER_BLOCKED: 'USER',
  USER_BUSY: 'USER',
  NO_ROUTE: 'SWITCH',
  NO_PROFIT: 'SWITCH',
  LIMIT_GATEWAY: 'SWITCH',
  LIMIT_CPS_GATEWAY: 'SWITCH',
  LIMIT_SETTLEMENT: 'SWITCH',
  LIMIT_TARGET: 'SWITCH',
  LIMIT_NUMBER: 'SWITCH',
  GATEWAYS_DOWN: 'SETTLEMENT',
  BALANCE_SETTLEMENT: 'SWITCH',
  CODEC_MISMATCH: 'CLIENT',
  SWITCH_UNAVAILABLE: 'SWITCH',
  DRAINING: 'SWITCH',
  ALL_ROUTES_FAILED: 'SETTLEMENT',
  RING_TIMEOUT: 'USER',
  BALANCE_END: 'CLIENT',
  SPEND_LIMIT_END: 'CLIENT',
  COST_LIMIT_END: 'CLIENT',
  SETTLEMENT_LIMIT_END: 'SWITCH',
  LEASE_END: 'SWITCH',
  DURATION_LIMIT: 'USER',
  ACCOUNT_BLOCKED: 'CLIENT',
  HUNG_UP: 'SWITCH',
  RTP_TIMEOUT: 'SWITCH',
  CALLER_GONE: 'CLIENT',
  NO_ACK: 'CLIENT',
  CALL_LOST: 'SWITCH',
}

test.each(Object.entries(SIDES))('%s is a fault of the side %s', (refusal, side) => {
  expect(faultSide({ ...OUTCOME, refusal: refusal as Refusal })).toBe(side)
})

const faultsOf = (attempts: readonly Attempt[], sip_code = 503) =>
  pick(closeCall(makeCall(), makeEnd({ ...NOT_ANSWERED, sip_code, attempts }), LONG), 'fault')

describe('a call that no gateway connected', () => {
  test.each<[FaultSide, string, Partial<Attempt>]>([
    ['SETTLEMENT', 'congestion', {}],
    ['SETTLEMENT', 'no response', { attempt_end: 'NO_RESPONSE', sip_code: 408, q850_cause: null }],
    ['SETTLEMENT', 'no ringing', { attempt_end: 'PDD_TIMEOUT', sip_code: 408, q850_cause: null }],
    ['SETTLEMENT', 'a refusal', { sip_code: 403, q850_cause: 21 }],
    ['CLIENT', 'a wrong number', { sip_code: 404, q850_cause: null }],
    ['CLIENT', 'a wrong number by its cause', { sip_code: 503, q850_cause: 1 }],
    ['CLIENT', 'a codec', { sip_code: 488, q850_cause: null }],
    ['SWITCH', 'our password', { sip_code: 401, q850_cause: null }],
    ['SWITCH', 'our balance there', { sip_code: 402, q850_cause: null }],
    ['USER', 'a phone that is off', { sip_code: 480, q850_cause: null }],
    ['USER', 'busy by its cause', { sip_code: 500, q850_cause: 17 }],
    ['USER', 'no answer', { attempt_end: 'NO_ANSWER', sip_code: 408, q850_cause: null }],
    ['USER', 'busy', { sip_code: 486, q850_cause: 17 }],
  ])('is a fault of the side %s after %s', (side, _, attempt) => {
    const last = makeAttempt(30, attempt)
    expect(faultsOf([last], last.sip_code)).toEqual([[side]])
  })

  test.each<[FaultSide, NonNullable<Attempt['not_sent_reason']>]>([
    ['SWITCH', 'TUNNEL_DOWN'],
    ['SWITCH', 'NO_CHANNEL'],
    ['SWITCH', 'SEND_FAILED'],
    ['CLIENT', 'NO_COMMON_CODEC'],
    ['USER', 'NOT_REGISTERED'],
  ])('is a fault of the side %s if it was not sent: %s', (side, not_sent_reason) => {
    expect(faultsOf([makeUnsent(30, { not_sent_reason })])).toEqual([[side]])
  })

  test('is a fault of the switch if no gateway was tried at all', () => {
    expect(faultsOf([])).toEqual([['SWITCH']])
  })

  test('is a decision of the users if the called one is a SIP user of ours', () => {
    expect(faultSide({ ...OUTCOME, refusal: 'ALL_ROUTES_FAILED', gateway_id: null })).toBe('USER')
  })

  test('is a fault of the carrier if that cancelled it', () => {
    const outcome = {
      status: 'FAILED',
      refusal: 'ALL_ROUTES_FAILED',
      gateway_sip_code: 487,
    } as const
    expect(faultSide({ ...OUTCOME, ...outcome })).toBe('SETTLEMENT')
  })

  test('has the fault in its last record only', () => {
    expect(faultsOf([makeAttempt(30), makeUnsent(31)])).toEqual([[null], ['SWITCH']])
  })
})

test('a caller that gives up is nothing that failed', () => {
  const attempts = [makeAttempt(30, { attempt_end: 'CANCELLED', sip_code: 487 })]
  expect(faultsOf(attempts, 487)).toEqual([['USER']])
})

test('an answered call has a fault only if it was cut', () => {
  const attempts = [makeAnswer(30)]
  const close = (end: Partial<Parameters<typeof makeEnd>[0]>) =>
    pick(closeCall(makeCall(), makeEnd({ attempts, ...end }), LONG), 'fault')
  expect(close({})).toEqual([[null]])
  expect(close({ cut: 'BALANCE_END', released_by: 'SWITCH' })).toEqual([['CLIENT']])
  expect(close({ cut: 'CALL_LOST', released_by: 'SWITCH' })).toEqual([['SWITCH']])
})
