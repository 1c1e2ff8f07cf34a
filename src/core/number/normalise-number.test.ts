import { expect, test } from 'vitest'
import { normaliseNumber } from './normalise-number.ts'

test.each([
  ['442071838750', '442071838750'],
  ['+442071838750', '442071838750'],
  ['00442071838750', '442071838750'],
  ['112', '112'],
  ['442071838750#', '442071838750'],
  ['123456789012345', '123456789012345'],
])('%s is called as %s', (dialled_number, called_number) => {
  expect(normaliseNumber(dialled_number)).toBe(called_number)
})

test.each([
  ['', 'nothing'],
  ['+', 'a mark without a number'],
  ['44', 'two digits'],
  ['1234567890123456', 'sixteen digits'],
  ['02071838750', 'a national number'],
  ['+02071838750', 'a zero after the mark'],
  ['000442071838750', 'a zero too many'],
  ['00+442071838750', 'both marks'],
  ['++442071838750', 'a mark twice'],
  ['4420718x8750', 'a letter'],
  ['44 2071838750', 'a space'],
  ['#442071838750', 'a number sign before it'],
  ['44207#1838750', 'a number sign within'],
  ['442071838750##', 'two of them'],
  ['*21*442071838750#', 'a service code'],
  ['44-20-7183-8750', 'hyphens'],
  ['442071838750\n', 'a line feed'],
  ['442071838750;phone-context=x', 'a parameter'],
  ['٤٤٢٠٧١٨٣', 'digits of another script'],
])('%j is refused: %s', (dialled_number) => {
  expect(normaliseNumber(dialled_number)).toBeUndefined()
})
