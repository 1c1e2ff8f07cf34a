// Decimal text as carriers write it, exactly: never through a floating-point number.
import { type CellFault, cellFault } from './cell-fault.ts'
import { markOf, needsNotation } from './detect-notation.ts'
import type { DecimalNotation } from './table-file.ts'

/** A decimal fraction without sign, grouping and exponent. */
export interface Decimal {
  readonly digits: string
  /** How many of the digits are behind the decimal mark. */
  readonly decimals: number
}

type DecimalMark = '.' | ','

const NUMBER = {
  '.': /^(\d+|\d{1,3}(?:([,' \u00a0\u202f’])\d{3})(?:\2\d{3})*)?(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/,
  ',': /^(\d+|\d{1,3}(?:([.' \u00a0\u202f’])\d{3})(?:\2\d{3})*)?(?:,(\d*))?(?:[eE]([+-]?\d+))?$/,
} as const
const PLAIN = /^(\d{1,12})(?:\.(\d{1,12}))?$/
const LENGTH_MAX = 60
/** Spreadsheets write 0.00005 as 5E-05. */
const EXPONENT_MAX = 30

/** Without a known notation, a number that may be two is a fault. */
export function parseDecimal(text: string, notation: DecimalNotation | null): Decimal | CellFault {
  if (notation === null && needsNotation(text)) {
    return cellFault('Is its mark that of thousands, or of decimals? Choose the notation.')
  }
  const mark = notation === null ? likelyMark(text) : markOf(notation)
  if (mark === '.') {
    const plain = PLAIN.exec(text)
    if (plain) return decimalOf(plain[1] ?? '', plain[2] ?? '', 0)
  }
  if (text.length > LENGTH_MAX) return cellFault('Too long for a number.')
  if (/^[-−(–]/.test(text) && /\d/.test(text)) return cellFault('Negative.')
  const match = NUMBER[mark].exec(text)
  if (!match || !/\d/.test(`${match[1] ?? ''}${match[3] ?? ''}`)) return notDecimal(text, mark)
  const [, whole = '', group, fraction, exponent] = match
  // 1,234 is a thousand or one and a fraction, which differ by a factor of a thousand.
  const isLone = group !== undefined && fraction === undefined && whole.split(group).length === 2
  if (isLone && ',.'.includes(group) && group !== notation?.at(-2)) return otherMark(mark)
  if (group !== undefined && whole.startsWith('0')) return otherMark(mark)
  const shift = Number(exponent ?? 0)
  if (Math.abs(shift) > EXPONENT_MAX) return cellFault('Too large or too small a number.')
  return decimalOf(whole.replace(/\D/g, ''), fraction ?? '', shift)
}

/** The mark whose notation the number has, where it is not known. */
const likelyMark = (text: string): DecimalMark => (/^[^.]*,[^,.]*$|\..*,/.test(text) ? ',' : '.')

function decimalOf(whole: string, fraction: string, shift: number): Decimal {
  const shorter = fraction.replace(/0+$/, '')
  const decimals = shorter.length - shift
  if (decimals >= 0) return { digits: `${whole}${shorter}`, decimals }
  return { digits: `${whole}${shorter}${'0'.repeat(-decimals)}`, decimals: 0 }
}

const otherMark = (mark: DecimalMark): CellFault =>
  cellFault(
    mark === '.'
      ? 'A comma where this file has decimal points.'
      : 'A point where this file has decimal commas.',
  )

function notDecimal(text: string, mark: DecimalMark): CellFault {
  const isOther = mark === '.' ? /^\d*,\d+$/ : /^\d*\.\d+$/
  return isOther.test(text) ? otherMark(mark) : cellFault('Not a number.')
}

/** The whole number of units of 10^-`scale`, times `factor`; undefined if it is a fraction. */
export function scaleDecimal(
  { digits, decimals }: Decimal,
  scale: number,
  factor: number,
): bigint | undefined {
  const value = BigInt(digits) * BigInt(factor)
  if (decimals <= scale) return value * 10n ** BigInt(scale - decimals)
  const divisor = 10n ** BigInt(decimals - scale)
  return value % divisor === 0n ? value / divisor : undefined
}
