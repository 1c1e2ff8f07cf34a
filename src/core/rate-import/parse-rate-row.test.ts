import { describe, expect, test } from 'vitest'
import type { ColumnMeaning, RateFileLayout } from './layout.ts'
import { parseRateRow } from './parse-rate-row.ts'

const layout = {
  ...({ format: 'TEXT', encoding: 'utf-8', separator: ',', worksheet: 0 } as const),
  reads_hidden: false,
  quote: '"',
  ...({ header_line: 1, headers: [], decimal: '.', date_order: 'DMY', currency: null } as const),
  rate_unit: 'PER_MINUTE',
  bare_code_country: null,
  dated_title: null,
} as const
const context = { time_zone: 'UTC', currency: 'USD', namePrefixes: () => [] }

/** One row with a code and a rate, and these cells in their place or beside them. */
function read(
  cells: Partial<Record<ColumnMeaning, string>>,
  changed: Partial<RateFileLayout> = {},
) {
  const all = { PREFIX: '34', RATE: '0.5', ...cells }
  const columns = Object.keys(all) as ColumnMeaning[]
  return parseRateRow(
    { line: 7, cells: Object.values(all) },
    { ...layout, columns, ...changed },
    context,
  )
}

/** The values of the rates of a cell, or the reason of its fault. */
function fieldOf(field: string, row: ReturnType<typeof read>): unknown {
  if (!Array.isArray(row)) return row.reason
  const values = row.map((one) => one[field as keyof typeof one])
  return values.length === 1 ? values[0] : values
}

const HYPHENS = 'A range or a code with a hyphen? Write both ends whole, as 1246-1248.'
const MIXED = 'Codes with and without their country: write each whole, as 1204; 1226.'
const COMMA = 'One code with a comma, or several codes? Write "; " between codes.'

describe('a code', () => {
  test.each([
    ['1242', '1242'],
    ['+1 242', '1242'],
    ['00 44 20', '4420'],
    ['1-242', '1242'],
    ['(1242)', '1242'],
    ["'1242", '1242'],
    ['="1242"', '1242'],
    ['1242.0', '1242'],
    ['default', ''],
    ['1242, 1246-1248', ['1242', '1246', '1247', '1248']],
    ['1242;1246/1247|1248', ['1242', '1246', '1247', '1248']],
    ['1242;1242', '1242'],
    ['880,881', ['880', '881']],
    ['1246–1248', ['1246', '1247', '1248']],
    // The country once, then areas.
    ['1 204,226,236', ['1204', '1226', '1236']],
    ['1-604,778', ['1604', '1778']],
    ['44 7,8', ['447', '448']],
    ['880 17,18,19', ['88017', '88018', '88019']],
    ['+44 (20), (21)', ['4420', '4421']],
    ['0044 20; 21', ['4420', '4421']],
    ['1 204; 44 207, 7', ['1204', '44207', '447']],
    ['1 204; 44 20', 'Codes separated by spaces: write "; " between codes.'],
    ['1 204, 226-228', ['1204', '1226', '1227', '1228']],
    ['44 7400-7402', ['447400', '447401', '447402']],
    ['998-90', '99890'],
    ['44-7400-7499', HYPHENS],
    ['1-242-357', HYPHENS],
    ['1 204, 1226', MIXED],
    ['1204,226', MIXED],
    ['1204;1226/236', MIXED],
    ['44,7400,7401', MIXED],
    ['+1204, 226', MIXED],
    ['44, 447, 448', ['44', '447', '448']],
    ['34,351,33', ['34', '351', '33']],
    ['1,204;1,226', COMMA],
    ['1,242', COMMA],
    ['880 881', 'Codes separated by spaces: write "; " between codes.'],
    ['44-79', HYPHENS],
    ['1246-48', HYPHENS],
    ['1248-1246', 'The range ends before its start.'],
    ['1000000-9999999', 'More than 2000 codes.'],
    ['8.80171E+11', 'The spreadsheet shortened this code: format the column as text.'],
    ['0171', 'A code begins with its country, not with 0.'],
    ['1234567890123456', 'A code of more than 15 digits.'],
    ['abc', 'Not a code of digits.'],
    ['٣٤', 'Not a code of digits.'],
    [';', 'No code.'],
    ['=A1', 'A formula: save the file with its values.'],
    ['#REF!', 'An error of the spreadsheet.'],
    ['34\0', 'A control character.'],
    ['\u202e34', 'A control character.'],
  ])('%j', (text, expected) => {
    expect(fieldOf('prefix', read({ PREFIX: text }))).toEqual(expected)
  })
})

