// Caller identity and diversion in the INVITE to a gateway, and the addresses of both sides.
import { describe, expect, test } from 'vitest'
import { callOf } from '#core/call/call.ts'
import type { TranslationRule } from '#core/number/translation.ts'
import { decideCall } from '#core/routing/decide-call.ts'
import type { Gateway, RoutingSnapshot } from '#core/routing/snapshot.ts'
import {
  at,
  makeGateway,
  makeInvite,
  makeSnapshot,
  makeUsage,
  START_MS,
  secondGateway,
} from '#test/support/snapshot.ts'
import { clientNetworks, switchRoutes } from './switch-routes.ts'

const rule = (field: TranslationRule['field'], replacement: string): TranslationRule => ({
  field,
  match: 'prefix',
  pattern: '0',
  strip: 1,
  replacement,
  pool_list_id: null,
  stop: false,
})

function routed(snapshot: RoutingSnapshot, privacy = '') {
  const invite = makeInvite({
    pai: '<sip:0301234@192.0.2.7>',
    diversion: '<sip:0207777@192.0.2.7>',
    privacy,
  })
  const decision = decideCall(snapshot, makeUsage(), invite, at(START_MS))
  if (decision.kind !== 'routed') throw new Error('The call was not routed')
  const facts = { call_id: '1', invite, started_at: 1, routing_ms: 1, engine: 'a' }
  return callOf(decision, facts)
}

function headersFor(gateway: Partial<Gateway>, privacy = '') {
  const rules = [rule('pai', '49'), rule('diversion', '44')]
  const snapshot = makeSnapshot({
    gateways: [makeGateway({ translation_id: 7, from_domain: 'us.example', ...gateway })],
    translations: [{ id: 7, name: 'To carrier', status: 'active', rules }],
  })
  return switchRoutes(snapshot, routed(snapshot, privacy))[0]?.headers
}

test('what the caller asserts is passed on as the translation of the gateway leaves it', () => {
  expect(headersFor({ pai_mode: 'relay' })).toEqual({
    'P-Asserted-Identity': '<sip:49301234@us.example>',
    Diversion: '<sip:44207777@us.example>',
  })
})

test('a gateway that does not get what the caller asserts hears of no diversion', () => {
  expect(headersFor({ pai_mode: 'none' })).toEqual({})
  expect(headersFor({ pai_mode: 'build' })).toEqual({
    'P-Asserted-Identity': '<sip:12025550100@us.example>',
  })
})

test('of a caller who hides neither is told where that is wanted', () => {
  expect(headersFor({ pai_mode: 'relay', privacy_mode: 'hide' }, 'id')).toEqual({ Privacy: 'id' })
})

describe('the sides of a call may speak from', () => {
  test('all gateways of the carrier that are known by address, the called one first', () => {
    const sibling = (id: number, host: string) => makeGateway({ id, name: `one-${id}`, host })
    const many = Array.from({ length: 9 }, (_, at) => sibling(50 + at, `198.51.100.${50 + at}`))
    const gateways = [sibling(40, 'sbc.example'), sibling(41, '198.51.100.41'), ...many]
    const snapshot = makeSnapshot({ gateways })
    const call = routed(snapshot)
    const networks = switchRoutes(snapshot, call)[0]?.networks ?? []
    expect(networks[0]).toBe(snapshot.gateways.get(call.routes[0]?.gateway_id ?? 0)?.host)
    expect(networks).toContain('198.51.100.41')
    expect(networks).not.toContain('sbc.example')
    expect(networks).not.toContain(secondGateway().host)
    expect(networks).toHaveLength(8)
  })

  test('the networks of the client, so many as Kamailio keeps', () => {
    const networks = Array.from({ length: 40 }, (_, at) => `203.0.113.${at}/32`)
    const snapshot = makeSnapshot({ client_networks: new Map([[10, networks]]) })
    expect(clientNetworks(snapshot, routed(snapshot))).toEqual(networks.slice(0, 32))
    const other = makeSnapshot({ client_networks: new Map([[11, networks]]) })
    expect(clientNetworks(other, routed(other))).toEqual([])
  })
})
