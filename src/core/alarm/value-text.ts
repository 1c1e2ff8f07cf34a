// Values and bounds of alarm rules as decimal text, and in the words of a sentence.
import {
  formatMoney,
  formatPercent,
  type Money,
  type Percent,
  parseMoney,
  parsePercent,
} from '../money.ts'
import type { AlarmTopic } from '../notification/topics.ts'
import { CONDITIONS, type ComparesWith, type Unit } from './conditions.ts'

type Measured = { readonly topic: AlarmTopic; readonly compares_with: ComparesWith }

/** The unit of the bound of a rule: a deviation is a percentage. */
export const unitOfBound = ({ topic, compares_with }: Measured): Unit =>
  compares_with === 'SAME_HOUR' ? 'PERCENT' : CONDITIONS[topic].unit

/** In ten-thousandths. */
const isDecimal = (unit: Unit): boolean => unit === 'PERCENT' || unit === 'MOS'

/** Decimal text, as the API has it: 12.5 of a percentage, 3 of a number. */
export function formatValue(unit: Unit, value: number): string {
  if (isDecimal(unit)) return formatPercent(value as Percent)
  if (unit === 'MONEY') return formatMoney(value as Money)
  return String(value)
}

/** Undefined if the text is no value of this unit. */
export function parseValue(unit: Unit, text: string): number | undefined {
  if (isDecimal(unit)) return parsePercent(text)
  if (unit === 'MONEY') return parseMoney(text)
  return /^-?\d{1,9}$/.test(text.trim()) ? Number(text) : undefined
}

const WORDS: Readonly<Record<Unit, (count: string) => string>> = {
  STATE: (count) => count,
  PERCENT: (count) => `${count} %`,
  MOS: (count) => count,
  SECONDS: (count) => `${count} s`,
  MILLISECONDS: (count) => `${count} ms`,
  COUNT: (count) => count,
  DAYS: (count) => (count === '1' ? '1 day' : `${count} days`),
  MONEY: (count) => count,
}

/** In a sentence: one decimal of a percentage, two of an amount, which has its currency. */
export function sayValue(unit: Unit, value: number, currency = ''): string {
  if (isDecimal(unit)) return WORDS[unit](String(Math.round(value / 1000) / 10))
  if (unit === 'MONEY') return `${formatMoney(cents(value))} ${currency}`.trim()
  return WORDS[unit](formatValue(unit, value))
}

const cents = (value: number): Money => (Math.round(value / 10_000) * 10_000) as Money
