// How dates are written and typed: four orders of the same numbers. Inside the product, in
// addresses and in files a date is always 2026-11-20.

export const DATE_FORMATS = ['YYYY-MM-DD', 'DD.MM.YYYY', 'DD/MM/YYYY', 'MM/DD/YYYY'] as const
export type DateFormat = (typeof DATE_FORMATS)[number]

/** The part of a format without the day, or without the year, and the separator beside it. */
const without = (format: DateFormat, part: 'DD' | 'YYYY'): string =>
  format.replace(new RegExp(`^${part}[-./]|[-./]${part}`), '')

const filled = (pattern: string, [year = '', month = '', day = '']: readonly string[]): string =>
  pattern.replace('YYYY', year).replace('MM', month).replace('DD', day)

/** `iso` begins with a date, such as 2026-11-20. */
export const writeDay = (iso: string, format: DateFormat): string =>
  filled(format, iso.slice(0, 10).split('-'))

export const writeMonth = (iso: string, format: DateFormat): string =>
  filled(without(format, 'DD'), iso.slice(0, 7).split('-'))

/** For the axis of a chart. */
export const writeDayOfYear = (iso: string, format: DateFormat): string =>
  filled(without(format, 'YYYY'), iso.slice(0, 10).split('-'))

const TYPED = /^(\d{1,4})[-./](\d{1,2})[-./](\d{1,4})(?!\d)/

/** The date at the beginning of a text as 2026-11-20; one in that order already stays. */
export function readDay(text: string, format: DateFormat): string {
  if (/^\d{4}-/.test(text)) return text
  return text.replace(TYPED, (_, ...found: string[]) => {
    const parts = format.split(/[-./]/)
    const part = (name: string) => found[parts.indexOf(name)] ?? ''
    return `${part('YYYY')}-${part('MM')}-${part('DD')}`
  })
}
