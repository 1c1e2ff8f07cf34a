// A call whose client has packages: who may pay for it, and what is taken of them in the end.
import { expect, test } from 'vitest'
import {
  at,
  makeClient,
  makeInvite,
  makeSipUser,
  makeSnapshot,
  makeUsage,
  type Parts,
  START_MS,
} from '#test/support/snapshot.ts'
import { makeTariff } from '#test/support/tariffs.ts'
import { amount, perMinute } from '#test/support/terms.ts'
import { decideCall } from '../routing/decide-call.ts'
import type { Routed } from '../routing/decision.ts'
import { type Call, type CallEnd, callOf } from './call.ts'
import { closeCall } from './close-call.ts'

const START = START_MS / 1000
const CLIENT_ID = makeClient().id

const subscriptions = new Map([
  [
    CLIENT_ID,
    [
      { id: 1, name: 'World', prefixes: [], priority: 900 },
      { id: 2, name: 'London', prefixes: ['4420', '49'], priority: 100 },
      { id: 3, name: 'France', prefixes: ['33'], priority: 100 },
    ],
  ],
])
/** In minutes at 0.06, and a fee of 0.01. */
const by_minute = { first_increment: 60, next_increment: 60, connect_fee: amount('0.01') }
const sold = (row: object = {}) =>
  makeTariff({
    ...by_minute,
    rates: [{ prefix: '44', id: 11, rate: perMinute('0.06'), ...row }],
  })

function decide(parts: Parts = {}, registered: readonly string[] = []): Routed {
  const snapshot = makeSnapshot({ subscriptions, tariffs: [sold()], ...parts })
  const usage = makeUsage({}, { registered })
  const routed = decideCall(snapshot, usage, makeInvite(), at(START_MS))
  if (routed.kind !== 'routed') throw new Error('The call was not routed')
  return routed
}

function close(talk_seconds: number | null, package_held: number) {
  const facts = { call_id: '1', invite: makeInvite(), started_at: START, routing_ms: 3 }
  const call: Call = callOf(decide(), { ...facts, engine: 'e1' })
  const end: CallEnd = {
    ringing_at: null,
    answered_at: talk_seconds === null ? null : START,
    ended_at: START + (talk_seconds ?? 4),
    gateway_id: talk_seconds === null ? null : 30,
    sip_code: talk_seconds === null ? 487 : 200,
    q850_cause: 16,
    reason: '',
    released_by: 'CALLER',
    attempts: [],
    media: null,
    early_media: false,
    cut: null,
  }
  const { charges } = closeCall(call, end, 7200, package_held)
  return charges.map(({ payer, charge, package_seconds }) => ({
    depth: payer.depth,
    billed: charge.billed_seconds,
    paid: charge.amount,
    package_seconds,
  }))
}

test('the packages that reach the number stand with the client, the best first', () => {
  const routed = decide()
  expect(routed.payers[0].subscription_ids).toEqual([2, 1])
  expect(routed.trace).toContainEqual({ step: 'PACKAGES', packages: ['London', 'World'] })
  expect(decide({ subscriptions: new Map() }).payers[0]).not.toHaveProperty('subscription_ids')
})

test('a call that credits the client uses no package', () => {
  const routed = decide({ tariffs: [sold({ reverse_billing: true })] })
  expect(routed.payers[0]).not.toHaveProperty('subscription_ids')
})

test('a call to a SIP user uses no package', () => {
  const { dialled_number: number } = makeInvite()
  const routed = decide({ sip_users: [makeSipUser({ username: 'bob', number })] }, ['bob'])
  expect(routed.routes[0].gateway_id).toBe(0)
  expect(routed.payers[0]).not.toHaveProperty('subscription_ids')
})

test('a call takes of what it holds no more than its started increments', () => {
  expect(close(95, 300)).toEqual([
    { depth: 0, billed: 0, paid: 0, package_seconds: 120 },
    expect.objectContaining({ depth: -1, package_seconds: 0 }),
  ])
})

test('what the package does not pay is billed from the first increment on, with the fee', () => {
  expect(close(95, 30)[0]).toEqual({
    depth: 0,
    billed: 120,
    paid: amount('0.13'),
    package_seconds: 30,
  })
})

test('a call that nobody answers takes nothing', () => {
  expect(close(null, 300)).toEqual([])
})
