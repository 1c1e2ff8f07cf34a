// Amounts as a document prints them: in the decimals of the currency, while the ledger
// keeps millionths (docs/domain/billing.md, B16).
import type { Sum } from '../money.ts'

const decimals_of = new Map<string, number>()

/** The digits after the point that money of this currency is paid with. */
export function decimalsOf(currency: string): number {
  const known = decimals_of.get(currency)
  if (known !== undefined) return known
  const format = new Intl.NumberFormat('en', { style: 'currency', currency })
  const { maximumFractionDigits: decimals = 2 } = format.resolvedOptions()
  decimals_of.set(currency, decimals)
  return decimals
}

/** Half a unit is rounded away from zero, so that a credit note mirrors its invoice. */
export function roundSum(value: Sum, decimals: number): Sum {
  const unit = 10n ** BigInt(6 - decimals)
  const distance = value < 0n ? -value : value
  const rounded = ((distance * 2n + unit) / (unit * 2n)) * unit
  return (value < 0n ? -rounded : rounded) as Sum
}

/** The most that can be paid of an amount that is not below zero. */
export const mostToPay = (value: Sum, decimals: number): Sum =>
  (value - (value % 10n ** BigInt(6 - decimals))) as Sum

/**
 * Parts of a sum, each rounded such that they add up to the rounded sum: a part is what it adds to
 * the rounded sum of those before it. `before` is what precedes the first one.
 */
export function roundParts(parts: readonly Sum[], decimals: number, before = 0n as Sum): Sum[] {
  let exact = before
  return parts.map((part) => {
    const from = roundSum(exact, decimals)
    exact = (exact + part) as Sum
    return (roundSum(exact, decimals) - from) as Sum
  })
}

/** 1234567.5 at two decimals is "1,234,567.50". */
export function printAmount(value: Sum, decimals: number): string {
  const digits = String(roundSum(value, decimals)).replace('-', '').padStart(7, '0')
  const whole = digits.slice(0, -6).replaceAll(/\B(?=(\d{3})+$)/g, ',')
  const fraction = digits.slice(-6).slice(0, decimals)
  return `${value < 0n && /[1-9]/.test(digits) ? '-' : ''}${whole}${fraction && `.${fraction}`}`
}
