import { expect, test } from 'vitest'
import { DATE_FORMATS, readDay, writeDay, writeDayOfYear, writeMonth } from './date-format.ts'

test.each([
  ['YYYY-MM-DD', '2026-11-03', '2026-11', '11-03'],
  ['DD.MM.YYYY', '03.11.2026', '11.2026', '03.11'],
  ['DD/MM/YYYY', '03/11/2026', '11/2026', '03/11'],
  ['MM/DD/YYYY', '11/03/2026', '11/2026', '11/03'],
] as const)('%s writes day, month, and day of the year', (format, day, month, of_year) => {
  const iso = '2026-11-03T14:03:07'
  expect([writeDay(iso, format), writeMonth(iso, format)]).toEqual([day, month])
  expect(writeDayOfYear(iso, format)).toBe(of_year)
})

test('what was written is read again, and the order of the product in every format', () => {
  for (const format of DATE_FORMATS) {
    expect(readDay(`${writeDay('2026-11-03', format)} 14:03`, format)).toBe('2026-11-03 14:03')
    expect(readDay('2026-11-03 14:03', format)).toBe('2026-11-03 14:03')
  }
  expect(readDay('3.1.2026', 'DD.MM.YYYY')).toBe('2026-1-3')
  expect(readDay('soon', 'DD.MM.YYYY')).toBe('soon')
})
