import { BlockList } from 'node:net'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NetworkTable, parseAddress } from './ip-network.ts'

function makeTable(...networks: string[]): NetworkTable<string> {
  const table = new NetworkTable<string>()
  for (const network of networks) table.add(network, network)
  return table
}

test.each([
  ['0.0.0.0', 32, 0n],
  ['192.0.2.7', 32, 0xc0000207n],
  ['255.255.255.255', 32, 0xffffffffn],
  ['::', 128, 0n],
  ['::1', 128, 1n],
  ['2001:db8::7', 128, 0x20010db8000000000000000000000007n],
  ['2001:DB8:0:0:0:0:0:7', 128, 0x20010db8000000000000000000000007n],
  ['1:2:3:4:5:6:7::', 128, 0x00010002000300040005000600070000n],
  ['::ffff:192.0.2.7', 32, 0xc0000207n],
  ['::FFFF:c000:207', 32, 0xc0000207n],
  ['::ffff:255.255.255.255', 32, 0xffffffffn],
  ['0:0:0:0:0:ffff:192.0.2.7', 32, 0xc0000207n],
  ['::192.0.2.7', 128, 0xc0000207n],
  ['64:ff9b::192.0.2.7', 128, 0x0064ff9b0000000000000000c0000207n],
])('reads %s', (text, bits, value) => {
  expect(parseAddress(text)).toEqual({ bits, value })
})

test.each([
  '',
  ' 192.0.2.7',
  '192.0.2.7\n',
  '192.0.2',
  '192.0.2.7.1',
  '192.0.2.256',
  '192.0.2.-1',
  '192.0.2.0x7',
  '192.0.2.',
  '192.0.2.7:5060',
  '192.0.2.0/24',
  'example.net',
  ':',
  ':::',
  '1::2::3',
  ':1:2:3:4:5:6:7',
  '1:2:3:4:5:6:7',
  '1:2:3:4:5:6:7:8:9',
  '1:2:3:4:5:6:7:8::',
  '12345::',
  'g::',
  'fe80::1%eth0',
  '[::1]',
  '::ffff:192.0.2.256',
  '::ffff:192.0.2',
])('%j is no address', (text) => {
  expect(parseAddress(text)).toBeUndefined()
  expect(makeTable('0.0.0.0/1', '::/1').find(text)).toEqual([])
})

test('the most specific network comes first, whatever the order in which they were added', () => {
  const table = makeTable('192.0.2.0/24', '192.0.2.7', '192.0.0.0/16', '192.0.2.0/25', '10.0.0.0/8')
  expect(table.find('192.0.2.7').flat()).toEqual([
    '192.0.2.7',
    '192.0.2.0/25',
    '192.0.2.0/24',
    '192.0.0.0/16',
  ])
  expect(table.find('192.0.2.128').flat()).toEqual(['192.0.2.0/24', '192.0.0.0/16'])
  expect(table.find('203.0.113.1')).toEqual([])
})

test('all that hangs on one network comes together, in the order of adding', () => {
  const table = new NetworkTable<number>()
  table.add('192.0.2.7', 1)
  table.add('192.0.2.7/32', 2)
  table.add('192.0.2.0/24', 3)
  // Bits past the length do not count.
  table.add('192.0.2.99/24', 4)
  expect(table.find('192.0.2.7')).toEqual([
    [1, 2],
    [3, 4],
  ])
})

test('a mapped address and a mapped network are IPv4, and the two families never mix', () => {
  const table = makeTable('::ffff:192.0.2.0/120', '::ffff:10.0.0.1', '2001:db8::/32', '::/1')
  expect(table.find('192.0.2.7').flat()).toEqual(['::ffff:192.0.2.0/120'])
  expect(table.find('::ffff:10.0.0.1').flat()).toEqual(['::ffff:10.0.0.1'])
  expect(table.find('2001:db8::1').flat()).toEqual(['2001:db8::/32', '::/1'])
  expect(table.find('32.1.13.184')).toEqual([])
})

test.each([
  '192.0.2.7/',
  '192.0.2.7/33',
  '192.0.2.7/-1',
  '192.0.2.7/8.5',
  '192.0.2.7/8/8',
  '192.0.2.7/0x8',
  '2001:db8::/129',
  '::ffff:192.0.2.0/95',
  'example.net/8',
  '/8',
])('%s is no network', (network) => {
  expect(() => makeTable(network)).toThrow(network)
})

const anyIpv4 = fc
  .array(fc.constantFrom(0, 1, 127, 128, 255), { minLength: 4, maxLength: 4 })
  .map((bytes) => bytes.join('.'))
const anyIpv6 = fc
  .array(fc.constantFrom('0', '1', '8000', 'ffff', '2001'), { minLength: 8, maxLength: 8 })
  .map((groups) => groups.join(':'))
  // An IPv4 address in another dress, for which not every length is one.
  .filter((address) => !address.startsWith('0:0:0:0:0:ffff:'))
const anyNetwork = fc.oneof(
  fc.tuple(anyIpv4, fc.integer({ min: 0, max: 32 })),
  fc.tuple(anyIpv6, fc.integer({ min: 0, max: 128 })),
)

test('a random table answers as Node, asked network by network', () => {
  fc.assert(
    fc.property(
      fc.array(anyNetwork, { maxLength: 30 }),
      fc.array(fc.oneof(anyIpv4, anyIpv6), { maxLength: 10 }),
      (networks, addresses) => {
        const table = makeTable(...networks.map(([address, length]) => `${address}/${length}`))
        for (const address of [...addresses, ...networks.map(([a]) => a)]) {
          const family = address.includes(':') ? 'ipv6' : 'ipv4'
          const holds = networks.filter(([network, length]) => {
            if (network.includes(':') !== address.includes(':')) return false
            const list = new BlockList()
            list.addSubnet(network, length, family)
            return list.check(address, family)
          })
          const expected = holds.map(([a, length]) => `${a}/${length}`)
          const found = table.find(address).flat()
          const lengths = found.map((network) => Number(network.split('/')[1]))
          expect(found.toSorted()).toEqual(expected.toSorted())
          expect(lengths).toEqual(lengths.toSorted((a, b) => b - a))
        }
      },
    ),
    { numRuns: 500 },
  )
})
