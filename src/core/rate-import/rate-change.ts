// A bulk change of rates: an import whose rows are computed from the rates of the tariff itself.
import { cutText } from '../cut-text.ts'
import { formatPercent, type Percent, RATE_MAX } from '../money.ts'
import { limitsOfTerm, RATE_TERM_NAMES, RATE_TERMS, type TermsWith } from '../tariff/rate-terms.ts'

/** The arithmetic of a field; a duration is in whole seconds. */
export type RateFieldKind = 'rate' | 'money' | 'percent' | 'number' | 'flag' | 'text' | 'instant'

/** The fields of a rate that can be changed for many. */
export type RateChangeField = 'rate' | TermsWith<'is_bulk_changeable', true> | 'effective_until'

const CHANGEABLE = RATE_TERM_NAMES.filter((name) => RATE_TERMS[name].is_bulk_changeable)

export const RATE_CHANGE_FIELDS = {
  rate: 'rate',
  ...Object.fromEntries(CHANGEABLE.map((name) => [name, RATE_TERMS[name].kind])),
  effective_until: 'instant',
} as Readonly<Record<RateChangeField, RateFieldKind>>

/** The decimals of its unit, in which the database has it. */
export const UNIT_DECIMALS: Partial<Record<RateFieldKind, number>> = {
  rate: 8,
  money: 6,
  percent: 4,
  number: 0,
}

/** The limits of each number, in its unit. */
export function changeLimitsOf(
  field: RateChangeField,
): readonly [least: number, most: number] | undefined {
  if (field === 'rate') return [0, RATE_MAX]
  return field === 'effective_until' ? undefined : limitsOfTerm(field)
}

export interface RateOperation {
  readonly field: RateChangeField
  readonly kind: 'set' | 'add' | 'percent' | 'round'
  /** As the API writes it: decimal text of amounts, the decimals to round to. */
  readonly value: string | number | boolean | null
}

/** The filters of the list of rates. */
export interface RateFilter {
  readonly q?: string | undefined
  readonly prefix?: string | undefined
  readonly country?: string | undefined
  readonly number?: string | undefined
  readonly state: 'active' | 'again' | 'future' | 'expired' | 'current' | 'all'
  readonly blocked?: 'true' | 'false' | undefined
  readonly always?: 'true' | 'false' | undefined
}

/** One of `ids`, `filter` and `raise` is given. */
export interface RateChange {
  readonly ids: readonly number[] | null
  readonly filter: RateFilter | null
  readonly operations: readonly RateOperation[]
  /** The rates that lose by an import, raised to what it makes their numbers cost and more. */
  readonly raise?: { readonly losses_of: number; readonly percent: Percent } | undefined
}

/** Such as "Connect fee". */
export const rateFieldName = (field: RateChangeField): string =>
  field.charAt(0).toUpperCase() + field.slice(1).replaceAll('_', ' ')

function operationName({ field, kind, value }: RateOperation): string {
  const name = rateFieldName(field)
  const signed = String(value).startsWith('-') ? String(value) : `+${value}`
  switch (kind) {
    case 'set':
      return `${name}: ${value === null || value === '' ? 'empty' : value}`
    case 'percent':
      return `${name} ${signed} %`
    case 'add':
      return `${name} ${signed}`
    case 'round':
      return `${name} rounded to ${value} decimals`
  }
}

const NAME_MAX = 200

/** In the place of the name of a file. */
export function rateChangeName({ operations, raise }: Omit<RateChange, 'ids' | 'filter'>): string {
  if (raise) return `Rate at least cost +${formatPercent(raise.percent)} %`
  const name = operations.map(operationName).join(', ')
  return cutText(name, NAME_MAX)
}
