// The columns of a rate beside its price, once for every query that reads them.
import {
  RATE_TERM_NAMES,
  RATE_TERMS,
  type RateTermKind,
  TARIFF_DEFAULTS,
} from '#core/tariff/rate-terms.ts'
import type { RateDetails, TariffTerms } from '#core/tariff/terms.ts'

const numberOrNull = (text: string) => (text === '' ? null : Number(text))

/** How a column of COPY is read, by the kind of its term; an empty one is null. */
const READERS: Readonly<Record<RateTermKind, (text: string) => unknown>> = {
  rate: numberOrNull,
  money: numberOrNull,
  percent: numberOrNull,
  number: numberOrNull,
  flag: (text) => text === 't',
  text: plainText,
  steps: JSON.parse,
  window: numberOrNull,
}

/** The columns of a rate in a select of `tariff_rate`. */
export const RATE_DETAILS = RATE_TERM_NAMES.join(', ')

/** The columns of `tariff` by which its rates are charged. */
export const TARIFF_TERMS: readonly (keyof Omit<TariffTerms, 'fx'>)[] = [
  ...TARIFF_DEFAULTS,
  ...(['duration_rounding', 'rounding_mode', 'rounding_decimals'] as const),
]

/** Those of the tariff `t` in a select. */
export const TARIFF_DETAILS = TARIFF_TERMS.map((name) => `t.${name}`).join(', ')

const readers = RATE_TERM_NAMES.map((name) => [name, READERS[RATE_TERMS[name].kind]] as const)

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