describe('a rate with decimal points', () => {
  test.each([
    ['0.0123', 1_230_000],
    ['.5', 50_000_000],
    ['0.012300000000', 1_230_000],
    ['1,234.56', 123_456_000_000],
    ["1'234.5", 123_450_000_000],
    ['5E-05', 5000],
    ['$0.01', 1_000_000],
    ['0.01 USD', 1_000_000],
    ['USD 0.01/min', 1_000_000],
    ['0', 0],
    ['0.01 EUR', 'In EUR; the tariff is in USD.'],
    ['€0.01', 'In €; the tariff is in USD.'],
    ['0.01/sec', 'Per second, unlike the other rates.'],
    ['0.123456789', 'More than 8 decimals per minute.'],
    ['1,234', 'A comma where this file has decimal points.'],
    ['0,0123', 'A comma where this file has decimal points.'],
    ['-0.01', 'Negative.'],
    ['(0.01)', 'Negative.'],
    ['1e400', 'Too large or too small a number.'],
    ['1e-400', 'Too large or too small a number.'],
    ['1000001', 'Over 1000000 per minute.'],
    ['9'.repeat(61), 'Too long for a number.'],
    ['NaN', 'Not a number.'],
    ['Infinity', 'Not a number.'],
    ['', 'No rate.'],
  ])('%j', (text, expected) => {
    expect(fieldOf('rate', read({ RATE: text }))).toEqual(expected)
  })
})

describe('a rate with decimal commas', () => {
  test.each([
    ['0,0123', 1_230_000],
    ['1.234,56', 123_456_000_000],
    ['1 234,56', 123_456_000_000],
    ['1.234', 'A point where this file has decimal commas.'],
  ])('%j', (text, expected) => {
    expect(fieldOf('rate', read({ RATE: text }, { decimal: ',' }))).toEqual(expected)
  })
})

test('a rate per second is exact per minute, also with more than 8 decimals', () => {
  const perSecond = { rate_unit: 'PER_SECOND' } as const
  expect(fieldOf('rate', read({ RATE: '0.000341667' }, perSecond))).toBe(2_050_002)
  expect(fieldOf('rate', read({ RATE: '0.0003416671' }, perSecond))).toMatch(/^More than 8/)
})

describe('a date', () => {
  test.each([
    ['2026-12-01', '2026-12-01T00:00:00.000Z'],
    ['01.12.2026', '2026-12-01T00:00:00.000Z'],
    ['1/12/26', '2026-12-01T00:00:00.000Z'],
    ['20261201', '2026-12-01T00:00:00.000Z'],
    ['1-Dec-26', '2026-12-01T00:00:00.000Z'],
    ['1. Dezember 2026', '2026-12-01T00:00:00.000Z'],
    ['1 de diciembre de 2026', '2026-12-01T00:00:00.000Z'],
    ['1er août 2026', '2026-08-01T00:00:00.000Z'],
    ['December 1, 2026', '2026-12-01T00:00:00.000Z'],
    ['46357', '2026-12-01T00:00:00.000Z'],
    ['46357.25', '2026-12-01T06:00:00.000Z'],
    ['2026-12-01 13:30', '2026-12-01T13:30:00.000Z'],
    ['2026-12-01T13:30:00+02:00', '2026-12-01T11:30:00.000Z'],
    ['1.12.2026 1:30 PM', '2026-12-01T13:30:00.000Z'],
    ['immediately', null],
    ['', null],
    ['12/31/2026', 'No such day in the order day, month, year.'],
    ['29.02.2027', 'No such day in the order day, month, year.'],
    ['1900-01-01', 'A date between 2000 and 2099.'],
    ['9999-12-31', 'A date between 2000 and 2099.'],
    ['2026-12-01 25:00', 'Not a time of day.'],
    ['soon', 'Not a date.'],
  ])('%j', (text, expected) => {
    expect(fieldOf('effective_from', read({ EFFECTIVE_FROM: text }))).toEqual(expected)
  })

  test('is in the time zone of the import, on both sides of a change of the clock', () => {
    const berlin = { ...context, time_zone: 'Europe/Berlin' }
    const columns = ['PREFIX', 'RATE', 'EFFECTIVE_FROM'] as const
    const instants = ['2026-03-29', '2026-03-30', '2026-10-25 12:00'].map((date) =>
      fieldOf(
        'effective_from',
        parseRateRow({ line: 1, cells: ['34', '1', date] }, { ...layout, columns }, berlin),
      ),
    )
    expect(instants).toEqual([
      ...['2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z', '2026-10-25T11:00:00.000Z'],
    ])
  })

  test('of an end may be the year 9999, which is none, and is after its start', () => {
    const until = (text: string) =>
      fieldOf('effective_until', read({ EFFECTIVE_FROM: '2026-12-01', EFFECTIVE_UNTIL: text }))
    expect(until('31/12/9999')).toBeNull()
    expect(until('2026-12-01')).toBe('2026-12-02T00:00:00.000Z')
    expect(until('2026-11-30')).toBe('Not later than its start.')
  })
})

