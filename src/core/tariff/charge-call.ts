// The charge of a call for one party (docs/domain/billing.md, B4 to B7). Whole numbers throughout,
// one rounding at the end.
import { assert } from '../assert.ts'
import { type Money, money } from '../money.ts'
import type { Rounding, Terms } from './terms.ts'

export interface Charge {
  readonly duration_seconds: number
  readonly billed_seconds: number
  /** Without and with VAT; both rounded from the exact value, `vat` is their difference. */
  readonly net: Money
  readonly vat: Money
  /** Below zero when the party is credited. */
  readonly amount: Money
}

/** Whole seconds of a duration; rounded up, an answered call lasts at least one second. */
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
 * The charge of an answered call that lasted `duration_ms`. A package pays for up to
 * `package_seconds`; `attempts` is how often the party pays the attempt fee.
 */
export function chargeCall(
  terms: Terms,
  duration_ms: number,
  package_seconds = 0,
  attempts = 0,
): Charge {
  assert(duration_ms >= 0, 'a call does not last less than nothing')
  const duration_seconds = roundDuration(duration_ms, terms.duration_rounding)
  return chargeSeconds(terms, duration_seconds, package_seconds, attempts)
}

/**
 * How many of the `package_seconds` a call uses: its talk in the increments of its rate. The
 * package comes before the free seconds of the rate, so that every call after its grace period uses
 * some of it, and the cost of a call never decreases with its duration.
 */
export function packageUse(
  terms: Terms,
  duration_seconds: number,
  package_seconds: number,
): number {
  if (duration_seconds <= terms.grace_seconds) return 0
  const billed = stretchesOf(terms, talkOf(terms, duration_seconds))
  return Math.min(
    package_seconds,
    billed.reduce((sum, { seconds }) => sum + seconds, 0),
  )
}

/** The charge of a call that was not answered: attempt fees only. */
export function attemptCharge(terms: Terms, attempts: number): Charge {
  return chargeSeconds(terms, 0, 0, attempts)
}

/** As `chargeCall`, for a duration that is rounded to seconds already. */
export function chargeSeconds(
  terms: Terms,
  duration_seconds: number,
  package_seconds = 0,
  attempts = 0,
): Charge {
  const left = secondsLeft(terms, duration_seconds, package_seconds)
  const price = makePrice(terms, left, attempts)
  const net = roundPrice(terms, price, 0)
  const amount = terms.vat_percent === 0 ? net : roundPrice(terms, price, terms.vat_percent)
  const billed_seconds = price.billed_seconds
  const vat = money(amount - net)
  if (!terms.reverse_billing) return { duration_seconds, billed_seconds, net, vat, amount }
  const credit = (value: Money) => money(0 - value)
  return {
    duration_seconds,
    billed_seconds,
    net: credit(net),
    vat: credit(vat),
    amount: credit(amount),
  }
}

/** Talk seconds by the rate, before free and package seconds are subtracted. */
const talkOf = (terms: Terms, duration_seconds: number): number =>
  Math.max(duration_seconds + terms.additional_seconds, terms.min_duration_seconds)

/** Seconds to bill before increments; null when the call is free, including its connect fee. */
function secondsLeft(
  terms: Terms,
  duration_seconds: number,
  package_seconds: number,
): number | null {
  if (duration_seconds <= terms.grace_seconds) return null
  const left = talkOf(terms, duration_seconds) - terms.free_seconds - package_seconds
  if (left > 0) return left
  // A package covers the connect fee of a call that it pays entirely; free seconds do not.
  return package_seconds > 0 ? null : 0
}

/** Seconds billed at one rate. */
interface Stretch {
  readonly seconds: number
  readonly rate: number
}

/**
 * The stretches of one price each in which `left` seconds are billed. A started increment is
 * billed whole, at the price with which it started.
 */
