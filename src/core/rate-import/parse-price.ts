// A price in a cell: decimal text, perhaps with a currency and a unit of time.
import { type Money, money, RATE_MAX, type Rate, rate } from '../money.ts'
import { type CellFault, cellFault, isCellFault } from '../table-file/cell-fault.ts'
import { withoutCurrency } from '../table-file/currency-mark.ts'
import { parseDecimal, scaleDecimal } from '../table-file/parse-decimal.ts'
import type { DecimalNotation } from '../table-file/table-file.ts'

/** As in "0.01 USD/min"; the unit of a file is part of its layout. */
const UNIT = /\s*(?:\/|per)\s*(?:1\s*)?(min|minute|s|sec|second)s?\.?$/i
const FEE_MAX = 100_000_000_000n
const SECONDS_IN_MINUTE = 60
const LENGTH_MAX = 60

export interface PriceFormat {
  readonly decimal: DecimalNotation | null
  readonly rate_unit: 'PER_MINUTE' | 'PER_SECOND'
  /** Currency of the tariff. */
  readonly currency: string
}

/** The number of a price, its currency and unit checked. */
function numberOf(text: string, { rate_unit, currency }: PriceFormat): string | CellFault {
  if (/^[\d.,]+([eE][+-]?\d+)?$/.test(text)) return text
  if (text.length > LENGTH_MAX) return cellFault('Too long for a number.')
  const unit = UNIT.exec(text)
  const isPerSecond = unit?.[1]?.toLowerCase().startsWith('s') === true
  if (unit && isPerSecond !== (rate_unit === 'PER_SECOND')) {
    return cellFault(`Per ${isPerSecond ? 'second' : 'minute'}, unlike the other rates.`)
  }
  return withoutCurrency(unit ? text.slice(0, unit.index) : text, 'tariff', currency)
}

/** A rate per minute. */
export function parseRateCell(text: string, format: PriceFormat): Rate | CellFault {
  const number = numberOf(text, format)
  if (isCellFault(number)) return number
  const decimal = parseDecimal(number, format.decimal)
  if (isCellFault(decimal)) return decimal
  const factor = format.rate_unit === 'PER_SECOND' ? SECONDS_IN_MINUTE : 1
  const value = scaleDecimal(decimal, 8, factor)
  if (value === undefined) return cellFault('More than 8 decimals per minute.')
  if (value > BigInt(RATE_MAX)) return cellFault('Over 1000000 per minute.')
  return rate(Number(value))
}

/** A fee of one call. */
export function parseFeeCell(text: string, format: PriceFormat): Money | CellFault {
  const number = numberOf(text, format)
  if (isCellFault(number)) return number
  const decimal = parseDecimal(number, format.decimal)
  if (isCellFault(decimal)) return decimal
  const value = scaleDecimal(decimal, 6, 1)
  if (value === undefined) return cellFault('More than 6 decimals.')
  if (value > FEE_MAX) return cellFault('Over 100000.')
  return money(Number(value))
}
