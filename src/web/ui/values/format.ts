// How values are written, in English and in the user's time zone.
import { decimalsOf } from '#core/billing/printed-amounts.ts'
import {
  formatMoney,
  formatRate,
  type Money,
  type Percent,
  type Rate,
  type Sum,
} from '#core/money.ts'
import { type DateFormat, writeDay, writeDayOfYear, writeMonth } from '#core/time/date-format.ts'

/** The text for a missing value. */
export const NONE = '–'

/** To the last of what it shows; `day_of_year` leaves out the year. */
export type DateStyle = 'month' | 'day' | 'day_of_year' | 'minute' | 'second'

/** The date settings of the kit: the time zone, and the order of year, month and day. */
export interface DateLook {
  readonly timeZone: string
  readonly dateFormat: DateFormat
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** Making one costs a hundred times more than using it, and lists use thousands. */
function formatOf(key: string, locale: string, options: Intl.DateTimeFormatOptions) {
  const made = formats.get(key) ?? new Intl.DateTimeFormat(locale, options)
  formats.set(key, made)
  return made
}

/** As 2026-11-20 14:03:07, which Swedish writes. */
function isoOf(at: string | Date, timeZone: string): string {
  const options = { dateStyle: 'short', timeStyle: 'medium', timeZone } as const
  return formatOf(`iso ${timeZone}`, 'sv-SE', options).format(new Date(at))
}

export function formatDate(at: string | Date, style: DateStyle, look: DateLook): string {
  const iso = isoOf(at, look.timeZone)
  if (style === 'month') return writeMonth(iso, look.dateFormat)
  if (style === 'day_of_year') return writeDayOfYear(iso, look.dateFormat)
  const day = writeDay(iso, look.dateFormat)
  if (style === 'day') return day
  return `${day}${iso.slice(10, style === 'minute' ? 16 : undefined)}`
}

/** `short` as Nov 20, 2026, `long` as Fri, Nov 20, 2026, 14:03: in no date format ambiguous. */
export function formatDateInWords(
  at: string | Date,
  length: 'short' | 'long',
  timeZone: string,
): string {
  const day = { year: 'numeric', month: 'short', day: 'numeric', timeZone } as const
  const long = { weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  const options = length === 'long' ? { ...day, ...long } : day
  return formatOf(`${length} ${timeZone}`, 'en-US', options).format(new Date(at))
}

/** Only the time of day, for what happened today. */
export function formatTime(at: string | Date, timeZone: string): string {
  return isoOf(at, timeZone).slice(11)
}

export function formatClock(at: Date, timeZone: string): string {
  return formatOf(`clock ${timeZone}`, 'en-US', {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    second: '2-digit',
    hour12: true,
    timeZone,
  }).format(at)
}

const decimals = new Intl.NumberFormat('en-US', {
  minimumFractionDigits: 0,
  maximumFractionDigits: 4,
})

export const formatDecimal = (value: number): string => decimals.format(value)

export function formatPercentOf(share: number | null): string {
  return share === null ? NONE : `${(share * 100).toFixed(1)} %`
}

/** A percentage as money has it, with one decimal. */
export function formatShare(percent: Percent | null): string {
  return formatPercentOf(percent === null ? null : percent / 1_000_000).replace('-', '−')
}

/** By how much something changed: always with its sign and two decimals. */
export function formatChange(percent: Percent): string {
  const sign = percent > 0 ? '+' : percent < 0 ? '−' : ''
  return `${sign}${(Math.abs(percent) / 10_000).toFixed(2)} %`
}

/** Groups the whole part, fills or cuts the fraction; as text, so that no digit is lost. */
function written(text: string, digits: { min: number; max: number }): string {
  const [whole = '0', fraction = ''] = text.split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  const shown = fraction.slice(0, digits.max).padEnd(digits.min, '0')
  return `${grouped.replace('-', '−')}${shown && `.${shown}`}`
}

/** Half up, away from zero, at `places` of the six decimals. */
function rounded(value: Money | Sum, places: number): Sum {
  const exact = BigInt(value)
  const unit = 10n ** BigInt(6 - places)
  const half = exact < 0n ? -unit / 2n : unit / 2n
  return (((exact + half) / unit) * unit) as Sum
}

/** Whether that many decimals say all of it. */
export const isExactWith = (value: Money | Sum, places: number): boolean =>
  rounded(value, places) === BigInt(value)

/** Two decimals for tiles, in lists as many as the settings say. */
export function formatAmount(value: Money | Sum | null, places = 4): string {
  if (value === null) return NONE
  return written(formatMoney(rounded(value, places)), { min: places, max: places })
}

/** The same with its currency, for texts; ui/Amount.tsx shows amounts. */
export const amountIn = (value: Money | Sum | null, currency: string, places: 2 | 4 = 4) =>
  value === null ? NONE : `${formatAmount(value, places)} ${currency}`

/** The same in the decimals with which people pay. */
export const paidIn = (value: Money | Sum, currency: string) =>
  `${formatAmount(value, decimalsOf(currency))} ${currency}`

/** All six decimals, as the ledger has it. */
export function formatExactAmount(value: Money | Sum | null): string {
  return value === null ? NONE : written(formatMoney(value), { min: 6, max: 6 })
}

const PRICE_DECIMALS_MIN = 4

/** As many decimals as the price has, and at least `min`, which aligns a column of prices. */
export function formatPrice(value: Rate | null, min = PRICE_DECIMALS_MIN): string {
  return value === null ? NONE : written(formatRate(value), { min, max: 8 })
}

/** The decimals of a column of prices: as many as its longest has. */
export const decimalsOfPrices = (prices: readonly (Rate | null)[]): number =>
  Math.max(
    PRICE_DECIMALS_MIN,
    ...prices.map((price) => formatPrice(price).split('.')[1]?.length ?? 0),
  )

/** hh:mm:ss, or mm:ss in minutes mode. Fractions of a second are cut. */
export function formatDuration(seconds: number | null, mode: 'hours' | 'minutes' = 'hours') {
  if (seconds === null) return NONE
  const whole = Math.max(0, Math.floor(seconds))
  const two = (value: number) => String(value).padStart(2, '0')
  if (mode === 'minutes') return `${two(Math.floor(whole / 60))}:${two(whole % 60)}`
  return `${two(Math.floor(whole / 3600))}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`
}

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB']

/** With the largest unit that leaves a whole number before it, and one decimal. */
export function formatBytes(bytes: number): string {
  const step = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), UNITS.length - 1)
  return `${formatDecimal(Math.round((bytes / 1000 ** step) * 10) / 10)} ${UNITS[step]}`
}

/** One record, two records. */
export function count(value: number, one: string, many: string): string {
  return `${formatDecimal(value)} ${value === 1 ? one : many}`
}
