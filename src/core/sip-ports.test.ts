import { expect, test } from 'vitest'
import { leftListeners, mediaOf, ownAddress, type SipListener } from './sip-ports.ts'

const listener = (port: number, change: Partial<SipListener> = {}): SipListener => ({
  transport: 'udp',
  address: '192.0.2.1',
  port,
  advertise: null,
  ...change,
})

test('a listener is left if transport, address or port differ, not for its advertised one', () => {
  const before = [listener(5060), listener(5061), listener(5062, { transport: 'tcp' })]
  const after = [listener(5060, { advertise: '203.0.113.9' }), listener(5062)]
  expect(leftListeners(before, after)).toEqual([before[1], before[2]])
  expect(leftListeners(before, before)).toEqual([])
})

test('the first listener names the switch, and its address carries the media', () => {
  const listen = [listener(5060, { advertise: '203.0.113.9' }), listener(5061)]
  const range = { rtp_min: 10_000, rtp_max: 20_000 }
  expect(mediaOf({ listen, ...range })).toEqual({
    ...{ address: '192.0.2.1', advertise: '203.0.113.9' },
    ...range,
  })
  expect([ownAddress(listen), ownAddress([listener(1)])]).toEqual(['203.0.113.9', '192.0.2.1'])
})
