// The facts of each gateway that was tried, and the cost of its attempt.
import fc from 'fast-check'
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
  START,
} from '#test/support/ended-calls.ts'
import { makeTerms } from '#test/support/terms.ts'
import { addMoney, money, NO_MONEY } from '../money.ts'
import { ATTEMPT_ENDS, NOT_SENT_REASONS } from './attempt-end.ts'
import type { Attempt, Call } from './call.ts'
import { closeCall } from './close-call.ts'

const FEE = money(1500)

/** Every party pays a fee for an attempt, and nothing for the talk. */
function callWithFees(): Call {
  const call = makeCall()
  const [client] = call.payers
  const terms = makeTerms({ attempt_fee: FEE })
  return {
    ...call,
    payers: [{ ...client, price: { ...client.price, terms } }],
    routes: call.routes.map((route) =>
      route.buy ? { ...route, buy: { ...route.buy, price: { ...route.buy.price, terms } } } : route,
    ),
  }
}

const failed = (attempts: readonly Attempt[], sip_code = 503) =>
  closeCall(callWithFees(), makeEnd({ ...NOT_ANSWERED, sip_code, attempts }), LONG)

describe('the delay until it rings', () => {
  test('is that of each gateway by itself, and that of the call by itself', () => {
    const attempts = [
      makeAttempt(30, { attempt_end: 'NO_RESPONSE', sip_code: 408, ended_at: START + 5 }),
      makeAnswer(31, { sent_at: START + 5, ringing_at: START + 5.75, ended_at: START + 9 }),
    ]
    const times = { ringing_at: START + 5.75, answered_at: START + 9 }
    const closed = closeCall(makeCall(), makeEnd({ ...times, gateway_id: 31, attempts }), LONG)
    expect(pick(closed, 'gateway_id', 'sent_at', 'progress_at', 'pdd_ms', 'call_pdd_ms')).toEqual([
      [30, START, null, null, null],
      [31, START + 5, START + 5.75, 750, 5750],
    ])
  })

  test('of the call is until the first ringing, whichever gateway it came from', () => {
    const attempts = [
      makeAttempt(30, { ringing_at: START + 1, ended_at: START + 3 }),
      makeAnswer(31, { sent_at: START + 3, ringing_at: START + 3.5, ended_at: START + 9 }),
    ]
    const times = { ringing_at: START + 1, answered_at: START + 9 }
    const closed = closeCall(makeCall(), makeEnd({ ...times, gateway_id: 31, attempts }), LONG)
    expect(pick(closed, 'pdd_ms', 'call_pdd_ms')).toEqual([
      [1000, null],
      [500, 1000],
    ])
  })

  test('is until the answer of a gateway that does not ring', () => {
    const attempts = [makeAnswer(30, { sent_at: START + 1, ringing_at: null })]
    const closed = closeCall(makeCall(), makeEnd({ ringing_at: null, attempts }), LONG)
    expect(pick(closed, 'pdd_ms', 'call_pdd_ms')).toEqual([[4000, 5000]])
  })

  test('is not known of a call that the switch has lost', () => {
    const closed = closeCall(makeCall(), makeEnd({ cut: 'CALL_LOST' }), LONG)
    expect(pick(closed, 'attempt_end', 'sent_at', 'pdd_ms', 'call_pdd_ms')).toEqual([
      ['ANSWERED', null, null, 2000],
    ])
  })
})

describe('what the gateway said', () => {
  test('stands beside what the caller heard instead', () => {
    const closed = failed([makeAttempt(30, { sip_code: 500, q850_cause: 41 })], 503)
    expect(pick(closed, 'sip_code', 'gateway_sip_code', 'gateway_q850_cause')).toEqual([
      [503, 500, 41],
    ])
  })

  test.each([
    ['NO_RESPONSE', 408, null],
    ['PDD_TIMEOUT', 408, null],
    ['NO_ANSWER', 408, null],
    ['CANCELLED', 408, null],
    ['CANCELLED', 487, 487],
    ['REFUSED', 408, 408],
  ] as const)('is nothing where we have only waited: %s %i', (attempt_end, sip_code, said) => {
    const closed = failed([makeAttempt(30, { attempt_end, sip_code })])
    expect(pick(closed, 'attempt_end', 'gateway_sip_code')).toEqual([[attempt_end, said]])
  })

  test('comes with its user agent, of which the record keeps 128 characters', () => {
    const attempts = [
      makeAttempt(30, { gateway_user_agent: 'Vendor 9' }),
      makeUnsent(31),
      makeAttempt(32, { gateway_user_agent: 'x'.repeat(500) }),
    ]
    expect(pick(failed(attempts), 'gateway_user_agent')).toEqual([
      ['Vendor 9'],
      [''],
      ['x'.repeat(128)],
    ])
  })

  test('decides whether the called user was busy, and not what the caller heard', () => {
    expect(pick(failed([makeAttempt(30, { sip_code: 486 })], 480), 'refusal')).toEqual([[null]])
    expect(pick(failed([makeAttempt(30, { sip_code: 404 })], 486), 'refusal')).toEqual([
      ['ALL_ROUTES_FAILED'],
    ])
  })

  test('is no cancelled call, be it 487', () => {
    const attempts = [makeAttempt(30, { sip_code: 487 })]
    const end = makeEnd({ ...NOT_ANSWERED, sip_code: 487, released_by: 'CALLEE', attempts })
    expect(pick(closeCall(makeCall(), end, LONG), 'status')).toEqual([['FAILED']])
  })
})

