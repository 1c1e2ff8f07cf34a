// Terms of payment for tests: amounts as an operator writes them; all others are zero.
import { assert } from '#core/assert.ts'
import {
  type Fx,
  type Money,
  type Percent,
  parseFx,
  parseMoney,
  parsePercent,
  parseRate,
  type Rate,
  SYSTEM_FX,
} from '#core/money.ts'
import type { Terms } from '#core/tariff/terms.ts'

function read<T>(parse: (text: string) => T | undefined): (text: string) => T {
  return (text) => {
    const value = parse(text)
    assert(value !== undefined, `${text} is a decimal number`)
    return value
  }
}

export const amount: (text: string) => Money = read(parseMoney)
export const perMinute: (text: string) => Rate = read(parseRate)
export const share: (text: string) => Percent = read(parsePercent)
export const worth: (text: string) => Fx = read(parseFx)

/** Billed by the second, without fee, grace or VAT; the first increment costs as the others. */
export function makeTerms(terms: Partial<Terms> = {}): Terms {
  const rate = terms.rate ?? perMinute('0.06')
  return {
    rate,
    first_rate: rate,
    first_increment: 1,
    next_increment: 1,
    connect_fee: amount('0'),
    attempt_fee: amount('0'),
    grace_seconds: 0,
    additional_seconds: 0,
    free_seconds: 0,
    min_duration_seconds: 0,
    min_charge: null,
    max_charge: null,
    steps: [],
    surcharge_percent: share('0'),
    vat_percent: share('0'),
    duration_rounding: 'HALF_UP',
    rounding_mode: 'HALF_UP',
    rounding_decimals: 6,
    reverse_billing: false,
    currency: 'USD',
    tariff_fx: SYSTEM_FX,
    party_fx: SYSTEM_FX,
    ...terms,
  }
}
