import { expect, test } from 'vitest'
import { routeMessage } from './route-message.ts'
import type { SwitchRoute } from './switch-link.ts'

const route: SwitchRoute = {
  gateway_id: 7,
  uri: 'sip:1@192.0.2.9',
  dst_uri: 'sip:192.0.2.9:5060;transport=udp',
  codecs: [],
  media: 'PROXY',
  invite_timeout_ms: 4000,
  ring_timeout_ms: 60000,
}

test('what says nothing is left out, but for what becomes part of a text', () => {
  expect(routeMessage({ ...route, media: 'DIRECT', ask: true })).toEqual({
    gateway_id: 7,
    uri: 'sip:1@192.0.2.9',
    dst_uri: 'sip:192.0.2.9:5060;transport=udp',
    codecs: '',
    from_uri: '',
    from_name: '',
    to_uri: '',
    invite_timeout_ms: 4000,
    pdd_timeout_ms: 60000,
    ring_timeout_ms: 60000,
    ask: 1,
  })
})

test('expressions describe the whole of an answer', () => {
  const wishes = { stop: '486/.*|600/0', stop_after_two_gateways: '404/1' }
  expect(routeMessage({ ...route, ...wishes })).toMatchObject({
    stop: '^(486/.*|600/0)$',
    stop_after_two_gateways: '^(404/1)$',
  })
})

test('without its own time, ringing is waited for as long as an answer', () => {
  expect(routeMessage(route)).toMatchObject({ pdd_timeout_ms: 60000 })
  expect(routeMessage({ ...route, pdd_timeout_ms: 9000 })).toMatchObject({
    pdd_timeout_ms: 9000,
  })
})

test('a name is quoted, and cannot end its header', () => {
  const from_name = 'Ann "A" \\ \r\nVia: x'
  expect(routeMessage({ ...route, from_name })).toMatchObject({
    from_name: '"Ann \\"A\\" \\\\ Via: x"',
  })
})

test('headers are whole lines, one after the other', () => {
  const headers = { 'P-Asserted-Identity': '<sip:1@a>', Privacy: 'id' }
  expect(routeMessage({ ...route, headers })).toMatchObject({
    headers: 'P-Asserted-Identity: <sip:1@a>\r\nPrivacy: id\r\n',
  })
  expect(() => routeMessage({ ...route, headers: { Privacy: 'id\r\nX: y' } })).toThrow('Privacy')
})

test('what the caller hears is told code by code', () => {
  expect(routeMessage({ ...route, replies: { 404: 503, 486: 480 } })).toMatchObject({
    replies: '404=503;486=480',
  })
})
