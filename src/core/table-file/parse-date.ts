// Dates as carriers write them, in the time zone of the import.
import { instantIn, type WallTime } from '../time/calendar.ts'
import { type CellFault, cellFault, isCellFault } from './cell-fault.ts'
import { needsOrder } from './detect-notation.ts'
import type { DateOrder } from './table-file.ts'

export interface FileDateFormat {
  /** Null is not known: a date that may be two days is a fault. */
  readonly date_order: DateOrder | null
  readonly time_zone: string
}

/** The rate takes effect when it is imported. */
const NOW_WORDS = /^(immediate(ly)?|now|asap|sofort|inmediat[oa]|immédiat(ement)?|ab sofort)$/i
/** The rate has no end. */
const NEVER_WORDS = /^(-|–|never|open|unlimited|none|n\/a)$/i
const FIRST_YEAR = 2000
const LAST_YEAR = 2099

/** English, German, Spanish and French, by their first letters without accents. */
const MONTHS: readonly RegExp[] = [
  ...[/^(jan|ene)/, /^(feb|fev)/, /^(mar|mrz)/, /^(apr|abr|avr)/, /^(may|mai)/, /^(jun|juin)/],
  ...[/^(jul|juil)/, /^(aug|ago|aou)/, /^(sep|set)/, /^(oct|okt)/, /^nov/, /^(dec|dez|dic)/],
]

/** From when a rate counts; null is immediately. */
export function parseStartDate(text: string, format: FileDateFormat): string | null | CellFault {
  return text === '' || NOW_WORDS.test(text) ? null : parseDate(text, format)
}

/**
 * Until when a rate counts; null is without an end, which databases write as the year 9999. A day
 * without a time is the last one: the end is when the next one begins.
 */
export function parseEndDate(text: string, format: FileDateFormat): string | null | CellFault {
  if (text === '' || NEVER_WORDS.test(text) || /\b(9999|2999)\b/.test(text)) return null
  return parseDate(text, format, 1)
}

const WEEKDAY = /^(mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}[.,]?\s+/i

type DayParts = readonly [number, number, number]

/** The instant of a date with or without a time of day; without one, a midnight `days_later`. */
export function parseDate(
  text: string,
  { date_order, time_zone }: FileDateFormat,
  days_later = 0,
): string | CellFault {
  if (text.length > 60) return cellFault('Not a date.')
  const serial = /^(\d{5})([.,]\d+)?$/.exec(text)
  if (serial) {
    const [days, fraction] = [Number(serial[1]), Number((serial[2] ?? '0').replace(',', '.'))]
    return dateOfSerial(days + (fraction === 0 ? days_later : 0), fraction, time_zone)
  }
  const { day, time } = splitTime(text.replace(WEEKDAY, ''))
  const parts = dayParts(day, date_order)
  if (isCellFault(parts)) return parts
  const clock = clockOf(time)
  if (isCellFault(clock)) return clock
  const [year, month, date] = parts
  if (year < FIRST_YEAR || year > LAST_YEAR) {
    return cellFault(`A date between ${FIRST_YEAR} and ${LAST_YEAR}.`)
  }
  const days =
    new Map([[2, year % 4 === 0 ? 29 : 28]]).get(month) ??
    (/^(4|6|9|11)$/.test(`${month}`) ? 30 : 31)
  if (month < 1 || month > 12 || date < 1 || date > days) {
    return cellFault(
      date_order ? `No such day in the order ${ORDER_NAMES[date_order]}.` : 'No such day.',
    )
  }
  const later = time === '' ? days_later : 0
  const wall: WallTime = [year, month, date + later, clock.hours, clock.minutes, clock.seconds]
  if (clock.offset_minutes === null) return instantIn(time_zone, wall)
  const [h, m] = [clock.hours, clock.minutes - clock.offset_minutes]
  return instantIn('UTC', [year, month, date, h, m, clock.seconds])
}

const ORDER_NAMES = {
  YMD: 'year, month, day',
  DMY: 'day, month, year',
  MDY: 'month, day, year',
} as const

/** A spreadsheet counts days from the end of 1899. */
function dateOfSerial(days: number, fraction: number, time_zone: string): string | CellFault {
  const seconds = Math.round(fraction * 86_400)
  if (days < 36_526 || days > 73_050) {
    return cellFault(`A date between ${FIRST_YEAR} and ${LAST_YEAR}.`)
  }
  return instantIn(time_zone, [1899, 12, 30 + days, 0, 0, seconds])
}

