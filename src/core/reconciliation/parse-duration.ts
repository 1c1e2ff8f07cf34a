// A duration in whole seconds: 65, 1:05, 00:01:05, 1.5 min, 1m5s.
import { type CellFault, cellFault, isCellFault } from '../table-file/cell-fault.ts'
import { type Decimal, parseDecimal } from '../table-file/parse-decimal.ts'
import { isInHours } from './call-headers.ts'
import type { CallFileLayout } from './reconciliation.ts'

const CLOCK = /^(\d{1,7}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?$/

const HOURS = /(?:h|hrs?|hours?|std|stunden?)\.?/.source
const MINUTES = /(?:m|mins?|minutes?|minuten?|minutos?)\.?/.source
const SECONDS = /(?:s|secs?|seconds?|sek|sekunden?|secondes?|seg|segundos?)\.?/.source
const MILLISECONDS = /(?:ms|msecs?|milliseconds?)\.?/.source
const PARTS = new RegExp(
  `^(?:(\\d{1,6})\\s*${HOURS})?\\s*(?:(\\d{1,6})\\s*${MINUTES})?\\s*(?:(\\d{1,6})\\s*${SECONDS})?$`,
  'i',
)
/** A number with its unit, in milliseconds. */
const UNITS = [
  [new RegExp(`(?<=\\d)\\s*${HOURS}$`, 'i'), 3_600_000n],
  [new RegExp(`(?<=\\d)\\s*${MINUTES}$`, 'i'), 60_000n],
  [new RegExp(`(?<=\\d)\\s*${SECONDS}$`, 'i'), 1000n],
  [new RegExp(`(?<=\\d)\\s*${MILLISECONDS}$`, 'i'), 1n],
] as const
const UNITS_OF_FILES = { SECONDS: 1000n, MINUTES: 60_000n, MILLISECONDS: 1n } as const

export function parseDuration(
  cell: string,
  layout: CallFileLayout,
  most: number,
): number | CellFault {
  const seconds = secondsOf(cell, layout)
  if (isCellFault(seconds)) return seconds
  return seconds > most ? cellFault('Too long a duration.') : seconds
}

function secondsOf(cell: string, layout: CallFileLayout): number | CellFault {
  const [, first, second, third] = CLOCK.exec(cell) ?? []
  if (first !== undefined) {
    const header = layout.headers[layout.columns.indexOf('DURATION')] ?? ''
    const hasHours = third !== undefined || isInHours(header)
    return hasHours ? ofParts(first, second, third) : ofParts(undefined, first, second)
  }
  const [, hours, minutes, rest] = (cell.length <= 60 && PARTS.exec(cell)) || []
  if ([hours, minutes, rest].some((part) => part !== undefined)) {
    return ofParts(hours, minutes, rest)
  }
  return ofDecimal(cell, layout)
}

/** 1:05 is a minute and five seconds; 0:01:05 too. */
function ofParts(hours?: string, minutes?: string, seconds?: string): number | CellFault {
  const [h = 0, m = 0, s = 0] = [hours, minutes, seconds].map((part) => Number(part ?? 0))
  const isHigher = (part: number, ...above: (string | undefined)[]) =>
    part > 59 && above.some((one) => one !== undefined)
  if (isHigher(m, hours) || isHigher(s, hours, minutes)) return cellFault('Not a duration.')
  return h * 3600 + m * 60 + s
}

/** The unit beside the number counts, then that of the file. */
function ofDecimal(cell: string, layout: CallFileLayout): number | CellFault {
  const [pattern, unit] = UNITS.find(([ending]) => ending.test(cell)) ?? []
  const decimal = parseDecimal(pattern ? cell.replace(pattern, '') : cell, layout.decimal)
  if (isCellFault(decimal)) return decimal
  if (decimal.digits.length > 40) return cellFault('Too long a duration.')
  const { digits, decimals } = decimal
  const factor = unit ?? UNITS_OF_FILES[layout.duration_unit]
  return Number(rounded({ digits, decimals: decimals + 3 }, 0, factor))
}

/** Half a unit and more is one. */
export function rounded({ digits, decimals }: Decimal, scale: number, factor = 1n): bigint {
  const value = BigInt(digits) * factor
  if (decimals <= scale) return value * 10n ** BigInt(scale - decimals)
  const divisor = 10n ** BigInt(decimals - scale)
  return (value * 2n + divisor) / (divisor * 2n)
}