test('a call that rang and that nobody answered says so', () => {
  const rang = makeAttempt(31, { attempt_end: 'NO_ANSWER', sip_code: 408, ringing_at: START + 2 })
  const closed = failed([makeAttempt(30), rang], 480)
  expect(pick(closed, 'status', 'refusal', 'sip_code')).toEqual([
    ['FAILED', null, null],
    ['FAILED', 'RING_TIMEOUT', 480],
  ])
})

describe('an attempt that was not sent', () => {
  test('is seen with its reason, and costs nobody anything', () => {
    const closed = failed([makeUnsent(30)])
    expect(pick(closed, 'gateway_id', 'attempt_end', 'not_sent_reason', 'sent_at')).toEqual([
      [30, 'NOT_SENT', 'TUNNEL_DOWN', null],
    ])
    expect(pick(closed, 'gateway_sip_code', 'buy_amount', 'sell_amount')).toEqual([[null, 0, 0]])
    expect(closed.charges).toEqual([])
  })

  test('beside one that was sent: the fee is paid for that one', () => {
    const closed = failed([makeAttempt(30), makeUnsent(31)])
    expect(pick(closed, 'buy_amount', 'sell_amount')).toEqual([
      [FEE, 0],
      [0, FEE],
    ])
    expect(closed.charges.map(({ payer, attempts }) => [payer.account_id, attempts])).toEqual([
      [10, 1],
      [20, 1],
    ])
  })

  test('carriers are paid a fee for each attempt that was sent, and the client pays one', () => {
    const attempt = fc.record({
      gateway_id: fc.constantFrom(30, 31),
      attempt_end: fc.constantFrom(...ATTEMPT_ENDS.filter((end) => end !== 'ANSWERED')),
      reason: fc.constantFrom(...NOT_SENT_REASONS),
    })
    const attempts = fc
      .array(attempt, { maxLength: 8 })
      .map((all) =>
        all.map(({ gateway_id, attempt_end, reason }) =>
          attempt_end === 'NOT_SENT'
            ? makeUnsent(gateway_id, { not_sent_reason: reason })
            : makeAttempt(gateway_id, { attempt_end }),
        ),
      )
    fc.assert(
      fc.property(attempts, fc.boolean(), (tried, is_answered) => {
        const end = is_answered
          ? makeEnd({ ended_at: START + 5, attempts: [...tried, makeAnswer(30)] })
          : makeEnd({ ...NOT_ANSWERED, sip_code: 503, attempts: tried })
        const { records, charges } = closeCall(callWithFees(), end, LONG)
        const was_sent = tried.filter(({ attempt_end }) => attempt_end !== 'NOT_SENT')
        const sent = was_sent.length + (is_answered ? 1 : 0)
        const settlements = charges.filter(({ payer }) => payer.depth < 0)
        const paid = settlements.map(({ charge }) => charge.amount).reduce(addMoney, NO_MONEY)
        expect(settlements.reduce((sum, one) => sum + one.attempts, 0)).toBe(sent)
        expect(paid).toBe(sent * FEE)
        const client = charges.find(({ payer }) => payer.depth === 0)
        expect(client?.charge.amount ?? 0).toBe(sent > 0 ? FEE : 0)
        expect(records.map(({ buy_amount }) => buy_amount).reduce(addMoney)).toBe(paid)
        for (const { attempt_end, buy_amount } of records) {
          if (attempt_end === 'NOT_SENT') expect(buy_amount).toBe(0)
        }
        expect(records.filter(({ attempt_no }) => attempt_no > 0)).toHaveLength(
          tried.length + (is_answered ? 1 : 0),
        )
      }),
    )
  })
})
