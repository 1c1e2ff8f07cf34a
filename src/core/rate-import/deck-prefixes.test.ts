import { expect, test } from 'vitest'
import { namesIn, prefixesByName } from './deck-prefixes.ts'

test('the prefixes of a destination are found whatever its case', () => {
  const namePrefixes = prefixesByName([{ destination: 'Ghana Mobile', prefixes: ['2332', '2335'] }])
  expect(namePrefixes('GHANA mobile')).toEqual(['2332', '2335'])
  expect(namePrefixes('Ghana')).toEqual([])
})

test('names are looked for in every column, as a row is read', () => {
  const rows = [
    { line: 1, cells: ['Name', ' Ghana \t Mobile ', ''] },
    { line: 2, cells: ['Name', '="Ghana Fixed"', 'x'.repeat(101)] },
  ]
  expect(namesIn(rows)).toEqual(['Name', 'Ghana Mobile', 'Ghana Fixed'])
})
