// Telephone numbers without their last digits, for users whose groups mask them.
import type { Endpoint } from '#contract/endpoint.ts'
import { badField } from './problem.ts'

/** Fields with numbers of calls and phones, and headers that have them inside. */
const NUMBERS: ReadonlySet<string> = new Set([
  'caller_number',
  'caller_name',
  'dialled_number',
  'called_number',
  'sent_number',
  'routed_caller_number',
  'sent_caller_number',
  'sent_caller_name',
  'number',
  'pai',
  'rpid',
  'diversion',
  'contact',
  'from_uri',
  'to_uri',
  'request_uri',
  'allowed_callers',
])
/**
 * Texts about a call, and what may be a number or something shorter, such as a prefix: a number is
 * seven digits or more, without a decimal point.
 */
const TEXTS: ReadonlySet<string> = new Set([
  'steps',
  'text',
  'username',
  'sip_username',
  'by_username',
  'key',
])
const IN_TEXT = /(?<![.\d])\d{7,}(?![.\d])/g

function maskDigits(run: string, digits: number): string {
  const shown = Math.max(0, run.length - digits)
  return run.slice(0, shown) + '•'.repeat(run.length - shown)
}

type Place = 'number' | 'text' | 'other'

const placeOf = (field: string, above: Place): Place => {
  if (NUMBERS.has(field)) return 'number'
  return above === 'text' || TEXTS.has(field) ? 'text' : 'other'
}

/** An encoded answer with the last digits of every number masked. */
export function maskNumbers(value: unknown, digits: number, place: Place = 'other'): unknown {
  if (digits === 0 || value === null) return value
  if (typeof value === 'string') {
    if (place === 'other') return value
    return value.replace(place === 'number' ? /\d+/g : IN_TEXT, (run) => maskDigits(run, digits))
  }
  if (Array.isArray(value)) return value.map((one) => maskNumbers(one, digits, place))
  if (typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([field, one]) => [
      field,
      maskNumbers(one, digits, placeOf(field, place)),
    ]),
  )
}

export const maskedText = (text: string, digits: number): string =>
  String(maskNumbers(text, digits, 'text'))

/** Lists of calls and phones; users of the console are searched by their names. */
const OF_CALLS = 'cdr|reseller-cdr|active-calls|logs/(?!activities)|registrations|sip-users'
const OF_NUMBERS = new RegExp(`^/api/(${OF_CALLS}|number-lists/.*/items)`)

/** A search or an order by what is masked would reveal it digit by digit. */
export function refuseMaskedSearch(
  { path }: Endpoint,
  query: Readonly<Record<string, unknown>> | undefined,
  digits: number,
): void {
  if (digits === 0 || !query) return
  const isOfNumbers = OF_NUMBERS.test(path)
  for (const [field, value] of Object.entries(query)) {
    const asked = field === 'sort' ? String(value).replace('-', '') : field.replace(/_not$/, '')
    const isText = field === 'q' || asked === 'username' || asked === 'key'
    const isMasked = NUMBERS.has(asked) || (isOfNumbers && isText)
    if (!isMasked || value === undefined || value === '') continue
    throw badField(field, 'Numbers are masked for you: choose another filter.')
  }
}
