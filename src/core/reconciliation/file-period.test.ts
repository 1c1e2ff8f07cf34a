import { expect, test } from 'vitest'
import { filePeriod } from './file-period.ts'

const days = (first: number, ...rows: number[]) =>
  rows.map((count, at) => ({ day: `2026-11-${String(first + at).padStart(2, '0')}`, rows: count }))
const of = (first: string, last: string) => ({ first: `2026-11-${first}`, last: `2026-11-${last}` })

test.each([
  ['nothing without a row', [], undefined],
  ['one day', days(23, 5), of('23', '23')],
  ['all of even days', days(1, 40, 50, 30), of('01', '03')],
  ['not a stray row of the day after', days(23, 505, 506, 1), of('23', '24')],
  ['not stray rows before and after', days(1, 2, 900, 1000, 950, 3), of('02', '04')],
  ['not a row of a month ago', [...days(1, 1), ...days(29, 700, 800)], of('29', '30')],
  ['a quiet day at the end', days(1, 1000, 1000, 1000, 60), of('01', '04')],
  ['a few rows of each day', days(1, 1, 1, 1), of('01', '03')],
  ['stray rows that are too many together', days(1, 40, 1000, 1000, 1000, 40), of('01', '05')],
])('the period of a file is %s', (_what, given, period) => {
  expect(filePeriod(given)).toEqual(period)
})
