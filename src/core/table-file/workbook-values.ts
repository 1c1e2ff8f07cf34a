// Numbers of a workbook as the text that a spreadsheet shows for them.

/** Numbers of formats that Excel does not write down. */
const DATE_FORMATS: ReadonlySet<number> = new Set([
  ...[14, 15, 16, 17, 22],
  ...[27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58],
])
const TIME_FORMATS: ReadonlySet<number> = new Set([18, 19, 20, 21, 45, 47])
const SPAN_FORMAT = 46

/** A SPAN is a time that may be longer than a day. */
export type NumberKind = 'DATE' | 'TIME' | 'SPAN' | 'NUMBER'

/** How a number in this format is shown; `code` is the text of a format of the workbook. */
export function numberKind(id: number, code: string | undefined): NumberKind {
  if (code === undefined) {
    if (id === SPAN_FORMAT) return 'SPAN'
    if (TIME_FORMATS.has(id)) return 'TIME'
    return DATE_FORMATS.has(id) ? 'DATE' : 'NUMBER'
  }
  // [h]:mm
  if (/\[(h+|m+|s+)\]/i.test(code)) return 'SPAN'
  const bare = code
    .slice(0, 500)
    .replace(/"[^"]*"|\[[^\]]*\]|\\.|_.|\*./g, '')
    .replace(/general/gi, '')
  if (/[yd]/i.test(bare)) return 'DATE'
  if (/[hs]/i.test(bare)) return 'TIME'
  return /m/i.test(bare) ? 'DATE' : 'NUMBER'
}

/** A spreadsheet counts with this many digits; those behind them are noise. */
const DIGITS = 15
const EXPONENT_MAX = 40

/** 1.23E-2 and 0.012300000000000001 are 0.0123; text that is no number is returned unchanged. */
export function plainDecimal(text: string): string {
  if (/^-?\d{1,15}$/.test(text)) return text
  const match = /^(-?)(\d{1,400})(?:\.(\d{1,400}))?(?:[eE]([+-]?\d{1,4}))?$/.exec(text)
  const shift = Number(match?.[4] ?? 0)
  if (!match || Math.abs(shift) > EXPONENT_MAX) return text
  const [, sign = '', whole = '', fraction = ''] = match
  const all = `${whole}${fraction}`.replace(/^0+/, '')
  if (all === '') return '0'
  if (all.length - fraction.length + shift > DIGITS)
    return shortened(sign, all, fraction.length - shift)
  const dropped = Math.max(0, all.length - DIGITS)
  const kept = dropped === 0 ? BigInt(all) : roundedTo(all, DIGITS)
  const decimals = fraction.length - shift - dropped
  return `${sign}${withDecimals(String(kept), decimals)}`
}

/** 9.99014420718387E+16: a number of more digits than a spreadsheet keeps has lost its end. */
function shortened(sign: string, digits: string, decimals: number): string {
  const [first = '', rest] = [digits[0], digits.slice(1, DIGITS).replace(/0+$/, '')]
  return `${sign}${first}${rest && `.${rest}`}E+${digits.length - 1 - decimals}`
}

const roundedTo = (digits: string, count: number): bigint =>
  BigInt(digits.slice(0, count)) + (Number(digits[count]) >= 5 ? 1n : 0n)

function withDecimals(digits: string, decimals: number): string {
  if (decimals <= 0) return `${digits}${'0'.repeat(-decimals)}`
  const padded = digits.padStart(decimals + 1, '0')
  const fraction = padded.slice(-decimals).replace(/0+$/, '')
  return `${padded.slice(0, -decimals)}${fraction && `.${fraction}`}`
}

const DAY_MS = 86_400_000
const DAYS_BEFORE_1904 = 1462
/** Excel has a 29 February 1900; days before March 1900 are no dates of rates. */
const FIRST_DAY = 61
const LAST_DAY = 2_958_465

/** The day of a serial number as ISO 8601, with its time if it has one. */
export function dateOfSerial(text: string, is1904: boolean): string | undefined {
  const match = /^(\d{1,7})(\.\d+)?$/.exec(text)
  const days = Number(match?.[1] ?? -1) + (is1904 ? DAYS_BEFORE_1904 : 0)
  if (!match || days < FIRST_DAY || days > LAST_DAY) return undefined
  const seconds = Math.round(Number(match[2] ?? 0) * 86_400)
  const { year, month, day } = civilDay(Date.UTC(1899, 11, 30) / DAY_MS + days)
  const date = [year, month, day].map((part) => String(part).padStart(2, '0')).join('-')
  if (seconds === 0 || seconds >= 86_400) return date
  const clock = [seconds / 3600, (seconds / 60) % 60, seconds % 60]
  return `${date} ${clock.map((part) => String(Math.floor(part)).padStart(2, '0')).join(':')}`
}

/** A time of day or a time span as hours, minutes and seconds; a span may have more than a day. */
export function timeOfSerial(text: string): string | undefined {
  if (!/^\d{1,5}(\.\d+)?$/.test(text)) return undefined
  const seconds = Math.round(Number(text) * 86_400)
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  return [hours, minutes, seconds % 60].map((part) => String(part).padStart(2, '0')).join(':')
}

/** The date of a day counted from 1970, by the 400 years after which the calendar repeats. */
function civilDay(days: number): { year: number; month: number; day: number } {
  const shifted = days + 719_468
  const era = Math.floor(shifted / 146_097)
  const ofEra = shifted - era * 146_097
  const yearOfEra = Math.floor(
    (ofEra - Math.floor(ofEra / 1460) + Math.floor(ofEra / 36_524) - Math.floor(ofEra / 146_096)) /
      365,
  )
  const ofYear = ofEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const fromMarch = Math.floor((5 * ofYear + 2) / 153)
  const month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9
  const day = ofYear - Math.floor((153 * fromMarch + 2) / 5) + 1
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day }
}
