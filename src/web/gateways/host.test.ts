import { expect, test } from 'vitest'
import { parseHost } from './host.ts'

test.each([
  ['10.0.0.1:5070/tcp', { host: '10.0.0.1', port: 5070, transport: 'TCP' }],
  ['sip:gw.example.net;transport=udp', { host: 'gw.example.net', transport: 'UDP' }],
  ['gw.example.net:5061', { host: 'gw.example.net', port: 5061 }],
  ['[2001:db8::1]:5060', { host: '2001:db8::1', port: 5060 }],
  ['sip:192.0.2.7', { host: '192.0.2.7' }],
])('%s is put into its fields', (text, place) => {
  expect(parseHost(text)).toEqual(place)
})

test.each(['gw.example.net', '2001:db8::1', '10.0.0.1:0', '10.0.0.1:99999', '10.0.0:5060', ''])(
  '%s stays as it is',
  (text) => {
    expect(parseHost(text)).toBeUndefined()
  },
)
