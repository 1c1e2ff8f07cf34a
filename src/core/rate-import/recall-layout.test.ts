import { expect, test } from 'vitest'
import type { RateFileLayout } from './layout.ts'
import { recallLayout } from './recall-layout.ts'

const layout = (
  headers: readonly string[],
  columns: RateFileLayout['columns'],
  more: Partial<RateFileLayout> = {},
): RateFileLayout => ({
  format: 'TEXT',
  encoding: 'utf-8',
  separator: ',',
  worksheet: 0,
  reads_hidden: false,
  quote: '"',
  header_line: 1,
  headers,
  decimal: '.',
  date_order: 'DMY',
  rate_unit: 'PER_MINUTE',
  currency: null,
  bare_code_country: null,
  dated_title: null,
  columns,
  ...more,
})
const earlier = layout(['Code', 'Preis A', 'Preis B'], ['PREFIX', null, 'RATE'], {
  decimal: ',',
  rate_unit: 'PER_SECOND',
})

test('the same columns have the meanings and the notation of the earlier file', () => {
  const detected = layout(['Code', 'Preis A', 'Preis B'], ['PREFIX', 'RATE', null], {
    decimal: null,
  })
  expect(recallLayout(detected, earlier)).toEqual(earlier)
})

test.each([
  [null, '.,', '.,'],
  [',', '.,', '.,'],
  ['.', '.,', '.'],
  ['.', null, '.'],
  [null, null, null],
] as const)('numbers that show %s are read as %s before: %s', (shown, before, decimal) => {
  const columns = [
    ['Code', 'Rate'],
    ['PREFIX', 'RATE'],
  ] as const
  const detected = layout(...columns, { decimal: shown })
  expect(recallLayout(detected, layout(...columns, { decimal: before }))).toMatchObject({ decimal })
})

test('columns that have moved keep their meanings, and a new one has its own', () => {
  const headers = ['Preis B', 'Name', 'Preis A', 'Code', 'Rate']
  const detected = layout(headers, [null, 'DESTINATION', null, 'PREFIX', 'RATE'])
  expect(recallLayout(detected, earlier)?.columns).toEqual([
    ...['RATE', 'DESTINATION', null, 'PREFIX', null],
  ])
})

test('a column that was ignored is so again, and may be missing', () => {
  const before = { ...earlier, columns: ['PREFIX', 'IGNORED', 'RATE'] } as RateFileLayout
  const moved = layout(['Preis B', 'Preis A', 'Code'], [null, 'RATE', 'PREFIX'])
  expect(recallLayout(moved, before)?.columns).toEqual(['RATE', 'IGNORED', 'PREFIX'])
  const fewer = layout(['Preis B', 'Code', 'Old price'], ['RATE', 'PREFIX', 'IGNORED'])
  expect(recallLayout(fewer, before)?.columns).toEqual(['RATE', 'PREFIX', 'IGNORED'])
})

test.each([
  ['a column is missing', layout(['Code', 'Preis A'], ['PREFIX', 'RATE'])],
  ['a column is there twice', layout(['Code', 'Code', 'Preis B'], ['PREFIX', null, 'RATE'])],
  ['it is a workbook', { ...earlier, format: 'XLSX' as const }],
  ['there are no headers', layout([], ['PREFIX', 'DESTINATION', 'RATE'], { header_line: null })],
])('nothing is recalled when %s', (_, detected) => {
  expect(recallLayout(detected, earlier)).toBeUndefined()
})
