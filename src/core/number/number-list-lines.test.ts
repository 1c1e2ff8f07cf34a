import { expect, test } from 'vitest'
import { parseItemLines } from './number-list-lines.ts'
import { lineFault } from './text-lines.ts'

const plain = (key: string, part: object = {}) => ({
  key,
  min_length: 0,
  max_length: 100,
  action: 'REJECT',
  tag: '',
  description: '',
  ...part,
})

test.each([
  ['442071838750', plain('442071838750')],
  ['+44 20 7183-8750', plain('442071838750')],
  ["'442071838750", plain('442071838750')],
  [
    '44,10,13,accept,uk,All of it',
    {
      ...plain('44', { min_length: 10, max_length: 13, action: 'ACCEPT', tag: 'uk' }),
      description: 'All of it',
    },
  ],
  ['44;;;;uk', plain('44', { tag: 'uk' })],
  ['44\t\t12', plain('44', { max_length: 12 })],
  ['44,,,,,"Offices, ""all"" of them"', plain('44', { description: 'Offices, "all" of them' })],
])('the line %s is an item', (line, item) => {
  expect(parseItemLines(line, 'REJECT')).toEqual({ items: [item], faults: [] })
})

test.each([
  ['abc', 'Digits only.'],
  [',,,ACCEPT', 'No number.'],
  ['4'.repeat(33), 'Digits only.'],
  ['44,101', 'Length: 0 to 100.'],
  ['44,-1', 'Length: 0 to 100.'],
  ['44,12,10', 'Min length is above max length.'],
  ['44,,,maybe', 'Action must be ACCEPT or REJECT.'],
  ['44,,,,two words', 'Invalid tag.'],
  ['44,,,,,"open', 'Missing closing quote.'],
  [`44,,,,,${'x'.repeat(201)}`, 'Description: at most 200 characters.'],
])('the line %s is refused: %s', (line, message) => {
  expect(parseItemLines(line, 'REJECT')).toEqual({
    items: [],
    faults: [lineFault({ line: 1, text: line }, message)],
  })
})

test('lines keep their numbers, empty ones too, and the first of two counts', () => {
  const { items, faults } = parseItemLines('44\r\n\r\n  x \n49\r44\n44,1\n', 'ACCEPT')
  expect(items.map(({ key, min_length, action }) => [key, min_length, action])).toEqual([
    ['44', 0, 'ACCEPT'],
    ['49', 0, 'ACCEPT'],
    ['44', 1, 'ACCEPT'],
  ])
  expect(faults).toEqual([
    { line: 3, text: 'x', message: 'Digits only.' },
    { line: 5, text: '44', message: 'Duplicate of line 1.' },
  ])
})

test('a line of names says which column is which, and what is not ours is left out', () => {
  const text = 'id,Tag,version,KEY,action\n17,uk,1,44,ACCEPT\n'
  expect(parseItemLines(text, 'REJECT')).toEqual({
    items: [plain('44', { tag: 'uk', action: 'ACCEPT' })],
    faults: [],
  })
  expect(parseItemLines('prefix;description\n44;UK', 'REJECT').items).toEqual([
    plain('44', { description: 'UK' }),
  ])
})

test('nothing is nothing', () => {
  expect(parseItemLines(' \n\n', 'REJECT')).toEqual({ items: [], faults: [] })
})
