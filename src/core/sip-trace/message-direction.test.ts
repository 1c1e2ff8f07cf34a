import { expect, test } from 'vitest'
import { directionsOf, type MessageEnds } from './message-direction.ts'

const [CALLER, SWITCH, TUNNEL, GATEWAY] = ['7:5060', '1:5060', '10:5060', '9:5060']
const request = (from: string, to: string, sip_call_id = 'a'): MessageEnds => ({
  ...{ from, to, sip_call_id },
  is_request: true,
})
const answer = (from: string, to: string, sip_call_id = 'a'): MessageEnds => ({
  ...request(from, to, sip_call_id),
  is_request: false,
})
const directions = (...messages: MessageEnds[]) => directionsOf(messages, 'a').join(' ')

test('the caller begins its leg, the switch those to gateways', () => {
  const begin = [request(CALLER, SWITCH), answer(SWITCH, CALLER)]
  expect(directions(...begin, request(SWITCH, GATEWAY, 'b'), answer(GATEWAY, SWITCH, 'b'))).toBe(
    'IN OUT OUT IN',
  )
  // A tunnel has an address of its own, and neither end has been seen.
  expect(directions(...begin, request(TUNNEL, GATEWAY, 'b'), request(GATEWAY, TUNNEL, 'b'))).toBe(
    'IN OUT OUT IN',
  )
})

test('a masked Call-ID is that of a gateway only from the second leg on', () => {
  // The same on both legs: the first one is that of the caller.
  expect(directions(request(CALLER, SWITCH), request(TUNNEL, GATEWAY))).toBe('IN OUT')
})

test('a trace whose first message was lost is read by its answers', () => {
  expect(directions(answer(SWITCH, CALLER), request(CALLER, SWITCH))).toBe('OUT IN')
  expect(directions(request(SWITCH, GATEWAY, 'b'), request(CALLER, SWITCH))).toBe('OUT IN')
  expect(directions(answer(GATEWAY, SWITCH, 'b'), answer(SWITCH, CALLER))).toBe('IN OUT')
})

test('a known gateway finds another address of ours', () => {
  expect(
    directions(request(CALLER, SWITCH), request(SWITCH, GATEWAY, 'b'), request(GATEWAY, TUNNEL)),
  ).toBe('IN OUT IN')
})
