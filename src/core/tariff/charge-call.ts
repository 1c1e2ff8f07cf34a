// What a call costs one party (domain.md §2.2). Exact: integers
// throughout, one rounding at the end.
import { assert } from '../assert.ts'
import { type Money, money } from '../money.ts'
import type { Rounding, Terms } from './terms.ts'

export interface Charge {
  readonly duration_seconds: number
  readonly billed_seconds: number
  /** Without and with VAT; both rounded from the exact value, `vat` is their difference. */
  readonly net: Money
  readonly vat: Money
  readonly amount: Money
}

/**
 * Whole seconds of a duration; an answered call without any length lasts a
 * second where it is rounded up.
 */
export function roundDuration(duration_ms: number, rounding: Rounding): number {
  switch (rounding) {
    case 'HALF_UP':
      return Math.floor((duration_ms + 500) / 1000)
    case 'UP':
      return Math.max(1, Math.ceil(duration_ms / 1000))
    case 'DOWN':
      return Math.floor(duration_ms / 1000)
  }
}

/**
 * Seconds to pay for out of `duration_seconds`, in whole increments; 0 when nothing is left to pay.
 */
function billSeconds(terms: Terms, duration_seconds: number, package_seconds: number): number {
  const rest = Math.max(duration_seconds, terms.min_duration) - terms.free_seconds - package_seconds
  if (rest <= 0) return 0
  const later = Math.max(rest - terms.first_increment, 0)
  return terms.first_increment + Math.ceil(later / terms.next_increment) * terms.next_increment
}

/**
 * The charge of an answered call that lasted `duration_ms`; a package pays
 * for up to `package_seconds`.
 */
export function chargeCall(terms: Terms, duration_ms: number, package_seconds = 0): Charge {
  assert(duration_ms >= 0, 'a call does not last less than nothing')
  return chargeSeconds(terms, roundDuration(duration_ms, terms.duration_rounding), package_seconds)
}

/** As `chargeCall`, for a duration that is rounded to seconds already. */
export function chargeSeconds(terms: Terms, duration_seconds: number, package_seconds = 0): Charge {
  const free: Charge = {
    duration_seconds,
    billed_seconds: 0,
    net: 0 as Money,
    vat: 0 as Money,
    amount: 0 as Money,
  }
  if (duration_seconds <= terms.grace_seconds) return free
  const billed_seconds = billSeconds(terms, duration_seconds, package_seconds)
  // The package pays the fee of the calls that it pays wholly; free seconds do not.
  if (billed_seconds === 0 && package_seconds > 0) return free

  const first = Math.min(billed_seconds, terms.first_increment)
  // Sixtieths of 1e-8: a price per minute times seconds needs no division until the end.
  const sixtieths =
    terms.connect_fee * 6000 + first * terms.first_rate + (billed_seconds - first) * terms.rate
  assert(Number.isSafeInteger(sixtieths), 'the price of a call fits a number')
  const net = roundShare(terms, sixtieths, 0)
  const amount = terms.vat_percent === 0 ? net : roundShare(terms, sixtieths, terms.vat_percent)
  return { duration_seconds, billed_seconds, net, vat: money(amount - net), amount }
}

const WHOLE = 1_000_000

/** `sixtieths` with surcharge and VAT, rounded once to the decimals of the terms, in millionths. */
function roundShare(terms: Terms, sixtieths: number, vat_percent: number): Money {
  const unit = 10 ** (6 - terms.rounding_decimals)
  const surcharge = WHOLE + terms.surcharge_percent
  const vat = WHOLE + vat_percent
  if (surcharge === WHOLE && vat === WHOLE) {
    return money(divide(sixtieths, 6000 * unit, terms.rounding_mode) * unit)
  }
  const product = sixtieths * surcharge
  if (vat === WHOLE && Number.isSafeInteger(product)) {
    return money(divide(product, 6000 * WHOLE * unit, terms.rounding_mode) * unit)
  }
  if (surcharge === WHOLE && Number.isSafeInteger(sixtieths * vat)) {
    return money(divide(sixtieths * vat, 6000 * WHOLE * unit, terms.rounding_mode) * unit)
  }
  const exact = BigInt(sixtieths) * BigInt(surcharge) * BigInt(vat)
  const divisor = 6000n * BigInt(WHOLE) * BigInt(WHOLE) * BigInt(unit)
  return money(Number(divideBig(exact, divisor, terms.rounding_mode)) * unit)
}

/** Integer division of safe integers that are not negative, rounded. */
function divide(dividend: number, divisor: number, rounding: Rounding): number {
  const remainder = dividend % divisor
  const quotient = (dividend - remainder) / divisor
  return quotient + (roundsUp(remainder > 0, remainder * 2 >= divisor, rounding) ? 1 : 0)
}

function divideBig(dividend: bigint, divisor: bigint, rounding: Rounding): bigint {
  const remainder = dividend % divisor
  const quotient = dividend / divisor
  return quotient + (roundsUp(remainder > 0n, remainder * 2n >= divisor, rounding) ? 1n : 0n)
}

function roundsUp(isInexact: boolean, isHalfOrMore: boolean, rounding: Rounding): boolean {
  return rounding === 'UP' ? isInexact : rounding === 'HALF_UP' && isHalfOrMore
}
