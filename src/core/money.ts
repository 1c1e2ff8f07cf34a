// Exact money. Amounts are whole millionths, rates per minute whole hundred-millionths (ADR-0004).
import { assert } from './assert.ts'

/** An amount or a balance in millionths (1e-6) of the currency of its account. */
export type Money = number & { readonly __unit: '1e-6' }
/**
 * The total of any number of amounts, in millionths too: balances, totals, spending. An amount is
 * bounded at input; a sum has no limit (ADR-0018).
 */
export type Sum = bigint & { readonly __unit: '1e-6, added up' }
/** A price per minute in hundred-millionths (1e-8) of the currency of its tariff. */
export type Rate = number & { readonly __unit: '1e-8 per minute' }
/** The value of one unit of a currency in the system currency, in hundred-millionths. */
export type Fx = number & { readonly __unit: '1e-8 of the system currency' }
/** A percentage in ten-thousandths of a percent: 23 % is 230000. */
export type Percent = number & { readonly __unit: '1e-4 percent' }

export const NO_MONEY = 0 as Money
export const NO_SUM = 0n as Sum
/** The largest amount that there is: 9,007,199,254.740991. */
export const MONEY_MAX = Number.MAX_SAFE_INTEGER as Money
/** The system currency itself. */
export const SYSTEM_FX = 100_000_000 as Fx

function scaled(value: number): number {
  // The message is built only on failure: this runs many times in every decision.
  if (!Number.isSafeInteger(value)) assert(false, `${value} is a safe integer`)
  return value
}

export const money = (millionths: number): Money => scaled(millionths) as Money
export const toSum = (millionths: number | bigint): Sum => BigInt(millionths) as Sum
export const rate = (hundredMillionths: number): Rate => scaled(hundredMillionths) as Rate
/** The highest rate per minute, so that a mistyped rate does not become an invoice. */
export const RATE_MAX = rate(100_000_000_000_000)
export const percent = (tenThousandths: number): Percent => scaled(tenThousandths) as Percent
export const fx = (hundredMillionths: number): Fx => scaled(hundredMillionths) as Fx

export const addMoney = (a: Money, b: Money): Money => money(a + b)
export const subtractMoney = (a: Money, b: Money): Money => money(a - b)

export const addSums = (a: Sum | Money, b: Sum | Money): Sum => toSum(BigInt(a) + BigInt(b))
export const subtractSums = (a: Sum | Money, b: Sum | Money): Sum => toSum(BigInt(a) - BigInt(b))

/** The mean of a billed minute; null without one, and above the highest rate. */
export function meanRate(sum: Sum, billed_seconds: number): Rate | null {
  if (billed_seconds <= 0) return null
  const divisor = BigInt(billed_seconds) * 2n
  const half = sum < 0n ? -divisor / 2n : divisor / 2n
  const mean = (sum * 6000n * 2n + half) / divisor
  return mean > RATE_MAX || mean < -RATE_MAX ? null : rate(Number(mean))
}

/** The value bounded to the largest amount: computed values can exceed it. */
export function boundedMoney(value: number | bigint): Money {
  return money(Math.max(0 - MONEY_MAX, Math.min(MONEY_MAX, Number(value))))
}

/**
 * An amount of one currency in another, half a millionth rounded away from zero, so that a credit
 * is worth as much as the charge that it takes back. In a weak currency it may be more than an
 * amount can be.
 */
export function convertExactly(amount: Money, from: Fx, to: Fx): Sum {
  if (from === to) return toSum(amount)
  const divisor = BigInt(to)
  const worth = (BigInt(Math.abs(amount)) * BigInt(from) * 2n + divisor) / (divisor * 2n)
  return toSum(amount < 0 ? -worth : worth)
}

/** Rounded down, so that its owner gains nothing by an amount that is passed back and forth. */
export function convertDown(amount: Sum | Money, from: Fx, to: Fx): Sum {
  const [product, divisor] = [BigInt(amount) * BigInt(from), BigInt(to)]
  const worth = product / divisor
  return toSum(product % divisor < 0n ? worth - 1n : worth)
}

/** As convertExactly for a charge, bounded to the largest amount. */
export const convertMoney = (amount: Money, from: Fx, to: Fx): Money =>
  from === to ? amount : boundedMoney(convertExactly(amount, from, to))

export const toSystemCurrency = (amount: Money, currency_fx: Fx): Money =>
  convertMoney(amount, currency_fx, SYSTEM_FX)

/**
 * Reads decimal text with at most `decimals` fraction digits as a scaled
 * integer; undefined if it is none.
 */
function parseScaled(text: string, decimals: number): number | undefined {
  const match = /^(-?)(\d{1,15})(?:\.(\d+))?$/.exec(text.trim())
  if (!match) return undefined
  const fraction = match[3] ?? ''
  if (fraction.length > decimals) return undefined
  const digits = `${match[2]}${fraction.padEnd(decimals, '0')}`
  const value = Number(digits)
  if (!Number.isSafeInteger(value)) return undefined
  return match[1] && value !== 0 ? -value : value
}

/** Reads what `formatMoney` writes of a sum. */
export function parseSum(text: string): Sum | undefined {
  const match = /^(-?)(\d{1,30})(?:\.(\d{1,6}))?$/.exec(text)
  if (!match) return undefined
  return toSum(BigInt(`${match[1]}${match[2]}${(match[3] ?? '').padEnd(6, '0')}`))
}

/**
 * Writes a scaled integer as decimal text, without needless zeros at the
 * end: 1230000 at 6 is "1.23".
 */
function formatScaled(value: number | bigint, decimals: number): string {
  const digits = String(value)
    .replace('-', '')
    .padStart(decimals + 1, '0')
  const whole = digits.slice(0, -decimals)
  const fraction = digits.slice(-decimals).replace(/0+$/, '')
  return `${value < 0 ? '-' : ''}${whole}${fraction && `.${fraction}`}`
}

export const parseMoney = (text: string) => parseScaled(text, 6) as Money | undefined
export const formatMoney = (value: Money | Sum): string => formatScaled(value, 6)
export const parseRate = (text: string) => parseScaled(text, 8) as Rate | undefined
export const formatRate = (value: Rate): string => formatScaled(value, 8)
export const parsePercent = (text: string) => parseScaled(text, 4) as Percent | undefined
export const formatPercent = (value: Percent): string => formatScaled(value, 4)
export const parseFx = (text: string) => parseScaled(text, 8) as Fx | undefined
export const formatFx = (value: Fx): string => formatScaled(value, 8)
