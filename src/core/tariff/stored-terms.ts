// Terms as they are stored with every party of every call: only what is not plain, which is a rate
// and a currency for most. Whole terms, as they were stored once, are read likewise.
import { NO_MONEY, type Percent, SYSTEM_FX } from '../money.ts'
import type { Terms } from './terms.ts'

export type EncodedTerms = Pick<Terms, 'rate' | 'currency'> & Partial<Terms>

/**
 * The meaning of stored terms where they are silent. It must stay as it is, or calls of the past
 * would have cost something else. The first rate, where there is none, is the rate.
 */
export const DEFAULT_TERMS: Omit<Terms, 'rate' | 'first_rate' | 'currency'> = {
  first_increment: 1,
  next_increment: 1,
  connect_fee: NO_MONEY,
  attempt_fee: NO_MONEY,
  grace_seconds: 0,
  additional_seconds: 0,
  free_seconds: 0,
  min_duration_seconds: 0,
  min_charge: null,
  max_charge: null,
  steps: [],
  surcharge_percent: 0 as Percent,
  vat_percent: 0 as Percent,
  duration_rounding: 'HALF_UP',
  rounding_mode: 'HALF_UP',
  rounding_decimals: 6,
  reverse_billing: false,
  tariff_fx: SYSTEM_FX,
  party_fx: SYSTEM_FX,
}

const DEFAULT_ENTRIES = Object.entries(DEFAULT_TERMS) as [keyof typeof DEFAULT_TERMS, unknown][]

export function encodeTerms(terms: Terms): EncodedTerms {
  const { rate, first_rate, currency, steps } = terms
  const encoded: Record<string, unknown> = { rate, currency }
  if (first_rate !== rate) encoded.first_rate = first_rate
  if (steps.length > 0) encoded.steps = steps
  for (const [name, usual] of DEFAULT_ENTRIES) {
    if (name !== 'steps' && terms[name] !== usual) encoded[name] = terms[name]
  }
  return encoded as EncodedTerms
}

export const decodeTerms = (encoded: EncodedTerms): Terms => ({
  ...DEFAULT_TERMS,
  first_rate: encoded.rate,
  ...encoded,
})
