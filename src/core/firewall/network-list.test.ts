import { expect, test } from 'vitest'
import { coveringNetworks, isNetwork, parseNetworkLines } from './network-list.ts'
import { REGIONS, ZONE_COUNTRIES } from './regions.ts'

test('a network is an address of either kind, with or without a length', () => {
  const right = ['192.0.2.7', '192.0.2.0/24', '0.0.0.0/0', '::/0', '2001:db8::/32', '::1']
  const wrong = ['', '192.0.2', '192.0.2.0/33', '192.0.2.0/', '2001:db8::/129', '10.0.0.0/8/8']
  expect(right.filter((text) => !isNetwork(text))).toEqual([])
  expect([...wrong, '::ffff:192.0.2.1', 'example.com', '1.2.3.4/-1'].filter(isNetwork)).toEqual([])
})

test('a network inside another one is named with it, and the second of two equal ones', () => {
  const networks = ['10.1.0.0/16', '10.0.0.0/8', '10.0.0.0/8', '2001:db8::1', '2001:db8::/32']
  expect(coveringNetworks(networks)).toEqual([
    '10.0.0.0/8',
    null,
    '10.0.0.0/8',
    '2001:db8::/32',
    null,
  ])
})

test('pasted lines have a network and a comment, and each wrong one says why', () => {
  const text =
    '# office\r\n192.0.2.7, head office\n\n10.0.0.0/8\tVPN\nhello world\n10.1.2.3 # twice'
  expect(parseNetworkLines(text, ['2001:db8::/32'])).toEqual([
    { line: 2, network: '192.0.2.7', comment: 'head office', fault: null },
    { line: 4, network: '10.0.0.0/8', comment: 'VPN', fault: null },
    { line: 5, network: 'hello', comment: 'world', fault: 'Not an IP address or network.' },
    { line: 6, network: '10.1.2.3', comment: 'twice', fault: 'Already covered by 10.0.0.0/8.' },
  ])
  const [again] = parseNetworkLines('2001:db8:1::/48', ['2001:db8::/32'])
  expect(again?.fault).toBe('Already covered by 2001:db8::/32.')
})

test('every country is in one region', () => {
  const all = REGIONS.flatMap(({ countries }) => countries)
  expect(all.length).toBe(ZONE_COUNTRIES.size)
  expect(all.filter((code) => !/^[A-Z]{2}$/.test(code))).toEqual([])
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  expect(all.filter((code) => names.of(code) === undefined)).toEqual([])
})
