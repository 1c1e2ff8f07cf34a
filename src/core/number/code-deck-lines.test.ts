import { describe, expect, test } from 'vitest'
import { networkTypeOf } from './code-deck.ts'
import { parseDeckLines } from './code-deck-lines.ts'
import { lineFault } from './text-lines.ts'

const MOROCCO = {
  prefix: '2126',
  country_iso2: 'MA',
  destination: 'Morocco mobile',
  network_type: 'MOBILE',
}

describe('an entry of the code deck', () => {
  test.each([
    ['2126,MA,Morocco mobile,MOBILE'],
    ['prefix;country;destination;type\n+212 6;ma;Morocco mobile;mobile'],
    ['Type\tDestination\tCode\nMobile\tMorocco mobile\t2126'],
    ['2126,,"Morocco mobile"'],
  ])('is read from %j', (text) => {
    expect(parseDeckLines(text)).toEqual({ entries: [MOROCCO], faults: [] })
  })

  test('of no country has none', () => {
    const { entries } = parseDeckLines('881,,Iridium satellite')
    expect(entries[0]).toMatchObject({ country_iso2: '', network_type: 'SATELLITE' })
  })

  test.each([
    [',MA,Morocco', 'No prefix.'],
    ['21x,MA,Morocco', 'Prefix: 1 to 15 digits.'],
    ['1234567890123456,US,USA', 'Prefix: 1 to 15 digits.'],
    ['212,MA,', 'No destination.'],
    [`212,MA,${'a'.repeat(101)}`, 'Destination: at most 100 characters.'],
    ['212,Morocco,Morocco', 'Country: two letters of ISO 3166, for example MA.'],
    ['212,MA,Morocco,cheap', 'Type: one of FIXED, MOBILE, PREMIUM, TOLL_FREE, SATELLITE, OTHER.'],
    ['212,MA,"Morocco', 'Missing closing quote.'],
  ])('is refused in %j', (text, message) => {
    const faults = [lineFault({ line: 1, text }, message)]
    expect(parseDeckLines(text)).toEqual({ entries: [], faults })
  })

  test('with a prefix that an earlier line has is left out', () => {
    const { entries, faults } = parseDeckLines('212,MA,Morocco\n\n+212,MA,Maroc')
    expect(entries).toHaveLength(1)
    expect(faults).toEqual([{ line: 3, text: '+212,MA,Maroc', message: 'Same prefix as line 1.' }])
  })
})

test.each([
  ['Morocco', 'FIXED'],
  ['MOROCCO-MOBILE INWI', 'MOBILE'],
  ['Mobile Bay', 'MOBILE'],
  ['Moby', 'FIXED'],
  ['UK premium', 'PREMIUM'],
  ['UK Toll-Free', 'TOLL_FREE'],
  ['Iridium', 'SATELLITE'],
  ['UK personal numbers', 'OTHER'],
])('%s is %s', (name, type) => {
  expect(networkTypeOf(name)).toBe(type)
})

test('a fault has the beginning of its line, however long it is', () => {
  const { faults } = parseDeckLines('x'.repeat(20_000))
  expect(faults[0]?.text).toBe(`${'x'.repeat(59)}…`)
})
