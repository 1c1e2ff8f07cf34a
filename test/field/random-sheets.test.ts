// Clean sheets in random dialects: a rate is read as it was written, or it is asked about, or its
// row is a fault; it is never read as another one.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { COUNTRY_CODES, callingCodeOf } from '#core/number/country.ts'
import { runSeed } from '../support/run-seed.ts'
import { thisRun } from '../support/sample.ts'
import { readingOf } from './reading.ts'

const COUNTRIES = [...new Set([...COUNTRY_CODES.keys()].map(callingCodeOf))]

const area = fc.stringMatching(/^[1-9]\d{0,3}$/)
const row = fc.record({
  country: fc.constantFrom(...COUNTRIES),
  areas: fc.uniqueArray(area, { minLength: 1, maxLength: 4 }),
  /** In ten thousandths. */
  price: fc.integer({ min: 1, max: 30_000 }),
  day: fc.integer({ min: 1, max: 31 }),
  month: fc.integer({ min: 1, max: 12 }),
})
type Row = typeof row extends fc.Arbitrary<infer Value> ? Value : never

const dialect = fc.record({
  separator: fc.constantFrom(',', ';', '\t', '|'),
  decimal: fc.constantFrom('.', ','),
  /** Between the codes of a cell. */
  between: fc.constantFrom(', ', ',', '; ', ';', '/', ' / ', '\n', ' | '),
  mark: fc.constantFrom('', '', '+', '00', '+ '),
  /** Between a country and its area: none, and the codes are whole. */
  apart: fc.constantFrom('', '', '', ' ', '-', ' (', ')'),
  /** Whether later codes of a cell repeat the country. */
  repeats: fc.boolean(),
  in_two_columns: fc.boolean(),
  date: fc.constantFrom('none', 'YMD', 'DMY/', 'MDY/', 'DMY.', 'DMY-'),
  headers: fc.constantFrom(
    ['Code', 'Destination', 'Rate', 'Effective Date', 'Country Code', 'Area Code'],
    ['Vorwahl', 'Ziel', 'Preis', 'Gültig ab', 'Landesvorwahl', 'Ortsvorwahl'],
    ['Prefijo', 'Destino', 'Precio', 'Fecha', 'Código de país', 'Código de área'],
    ['Indicatif', 'Zone', 'Prix', 'Date d’effet', 'Indicatif du pays', 'Indicatif régional'],
  ),
  titles: fc.integer({ min: 0, max: 4 }),
  newline: fc.constantFrom('\n', '\r\n'),
})
type Dialect = typeof dialect extends fc.Arbitrary<infer Value> ? Value : never

const two = (number: number): string => String(number).padStart(2, '0')

function dateText({ day, month }: Row, date: string): string {
  const [d, m] = [two(day), two(month)]
  if (date === 'YMD') return `2027-${m}-${d}`
  if (date === 'MDY/') return `${m}/${d}/2027`
  return [d, m, '2027'].join(date.at(-1))
}

function codeText({ country, areas }: Row, how: Dialect): string {
  const { mark, apart, between, repeats } = how
  const whole = (one: string) => `${mark}${apart === ')' ? '(' : ''}${country}${apart}${one}`
  const closed = (code: string) => (apart === ' (' ? `${code})` : code)
  const later = (one: string) => (apart === '' || repeats ? closed(whole(one)) : one)
  return areas.map((one, at) => (at === 0 ? closed(whole(one)) : later(one))).join(between)
}

function cellsOf(one: Row, how: Dialect): string[] {
  const price = (one.price / 10_000).toFixed(4).replace('.', how.decimal)
  const date = how.date === 'none' ? [] : [dateText(one, how.date)]
  const codes = how.in_two_columns
    ? [one.country, one.areas.join(how.between)]
    : [codeText(one, how)]
  return ['Proper', ...codes, price, ...date]
}

const quoted = (cell: string, separator: string): string =>
  cell.includes(separator) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell

function fileOf(rows: readonly Row[], how: Dialect): Buffer {
  const [code = '', name = '', price = '', date = '', country = '', areas = ''] = how.headers
  const header = [
    ...[name, ...(how.in_two_columns ? [country, areas] : [code]), price],
    ...(how.date === 'none' ? [] : [date]),
  ]
  const titles = Array.from({ length: how.titles }, () => ['Price list of December'])
  const lines = [...titles, header, ...rows.map((one) => cellsOf(one, how))].map((cells) =>
    cells.map((cell) => quoted(cell, how.separator)).join(how.separator),
  )
  return Buffer.from(lines.join(how.newline))
}

/** As the reading says it. */
function truthOf(rows: readonly Row[], { date }: Dialect): Set<string> {
  const lines = rows.flatMap((one) => {
    const price = Number((one.price / 10_000).toFixed(4))
    const from = date === 'none' ? '' : ` from 2027-${two(one.month)}-${two(one.day)}T00:00Z`
    return one.areas.map((each) => `${one.country}${each} ${price}${from}`)
  })
  return new Set(lines)
}

const SHEETS = 1000
const SHEETS_OF_WHOLE_RUN = 100_000

test('a rate of a clean sheet is read as it was written, or not at all', async () => {
  let whole = 0
  const rows = fc.array(row, { minLength: 2, maxLength: 8 })
  const property = fc.asyncProperty(rows, dialect, async (all, how) => {
    const read = await readingOf(fileOf(all, how))
    const isQuestion = read.some((line) => line.startsWith('asks'))
    const rates = isQuestion ? [] : read.filter((line) => !line.endsWith('invalid'))
    const truth = truthOf(all, how)
    expect(rates.filter((line) => !truth.has(line))).toEqual([])
    if (rates.length > 0 && new Set(rates).size === truth.size) whole += 1
  })
  const { is_whole } = thisRun()
  const numRuns = is_whole ? SHEETS_OF_WHOLE_RUN : SHEETS
  await fc.assert(property, { numRuns, seed: runSeed(46) })
  // A reader that refuses everything would be right as well.
  expect(whole).toBeGreaterThan(numRuns / 3)
})