describe('increments', () => {
  test.each([
    ['60/60', [60, 60]],
    ['30/6', [30, 6]],
    ['1/1/1', [1, 1]],
    ['0/30/6', [30, 6]],
    ['30+6', [30, 6]],
    ['60', [60, 60]],
    ['1s', [1, 1]],
    ['90/30/6', 'A minimum duration that is not the first increment.'],
    ['0/0', 'Increments are 1 to 3600 seconds.'],
    ['99999', 'Increments are 1 to 3600 seconds.'],
    ['30-Jun', 'The spreadsheet made these increments a date: format the column as text.'],
    ['1/1/1/1', 'Not increments, such as 60/60.'],
  ])('%j', (text, expected) => {
    const row = read({ INCREMENTS: text })
    const first = fieldOf('first_increment', row)
    expect(Array.isArray(row) ? [first, fieldOf('next_increment', row)] : first).toEqual(expected)
  })
})

describe('marks', () => {
  test.each([
    [
      { CHANGE: 'Deleted', RATE: '' },
      { is_deleted: true, blocked: false, rate: 0 },
    ],
    [
      { CHANGE: 'supprimé', RATE: '-' },
      { is_deleted: true, rate: 0 },
    ],
    [{ CHANGE: 'Increase' }, { is_deleted: false, blocked: false }],
    [{ RATE: 'Blocked' }, { blocked: true, rate: 0 }],
    [{ BLOCKED: 'yes' }, { blocked: true, rate: 50_000_000 }],
    [{ BLOCKED: '0' }, { blocked: false }],
  ])('%j', (cells, expected) => {
    expect(read(cells)).toMatchObject([expected])
  })
})

test('a fault names its line, its column by header or letters, and at most 60 characters', () => {
  const headers = ['Code', 'Price']
  const fault = { line: 7, reason: 'Too long for a number.', value: 'x'.repeat(60) }
  expect(read({ RATE: 'x'.repeat(50) })).toMatchObject({ column: 'B' })
  expect(read({ RATE: 'x'.repeat(61) }, { headers })).toEqual({
    ...fault,
    column: 'Price',
    prefixes: ['34'],
  })
  expect(read({}, { columns: ['PREFIX'] })).toMatchObject({ line: 7, column: 'B' })
  expect(read({}, { columns: ['PREFIX', null] })).toMatchObject({ column: 'rate' })
})

test('a currency of the header or a cell that is not the tariff’s is a fault', () => {
  expect(read({ CURRENCY: 'eur' })).toMatchObject({ reason: 'The tariff is in USD.', value: 'eur' })
  expect(read({ CURRENCY: 'usd' }, { currency: 'USD' })).toHaveLength(1)
  expect(read({}, { currency: 'GBP' })).toMatchObject({
    reason: 'The header says GBP; the tariff is in USD.',
  })
})

describe('a code without + in a file with both', () => {
  test.each([
    ['', '613', '613'],
    ['1', '613', '1613'],
    ['1', '+614', '614'],
    ['1', '0044 20', '4420'],
    ['44', '20 7', '44207'],
    ['1', '613, 646', ['1613', '1646']],
    ['1', '+61 4, 5', ['614', '615']],
    ['44', '20-7', 'A range or a code with a hyphen? Write both ends whole, as 1246-1248.'],
    ['1', '613-615', ['1613', '1614', '1615']],
    ['1', '250-252', ['1250', '1251', '1252']],
    ['1', '1-242', 'A range or a code with a hyphen? Write both ends whole, as 1246-1248.'],
    ['1', '0613', 'A code begins with its country, not with 0.'],
  ])('of country "%s": %s', (bare_code_country, code, prefixes) => {
    expect(fieldOf('prefix', read({ PREFIX: code }, { bare_code_country }))).toEqual(prefixes)
  })
})

describe('several columns of the rate', () => {
  const readPrices = (...prices: readonly string[]) =>
    fieldOf(
      'rate',
      parseRateRow(
        { line: 7, cells: ['1204', ...prices] },
        { ...layout, columns: ['PREFIX', 'RATE', 'RATE', 'RATE'] },
        context,
      ),
    )

  test('have the highest of them, whatever is empty', () => {
    expect(readPrices('0.0050', '0.0200', '0.0100')).toBe(2_000_000)
    expect(readPrices('0.0050', '', '')).toBe(500_000)
  })

  test('are a fault if one cannot be read, or is blocked beside a rate', () => {
    expect(readPrices('0.0050', 'x', '0.01')).toBe('Not a number.')
    expect(readPrices('0.0050', 'blocked', '')).toBe('Another column has a rate: blocked, or not?')
    expect(readPrices('', '', '')).toBe('No rate.')
  })
})
