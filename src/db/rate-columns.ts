// The columns of a rate beside its price, once for every query that reads them.
import type { RateDetails } from '#core/tariff/terms.ts'

const flag = (text: string) => text === 't'
const numberOrNull = (text: string) => (text === '' ? null : Number(text))

/** The reader of each column of COPY; an empty one is null. */
const READERS = {
  blocked: flag,
  first_rate: numberOrNull,
  first_increment: numberOrNull,
  next_increment: numberOrNull,
  connect_fee: numberOrNull,
  attempt_fee: numberOrNull,
  grace_seconds: numberOrNull,
  additional_seconds: numberOrNull,
  free_seconds: numberOrNull,
  min_duration_seconds: numberOrNull,
  min_charge: numberOrNull,
  max_charge: numberOrNull,
  steps: JSON.parse,
  surcharge_percent: numberOrNull,
  reverse_billing: flag,
  window_id: numberOrNull,
  destination: plainText,
} as const satisfies Readonly<Record<keyof RateDetails, (text: string) => unknown>>

export const RATE_COLUMNS = Object.keys(READERS) as readonly (keyof RateDetails)[]

/** The columns of a rate in a select of `tariff_rate`. */
export const RATE_DETAILS = RATE_COLUMNS.join(', ')

const readers = Object.entries<(text: string) => unknown>(READERS)

/** The columns of a line of COPY, in the order of `RATE_DETAILS`. */
export const readRateDetails = (columns: readonly string[]): RateDetails =>
  Object.fromEntries(
    readers.map(([name, read], at) => [name, read(columns[at] ?? '')]),
  ) as unknown as RateDetails

const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  v: '\v',
}

/** COPY writes control characters and backslashes in text as backslash sequences. */
function plainText(text: string): string {
  return text.includes('\\')
    ? text.replace(/\\(.)/g, (_, letter: string) => ESCAPES[letter] ?? letter)
    : text
}
