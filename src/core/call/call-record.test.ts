import { expect, test } from 'vitest'
import { makePlan, makeRule } from '#test/support/route-plans.ts'
import {
  at,
  makeClient,
  makeInvite,
  makeSnapshot,
  makeUsage,
  START_MS,
} from '#test/support/snapshot.ts'
import { perMinute } from '#test/support/terms.ts'
import { decideCall } from '../routing/decide-call.ts'
import type { Decision, Invite } from '../routing/decision.ts'
import type { RouteRule } from '../routing/route-plan.ts'
import type { Client } from '../routing/snapshot.ts'
import { refusedRecord } from './call-record.ts'

const START = START_MS / 1000

function refuse(
  client: Partial<Client>,
  changes: Partial<Invite> = {},
  rule: Partial<RouteRule> = {},
) {
  const invite = makeInvite(changes)
  const route_plans = [makePlan({ rules: [makeRule(rule)] })]
  const snapshot = makeSnapshot({ clients: [makeClient(client)], route_plans })
  return refusedBy(decideCall(snapshot, makeUsage(), invite, at(START_MS)), invite)
}

function refusedBy(decision: Decision, invite = makeInvite()) {
  if (decision.kind !== 'refused') throw new Error('The call was not refused')
  const facts = { call_id: '1', started_at: START, ended_at: START, engine: 'e1', routing_ms: 2 }
  return refusedRecord(decision, invite, facts)
}

test('a refused call leaves one record with what the caller heard', () => {
  expect(refuse({ status: 'blocked' })).toMatchObject({
    attempt_no: 0,
    is_last: true,
    status: 'REJECTED',
    refusal: 'AUTH_BLOCKED',
    release_side: 'SWITCH',
    sip_code: 403,
    sip_reason: 'Forbidden',
    q850_cause: 21,
    account_id: 10,
    dialled_number: '442071838750',
    called_number: '',
    source_ip: '192.0.2.7',
    sell_rate: null,
    sell_amount: 0,
    duration_ms: 0,
    routing_ms: 2,
  })
})

test('a caller whom nobody knows still leaves a record', () => {
  expect(refuse({}, { source_ip: '203.0.113.9' })).toMatchObject({
    account_id: 0,
    client_type: 'UNKNOWN',
    client_ip_id: null,
    refusal: 'AUTH_UNKNOWN_IP',
    source_ip: '203.0.113.9',
  })
})

test('a call refused after it was rated keeps its price, number and address row', () => {
  expect(refuse({ route_plan_id: null })).toMatchObject({
    refusal: 'NO_ROUTE',
    sip_code: 404,
    q850_cause: 3,
    called_number: '442071838750',
    client_ip_id: 100,
    tariff_id: 1,
    rate_id: 1,
    sell_rate: perMinute('0.06'),
  })
})

test.each([
  ['blocks', { action: 'BLOCK' }, { refusal: 'DEST_BLOCKED', route_rule_id: 50 }],
  ['leads nowhere', { targets: [] }, { refusal: 'NO_ROUTE', route_rule_id: 50 }],
  ['does not fit', { dst_prefix: '49' }, { refusal: 'NO_ROUTE', route_rule_id: null }],
] as const)(
  'a refused call names the plan that was asked, and its rule that %s',
  (_, rule, told) => {
    expect(refuse({}, {}, rule)).toMatchObject({ ...told, route_plan_id: 1 })
  },
)

test('a call at a limit is told what the settings say, in its own words', () => {
  const snapshot = makeSnapshot({
    clients: [makeClient({ channel_limit: 1 })],
    limit_sip_code: 480,
  })
  const usage = makeUsage({ 'CLIENT 10': { calls: 1 } })
  expect(refusedBy(decideCall(snapshot, usage, makeInvite(), at(START_MS)))).toMatchObject({
    refusal: 'LIMIT_CHANNEL_CLIENT',
    sip_code: 480,
    sip_reason: 'Temporarily Unavailable',
  })
})
