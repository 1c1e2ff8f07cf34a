// The terms of a rate beside its price, each once. The compiler compares the table with the type.
// Reading, copying, imports, bulk changes, markups and the log of changes derive their lists here.
import { RATE_MAX } from '../money.ts'
import type { RateDetails, TariffTerms } from './terms.ts'

/** The arithmetic of a term; a number is in whole seconds. */
export type RateTermKind =
  | 'rate'
  | 'money'
  | 'percent'
  | 'number'
  | 'flag'
  | 'text'
  | 'steps'
  | 'window'

interface RateTerm {
  readonly kind: RateTermKind
  /** Null takes the value of the tariff, or is no value. */
  readonly is_nullable: boolean
  /** The tariff has a value for rates without their own. */
  readonly has_tariff_default: boolean
  /** A row of an import has it; rates of a file keep the other terms of the rate before. */
  readonly is_in_files: boolean
  readonly is_bulk_changeable: boolean
  /** The least and the greatest value, in the unit of its column. */
  readonly limits?: readonly [least: number, most: number]
}

/** A line that says of a term what its type says. */
interface RateTermOf<Name extends keyof RateDetails> extends RateTerm {
  readonly is_nullable: null extends RateDetails[Name] ? true : false
  readonly has_tariff_default: Name extends keyof TariffTerms ? true : false
}

/** In millionths of a unit of the currency. */
const FEE_MAX = 100_000_000_000
const CHARGE_MAX = 1_000_000_000_000

/** In the order in which they are read. */
export const RATE_TERMS = {
  blocked: {
    kind: 'flag',
    is_nullable: false,
    has_tariff_default: false,
    is_in_files: true,
    is_bulk_changeable: true,
  },
  first_rate: {
    kind: 'rate',
    is_nullable: true,
    has_tariff_default: false,
    is_in_files: true,
    is_bulk_changeable: true,
    limits: [0, RATE_MAX],
  },
  first_increment: {
    kind: 'number',
    is_nullable: true,
    has_tariff_default: true,
    is_in_files: true,
    is_bulk_changeable: true,
    limits: [1, 3600],
  },
  next_increment: {
    kind: 'number',
    is_nullable: true,
    has_tariff_default: true,
    is_in_files: true,
    is_bulk_changeable: true,
    limits: [1, 3600],
  },
  connect_fee: {
    kind: 'money',
    is_nullable: true,
    has_tariff_default: true,
    is_in_files: true,
    is_bulk_changeable: true,
    limits: [0, FEE_MAX],
  },
  attempt_fee: {
    kind: 'money',
    is_nullable: false,
    has_tariff_default: false,
    is_in_files: false,
    is_bulk_changeable: true,
    limits: [0, FEE_MAX],
  },
  grace_seconds: {
    kind: 'number',
    is_nullable: true,
    has_tariff_default: true,
    is_in_files: false,
    is_bulk_changeable: true,
    limits: [0, 3600],
  },
  additional_seconds: {
    kind: 'number',
    is_nullable: false,
    has_tariff_default: false,
    is_in_files: false,
    is_bulk_changeable: true,
    limits: [0, 3600],
  },
  free_seconds: {
    kind: 'number',
    is_nullable: true,
    has_tariff_default: true,
    is_in_files: false,
    is_bulk_changeable: true,
    limits: [0, 86_400],
  },
  min_duration_seconds: {
    kind: 'number',
    is_nullable: true,
    has_tariff_default: true,
    is_in_files: false,
    is_bulk_changeable: true,
    limits: [0, 3600],
  },
  min_charge: {
    kind: 'money',
    is_nullable: true,
    has_tariff_default: false,
    is_in_files: false,
    is_bulk_changeable: true,
    limits: [0, CHARGE_MAX],
  },
  max_charge: {
    kind: 'money',
    is_nullable: true,
    has_tariff_default: false,
    is_in_files: false,
    is_bulk_changeable: true,
    limits: [0, CHARGE_MAX],
  },
  steps: {
    kind: 'steps',
    is_nullable: false,
    has_tariff_default: false,
    is_in_files: false,
    is_bulk_changeable: false,
  },
  surcharge_percent: {
    kind: 'percent',
    is_nullable: true,
    has_tariff_default: true,
    is_in_files: false,
    is_bulk_changeable: true,
    limits: [0, 10_000_000],
  },
  reverse_billing: {
    kind: 'flag',
    is_nullable: false,
    has_tariff_default: false,
    is_in_files: false,
    is_bulk_changeable: false,
  },
  window_id: {
    kind: 'window',
    is_nullable: true,
    has_tariff_default: false,
    is_in_files: false,
    is_bulk_changeable: false,
  },
  destination: {
    kind: 'text',
    is_nullable: false,
    has_tariff_default: false,
    is_in_files: true,
    is_bulk_changeable: true,
  },
} as const satisfies { readonly [Name in keyof RateDetails]: RateTermOf<Name> }

export type RateTermName = keyof RateDetails
type Terms = typeof RATE_TERMS
/** The terms whose line in the table has this value in this column. */
export type TermsWith<Column extends keyof RateTerm, Value> = {
  [Name in RateTermName]: Terms[Name][Column & keyof Terms[Name]] extends Value ? Name : never
}[RateTermName]

export const RATE_TERM_NAMES = Object.keys(RATE_TERMS) as readonly RateTermName[]

/** The least and the greatest value of a term; undefined for one that is no number. */
export function limitsOfTerm(name: RateTermName): readonly [number, number] | undefined {
  const term: RateTerm = RATE_TERMS[name]
  return term.limits
}

/** The names of the terms of these kinds, in the order of the table. */
export const termsOfKinds = (...kinds: readonly RateTermKind[]): readonly RateTermName[] =>
  RATE_TERM_NAMES.filter((name) => kinds.includes(RATE_TERMS[name].kind))

/** The terms that a rate may leave to its tariff. */
export const TARIFF_DEFAULTS = RATE_TERM_NAMES.filter(
  (name) => RATE_TERMS[name].has_tariff_default,
) as readonly TermsWith<'has_tariff_default', true>[]
