// One row of a carrier's file as a call or as sums, or the first cell of it that cannot be read.
import { type Money, money } from '../money.ts'
import { type CellFault, cellFault, isCellFault } from '../table-file/cell-fault.ts'
import { parseDate } from '../table-file/parse-date.ts'
import { type Decimal, parseDecimal } from '../table-file/parse-decimal.ts'
import { columnLetters, type TableRow, UNCLOSED_QUOTE } from '../table-file/table-file.ts'
import type { CallColumn, CallFileLayout } from './reconciliation.ts'

export interface ParsedCall {
  readonly line: number
  /** The called number, or what the row adds up: a destination, a prefix or a day. */
  readonly key: string
  readonly destination: string
  /** Epoch seconds; null of sums. */
  readonly at: number | null
  readonly calls: number
  readonly seconds: number
  readonly amount: Money | null
}

export interface CallFault {
  readonly line: number
  /** The header of the column, or its letters. */
  readonly column: string
  readonly value: string
  readonly reason: string
}

const VALUE_LENGTH_MAX = 60
const TEXT_LENGTH_MAX = 100
const SECONDS_MAX = 10_000_000_000
const CALL_SECONDS_MAX = 1_000_000
const CALLS_MAX = 1_000_000_000
const AMOUNT_MAX = 1_000_000_000_000_000n
const MONEY_DECIMALS = 6

/** Thrown within this file only, so that a row reads in order. */
class FaultyCell {
  readonly meaning: CallColumn
  readonly fault: CellFault
  constructor(meaning: CallColumn, fault: CellFault) {
    this.meaning = meaning
    this.fault = fault
  }
}

export function parseCallRow(
  row: TableRow,
  layout: CallFileLayout,
  time_zone: string,
): ParsedCall | CallFault {
  const cellOf = (meaning: CallColumn): string => {
    const at = layout.columns.indexOf(meaning)
    return at < 0 ? '' : (row.cells[at] ?? '').trim()
  }
  const read = <T>(meaning: CallColumn, parse: (cell: string) => T | CellFault): T => {
    const value = parse(cellOf(meaning))
    if (isCellFault(value)) throw new FaultyCell(meaning, value)
    return value as T
  }
  const faultAt = (at: number, reason: string): CallFault => ({
    line: row.line,
    column: layout.headers[at] || columnLetters(at),
    value: (row.cells[at] ?? '').trim().slice(0, VALUE_LENGTH_MAX),
    reason,
  })
  if (row.open_quote !== undefined) return faultAt(row.open_quote, UNCLOSED_QUOTE)
  try {
    return parseCells(row.line, layout, { time_zone, cellOf, read })
  } catch (error) {
    if (!(error instanceof FaultyCell)) throw error
    const { meaning, fault } = error
    const at = layout.columns.indexOf(meaning)
    if (at >= 0) return faultAt(at, fault.reason)
    return { line: row.line, column: meaning.toLowerCase(), value: '', reason: fault.reason }
  }
}

interface Cells {
  readonly time_zone: string
  cellOf(meaning: CallColumn): string
  read<T>(meaning: CallColumn, parse: (cell: string) => T | CellFault): T
}

function parseCells(line: number, layout: CallFileLayout, cells: Cells): ParsedCall {
  const { content } = layout
  const isCall = content === 'CALLS'
  const { read, cellOf } = cells
  const has = (meaning: CallColumn) => layout.columns.includes(meaning)
  const destination = has('DESTINATION') ? read('DESTINATION', parseText) : ''
  const key = {
    CALLS: () => read('CALLED_NUMBER', parseNumber),
    DESTINATIONS: () => read('DESTINATION', (cell) => cell && destination) || emptyKey(),
    PREFIXES: () => read('PREFIX', parsePrefix),
    DAYS: () => read('STARTED_AT', (cell) => dayOf(cell, layout)),
  }[content]()
  const isTimed = isCall || content === 'DAYS'
  const at = isTimed ? read('STARTED_AT', (cell) => instantOf(cell, layout, cells)) : null
  const most = isCall ? CALL_SECONDS_MAX : SECONDS_MAX
  const seconds = read('DURATION', (cell) => parseDuration(cell, layout, most))
  const isCounted = !isCall && has('CALLS') && cellOf('CALLS') !== ''
  return {
    line,
    key,
    destination,
    at: isCall ? at : null,
    calls: isCounted ? read('CALLS', parseCount) : isCall ? 1 : 0,
    seconds,
    amount: has('AMOUNT') ? read('AMOUNT', (cell) => parseAmount(cell, layout)) : null,
  }
}

function emptyKey(): never {
  throw new FaultyCell('DESTINATION', cellFault('Empty.'))
}