function stretchesOf(terms: Terms, left: number): Stretch[] {
  if (left <= 0) return []
  let billed = terms.first_increment
  let { rate, next_increment: increment } = terms
  const stretches: Stretch[] = [{ seconds: billed, rate: terms.first_rate }]
  for (let at = 0; billed < left; at++) {
    const step = terms.steps[at]
    const until = step ? Math.min(step.after_seconds, left) : left
    if (until > billed) {
      const seconds = Math.ceil((until - billed) / increment) * increment
      billed += seconds
      stretches.push({ seconds, rate })
    }
    if (step) ({ rate, increment } = step)
  }
  return stretches
}

/** An exact price without VAT in the currency of the tariff: `over / under` millionths. */
interface ExactPrice {
  readonly billed_seconds: number
  readonly over: number | bigint
  readonly under: number
}

/** Sixtieths of 1e-8: a price per minute times seconds needs no division until the end. */
const SIXTIETHS = 6000
const WHOLE = 1_000_000

function makePrice(terms: Terms, left: number | null, attempts: number): ExactPrice {
  const stretches = stretchesOf(terms, left ?? 0)
  let billed_seconds = 0
  let talk = left === null ? 0 : terms.connect_fee * SIXTIETHS
  for (const { seconds, rate } of stretches) {
    billed_seconds += seconds
    talk += seconds * rate
  }
  if (terms.surcharge_percent === 0 || left === null) {
    const { min_charge, max_charge } = terms
    if (left !== null && max_charge !== null) talk = Math.min(talk, max_charge * SIXTIETHS)
    if (left !== null && min_charge !== null) talk = Math.max(talk, min_charge * SIXTIETHS)
    const over = talk + terms.attempt_fee * attempts * SIXTIETHS
    // All parts are positive, so an overflow above 2^53 stays visible in the sum.
    if (Number.isSafeInteger(over)) return { billed_seconds, over, under: SIXTIETHS }
  }
  const attempt_fees = BigInt(terms.attempt_fee) * BigInt(attempts) * BigInt(SIXTIETHS * WHOLE)
  const over = (left === null ? 0n : exactTalk(terms, stretches)) + attempt_fees
  return { billed_seconds, over, under: SIXTIETHS * WHOLE }
}

/** The talk with surcharge, in BigInt, in millionths of sixtieths. */
function exactTalk(terms: Terms, stretches: readonly Stretch[]): bigint {
  let talk = BigInt(terms.connect_fee) * BigInt(SIXTIETHS)
  for (const { seconds, rate } of stretches) talk += BigInt(seconds) * BigInt(rate)
  const price = talk * BigInt(WHOLE + terms.surcharge_percent)
  const border = (charge: Money) => BigInt(charge) * BigInt(SIXTIETHS * WHOLE)
  if (terms.max_charge !== null && price > border(terms.max_charge)) return border(terms.max_charge)
  if (terms.min_charge !== null && price < border(terms.min_charge)) return border(terms.min_charge)
  return price
}

/** Units of the last decimal that is kept, in millionths. */
const UNITS = [1_000_000, 100_000, 10_000, 1000, 100, 10, 1] as const

/**
 * A thousand million: the maximum of a charge, so that an unintended price cannot exceed what a
 * number holds.
 */
export const CHARGE_MAX = 10 ** 15

/** With VAT, in the currency of the party, rounded once to the decimals of the terms. */
function roundPrice(terms: Terms, { over, under }: ExactPrice, vat_percent: number): Money {
  const unit = UNITS[terms.rounding_decimals] as number
  if (typeof over === 'number' && terms.tariff_fx === terms.party_fx) {
    if (vat_percent === 0) return money(divide(over, under * unit, terms.rounding_mode) * unit)
    const product = over * (WHOLE + vat_percent)
    if (Number.isSafeInteger(product)) {
      return money(divide(product, under * WHOLE * unit, terms.rounding_mode) * unit)
    }
  }
  const exact = BigInt(over) * BigInt(WHOLE + vat_percent) * BigInt(terms.tariff_fx)
  const divisor = BigInt(under) * BigInt(WHOLE * unit) * BigInt(terms.party_fx)
  const rounded = Number(divideBig(exact, divisor, terms.rounding_mode)) * unit
  return money(Math.min(rounded, CHARGE_MAX))
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
