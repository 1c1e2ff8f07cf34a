import { describe, expect, test } from 'vitest'
import { makeChance } from '#test/support/random.ts'
import { parseAddress } from '../ip-network.ts'
import { type CountryFile, CountryFileReader } from './country-file.ts'
import { COUNTRY_FILE_LIMITS } from './country-network.ts'
import { CountryTable } from './country-table.ts'

function read(text: string, piece = text.length): CountryFile {
  const reader = new CountryFileReader()
  for (let at = 0; at < text.length; at += piece) reader.push(text.slice(at, at + piece))
  return reader.end()
}

const faultsOf = (text: string) => {
  const file = read(text)
  return 'faults' in file ? file.faults : []
}

/** Looks up addresses in the tables of a file. */
function lookupIn(file: CountryFile) {
  if ('faults' in file) throw new Error(file.faults.join(' '))
  const tables = new Map(
    file.tables.map(({ kind, table }) => [kind, new CountryTable(kind, table)]),
  )
  return (address: string) => {
    const parsed = parseAddress(address)
    if (!parsed) throw new Error(`${address} is no address`)
    return tables.get(parsed.bits === 32 ? 'IPV4' : 'IPV6')?.countryOf(parsed.value)
  }
}

const FILE = `network,country
# both notations
1.0.0.0/24,AU
"1.0.4.0","1.0.7.255","AU"\r
1.0.1.0/24,DE
1.0.2.0/24,ZZ
255.255.255.0/24,BR

2001:db8::/32,FR
2001:db9::,2001:db9:ffff:ffff:ffff:ffff:ffff:ffff,FR
ffff::/16,JP`

describe('a country file', () => {
  test.each([FILE.length, 1, 7])('gives each address its country, in pieces of %s', (piece) => {
    const file = read(FILE, piece)
    expect(file).toMatchObject({
      tables: [
        { kind: 'IPV4', networks_count: 4, countries_count: 3 },
        { kind: 'IPV6', networks_count: 3, countries_count: 2 },
      ],
    })
    const countryOf = lookupIn(file)
    const expected = {
      '0.255.255.255': null,
      '1.0.0.0': 'AU',
      '1.0.0.255': 'AU',
      '1.0.1.0': 'DE',
      '1.0.2.0': null,
      '1.0.3.255': null,
      '1.0.4.0': 'AU',
      '1.0.7.255': 'AU',
      '1.0.8.0': null,
      '255.255.255.255': 'BR',
      '::': null,
      '2001:db7:ffff::': null,
      '2001:db8::1': 'FR',
      '2001:db9:ffff::': 'FR',
      '2001:dba::': null,
      'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff': 'JP',
    }
    for (const [address, country] of Object.entries(expected)) {
      expect(countryOf(address), address).toBe(country)
    }
  })

  test('has as many rows as countries change along the addresses', () => {
    const file = read(FILE)
    // IPv4 rows: AU, DE, none, AU, none, BR. IPv6 rows: FR, none, JP.
    expect('tables' in file && file.tables.map(({ table }) => table.length)).toEqual([
      6 * (4 + 2),
      3 * (16 + 2),
    ])
  })

  test.each([
    ['1.0.0.0/24,AU\nnonsense', 'Line 2: Needs network,country or first,last,country.'],
    ['1.0.0.0/33,AU', 'Line 1: "1.0.0.0/33" is not an IP network.'],
    ['1.0.0.0/24,1.0.0.255,AU', 'Line 1: "1.0.0.0/24" is not an IP address.'],
    ['1.0.0.9,1.0.0.1,AU', 'Line 1: "1.0.0.1" is before "1.0.0.9".'],
    ['1.0.0.9,2001:db8::,AU', 'Line 1: One address is IPv4, the other IPv6.'],
    ['::ffff:102:304/120,AU', 'Line 1: "::ffff:102:304/120" is an IPv4 address written as IPv6.'],
    ['1.0.0.0/24,AU\n1.0.1.0/24,QQ', 'Line 2: Unknown country "QQ".'],
    ['1.0.0.0/24,au', 'Line 1: Unknown country "au".'],
    ['1.0.0.0/24,"\u0001\u0000"', 'Line 1: Unknown country "\\u0001\\u0000".'],
    [`1.0.0.0/24,${'A'.repeat(300)}`, 'Line 1: Longer than 200 characters.'],
    ['1.0.0.0/16,AU\n2.0.0.0/8,DE\n1.0.9.0/24,AU', 'Line 3: The network overlaps that of line 1.'],
    ['1.0.0.0/16,AU\n1.0.0.0/16,AU', 'Line 2: The network overlaps that of line 1.'],
    ['', 'The file has no network.'],
    ['1.0.0.0/24,ZZ', 'The file has no network.'],
    ['1.0.0.0/24,AN\n1.0.1.0/24,EU', 'The file has no network.'],
  ])('is refused as a whole: %j', (text, fault) => {
    expect(faultsOf(text)).toEqual([fault])
  })

  test('is read no further after five faults, a long line or too many lines', () => {
    expect(faultsOf('x\n'.repeat(100))).toHaveLength(5)
    const reader = new CountryFileReader()
    for (let piece = 0; piece < 100; piece += 1) reader.push('1'.repeat(100_000))
    expect(reader.end()).toEqual({ faults: ['Line 1: Longer than 200 characters.'] })
    const lines = COUNTRY_FILE_LIMITS.lines
    expect(faultsOf('\n'.repeat(lines + 5))).toEqual([
      `Line ${lines + 1}: More than ${lines} lines.`,
    ])
  })

  test('is refused or read, but never throws, whatever its lines are', () => {
    const chance = makeChance(15)
    const parts = [
      '1.2.3.4',
      '::',
      '/',
      '24',
      '129',
      ',',
      '"',
      'DE',
      'ZZ',
      '-1',
      '\0',
      'é',
      ' ',
      '\r',
    ]
    for (let round = 0; round < 3000; round += 1) {
      const line = Array.from({ length: chance.whole(0, 7) }, () => chance.pick(parts)).join('')
      const file = read(`9.0.0.0/8,US\n${line}\n`)
      if ('tables' in file) expect(lookupIn(file)('9.1.2.3')).toBe('US')
      else for (const fault of file.faults) expect(fault).toMatch(/^Line 2: /)
    }
  })

  test('has the same country for an address as a search through all of its networks', () => {
    const chance = makeChance(21)
    const networks: { first: number; last: number; country: string }[] = []
    for (let free = 0; networks.length < 300; ) {
      const first = free + chance.whole(0, 2)
      const last = first + chance.whole(0, 4)
      networks.push({ first, last, country: chance.pick(['DE', 'FR']) })
      free = last + 1
    }
    const ip = (value: number) => `10.0.${value >> 8}.${value & 255}`
    const shuffled = networks.toSorted(() => chance.next() - 0.5)
    const text = shuffled.map(({ first, last, country }) => `${ip(first)},${ip(last)},${country}`)
    const countryOf = lookupIn(read(text.join('\n')))
    for (let value = 0; value <= (networks.at(-1)?.last ?? 0) + 1; value += 1) {
      const network = networks.find(({ first, last }) => first <= value && value <= last)
      expect(countryOf(ip(value))).toBe(network?.country ?? null)
    }
  })
})
