import { expect, test } from 'vitest'
import type { ColumnMeaning } from './layout.ts'
import { undecidedColumns, undecidedText } from './undecided-columns.ts'

/** Whether a column with these cells, below its header, has to be decided. */
function isAsked(cells: readonly string[], meaning: ColumnMeaning | null = null): boolean {
  const rows = ['Units', ...cells].map((cell, at) => ({ line: at + 1, cells: ['34', cell] }))
  const found = undecidedColumns({ columns: ['PREFIX', meaning], header_line: 1 }, rows)
  expect(found.every((at) => at === 1)).toBe(true)
  return found.length > 0
}

test.each([
  ['seconds', ['60', '30', '1']],
  ['seconds with their unit', ['60 s', '30s', '1 sec.']],
  ['prices', ['0.015', '0,02', '$0.1', '0.2 EUR', '1.234,56']],
  ['signs and percentages', ['-0.5', '+3', '5 %']],
  ['both increments', ['30/6', '60/60', '1+1']],
  ['half of them', ['60', 'none', '', '']],
])('a column of %s that no field takes has to be decided', (_, cells) => {
  expect(isAsked(cells)).toBe(true)
})

test.each([
  ['names', ['Spain', 'Italy 2', 'T-Mobile']],
  ['dates', ['01/12/2026', '2026-12-01', '1.12.26', '12/12/2026 10:00']],
  ['nothing', ['', ' ']],
  ['fewer numbers than words', ['60', 'none', 'some']],
])('a column of %s is ignored without a question', (_, cells) => {
  expect(isAsked(cells)).toBe(false)
})

test('a column that is decided is not asked about', () => {
  expect(isAsked(['60'], 'NEXT_INCREMENT')).toBe(false)
  expect(isAsked(['60'], 'IGNORED')).toBe(false)
})

test('without a header all rows count', () => {
  const rows = [{ line: 1, cells: ['34', '0.1', '60'] }]
  const layout = { columns: ['PREFIX', 'RATE', null], header_line: null } as const
  expect(undecidedColumns(layout, rows)).toEqual([2])
})

test('the text names columns by header or letters, the first five of many', () => {
  expect(undecidedText(['Code', 'Units'], [1])).toBe(
    'Column "Units" holds numbers that no field takes: choose its field, or "Ignored".',
  )
  expect(undecidedText([], [0, 1, 2, 3, 4, 5, 6])).toBe(
    'Columns "A", "B", "C", "D", "E" and 2 more hold numbers that no field takes: ' +
      'choose a field for each, or "Ignored".',
  )
})