function splitTime(text: string): { day: string; time: string } {
  const [, date, hours, minutes, seconds] = /^(\d{8})(\d{2})(\d{2})(\d{2})$/.exec(text) ?? []
  if (date !== undefined) return { day: date, time: `${hours}:${minutes}:${seconds}` }
  const match = /^(.*?\d)(?:[T\s,]|日)\s*(\d{1,2}:\d{2}.*)$/.exec(text)
  return match ? { day: match[1] ?? '', time: match[2] ?? '' } : { day: text, time: '' }
}

function dayParts(text: string, order: DateOrder | null): DayParts | CellFault {
  const plain = /^(\d{4})(\d{2})(\d{2})$/.exec(text)
  const yearFirst = plain ?? /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/.exec(text)
  if (yearFirst) return [Number(yearFirst[1]), Number(yearFirst[2]), Number(yearFirst[3])]
  const three = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})$/.exec(text)
  if (three) {
    const [first, second, third] = [three[1], three[3], three[4]].map(Number) as [
      number,
      ...number[],
    ]
    if (order === null && needsOrder(text)) {
      return cellFault('Is the day first, or the month? Choose the order of dates.')
    }
    const isMonthFirst =
      (order === 'MDY' || (order === null && (second ?? 0) > 12)) && three[2] !== '.'
    const year = yearOf(three[4] ?? '')
    if (order === 'YMD' && third !== undefined && three[4]?.length === 2) {
      return [2000 + first, second ?? 0, third]
    }
    return isMonthFirst ? [year, first, second ?? 0] : [year, second ?? 0, first]
  }
  return namedMonth(text) ?? cellFault('Not a date.')
}

const yearOf = (digits: string): number => Number(digits) + (digits.length === 2 ? 2000 : 0)

/** 1-Dec-26, 1. Dezember 2026, Dec 1, 2026. */
function namedMonth(text: string): DayParts | undefined {
  const bare = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  const dayFirst =
    /^(\d{1,2})(?:st|nd|rd|th|er)?[-\s./]*(?:de\s+)?([a-z]{3,10})[-\s./,]*(?:de\s+)?(\d{4}|\d{2})$/
  const monthFirst = /^([a-z]{3,10})[-\s.]*(\d{1,2})(?:st|nd|rd|th|er)?[,\s-]+(\d{4}|\d{2})$/
  const one = dayFirst.exec(bare)
  const other = monthFirst.exec(bare)
  const [name, date, year] = one ? [one[2], one[1], one[3]] : [other?.[1], other?.[2], other?.[3]]
  const month = MONTHS.findIndex((pattern) => pattern.test(name ?? '')) + 1
  return month === 0 ? undefined : [yearOf(year ?? ''), month, Number(date)]
}

interface ClockTime {
  readonly hours: number
  readonly minutes: number
  readonly seconds: number
  /** Null without a zone in the cell. */
  readonly offset_minutes: number | null
}

const TIME =
  /^(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s*([ap]m)?\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2})?$/i

function clockOf(text: string): ClockTime | CellFault {
  if (text === '') return { hours: 0, minutes: 0, seconds: 0, offset_minutes: null }
  const match = TIME.exec(text)
  if (!match) return cellFault('Not a time of day.')
  const [hours = 0, minutes = 0, seconds = 0] = match.slice(1, 4).map((part) => Number(part ?? 0))
  const half = match[4]?.toLowerCase()
  const isHour = half ? hours >= 1 && hours <= 12 : hours <= 23
  if (!isHour || minutes > 59 || seconds > 59) return cellFault('Not a time of day.')
  const hour = half ? (hours % 12) + (half === 'pm' ? 12 : 0) : hours
  return { hours: hour, minutes, seconds, offset_minutes: offsetOf(match[5]) }
}

function offsetOf(zone: string | undefined): number | null {
  if (zone === undefined) return null
  const match = /^([+-])(\d{2}):?(\d{2})$/.exec(zone)
  if (!match) return 0
  const minutes = Number(match[2]) * 60 + Number(match[3])
  return match[1] === '-' ? -minutes : minutes
}
