// Who a gateway is told that calls, and who has diverted the call.
import { expect, test } from 'vitest'
import { callOf } from '#core/call/call.ts'
import { decideCall } from '#core/routing/decide-call.ts'
import type { Gateway } from '#core/routing/switchboard.ts'
import type { TranslationRule } from '#core/routing/translation.ts'
import {
  at,
  makeGateway,
  makeInvite,
  makeSwitchboard,
  makeUsage,
  START_MS,
} from '#test/support/switchboard.ts'
import { switchRoute } from './switch-route.ts'

const rule = (field: TranslationRule['field'], replacement: string): TranslationRule => ({
  field,
  match: 'prefix',
  pattern: '0',
  strip: 1,
  replacement,
  pool_list_id: null,
  stop: false,
})

function headersFor(gateway: Partial<Gateway>, privacy = '') {
  const rules = [rule('pai', '49'), rule('diversion', '44')]
  const board = makeSwitchboard({
    gateways: [makeGateway({ translation_id: 7, from_domain: 'us.example', ...gateway })],
    translations: [{ id: 7, name: 'To carrier', status: 'active', rules }],
  })
  const invite = makeInvite({ pai: '0301234', diversion: '0207777', privacy })
  const decision = decideCall(board, makeUsage(), invite, at(START_MS))
  if (decision.kind !== 'routed') throw new Error('The call was not routed')
  const facts = { call_id: '1', invite, started_at: 1, routing_ms: 1, engine: 'a' }
  return switchRoute(board, callOf(decision, facts), decision.routes[0]).headers
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