function parseText(cell: string): string | CellFault {
  if (cell.length > TEXT_LENGTH_MAX) return cellFault('Too long.')
  if (/^[=@]|[\p{Cc}\u202a-\u202e\ufffd]/u.test(cell)) return cellFault('Not a name.')
  return cell
}

/** Digits without a leading 00: what both sides write alike. */
export const digitsOfCall = (number: string): string => number.replace(/\D/g, '').replace(/^00/, '')

function parseNumber(cell: string): string | CellFault {
  if (cell === '') return cellFault('Empty.')
  if (/[eE][+-]?\d+$/.test(cell)) return cellFault('Shortened by a spreadsheet: its end is lost.')
  if (!/^'?\+?[\d\s().#*/-]{1,60}$/.test(cell)) return cellFault('Not a telephone number.')
  const number = digitsOfCall(cell)
  if (number === '' || number.length > 40) return cellFault('Not a telephone number.')
  return number
}

function parsePrefix(cell: string): string | CellFault {
  const prefix = cell.replace(/^'?\+?(00)?/, '').replace(/\s/g, '')
  return /^\d{1,15}$/.test(prefix) ? prefix : cellFault('Not a prefix.')
}

/** Seconds or milliseconds since 1970, or a date with its time of day. */
function instantOf(
  cell: string,
  layout: CallFileLayout,
  { time_zone, cellOf }: Cells,
): number | CellFault {
  if (/^1\d{9}$/.test(cell)) return Number(cell)
  if (/^1\d{12}$/.test(cell)) return Math.floor(Number(cell) / 1000)
  const time = layout.columns.includes('TIME') ? cellOf('TIME') : ''
  const day = time === '' ? cell : cell.replace(/[ T]00:00(:00)?$/, '')
  const at = parseDate(time === '' ? day : `${day} ${time}`, { ...layout, time_zone })
  return isCellFault(at) ? at : Date.parse(at) / 1000
}

/** A day of sums as it is written, whatever the zone. */
function dayOf(cell: string, layout: CallFileLayout): string | CellFault {
  const at = parseDate(cell, { ...layout, time_zone: 'UTC' })
  return isCellFault(at) ? at : at.slice(0, 10)
}

const CLOCK = /^(\d{1,7}):(\d{2})(?::(\d{2})(?:\.\d+)?)?$/

function parseDuration(cell: string, layout: CallFileLayout, most: number): number | CellFault {
  const clock = CLOCK.exec(cell)
  const seconds = clock ? ofClock(clock) : ofDecimal(cell, layout)
  if (isCellFault(seconds)) return seconds
  return seconds > most ? cellFault('Too long a duration.') : seconds
}

/** 1:05 is a minute and five seconds; 0:01:05 too. */
function ofClock(match: RegExpExecArray): number | CellFault {
  const [first = 0, second = 0] = match.slice(1, 3).map(Number)
  const third = match[3] === undefined ? undefined : Number(match[3])
  if (second > 59 || (third ?? 0) > 59) return cellFault('Not a duration.')
  return third === undefined ? first * 60 + second : first * 3600 + second * 60 + third
}

function ofDecimal(cell: string, layout: CallFileLayout): number | CellFault {
  const decimal = parseDecimal(
    cell.replace(/\s*(s|sec|seconds?|min|minutes?)$/i, ''),
    layout.decimal,
  )
  if (isCellFault(decimal)) return decimal
  if (decimal.digits.length > 40) return cellFault('Too long a duration.')
  return Number(rounded(decimal, 0, layout.duration_unit === 'MINUTES' ? 60n : 1n))
}

/** Half a unit and more is one. */
function rounded({ digits, decimals }: Decimal, scale: number, factor = 1n): bigint {
  const value = BigInt(digits) * factor
  if (decimals <= scale) return value * 10n ** BigInt(scale - decimals)
  const divisor = 10n ** BigInt(decimals - scale)
  return (value * 2n + divisor) / (divisor * 2n)
}

function parseCount(cell: string): number | CellFault {
  const decimal = parseDecimal(cell, '.')
  if (isCellFault(decimal)) return decimal
  const isWhole = decimal.decimals === 0 && decimal.digits.length <= 12
  if (!isWhole || Number(decimal.digits) > CALLS_MAX) return cellFault('Not a number of calls.')
  return Number(decimal.digits)
}

function parseAmount(cell: string, layout: CallFileLayout): Money | CellFault {
  const number = cell.replace(/^[A-Z]{3}\s?|^[$€£]\s?|\s?[A-Z]{3}$|\s?[$€£]$/g, '')
  const decimal = parseDecimal(number, layout.decimal)
  if (isCellFault(decimal)) return decimal
  if (decimal.digits.length > 40) return cellFault('Too large an amount.')
  const amount = rounded(decimal, MONEY_DECIMALS)
  return amount > AMOUNT_MAX ? cellFault('Too large an amount.') : money(Number(amount))
}
