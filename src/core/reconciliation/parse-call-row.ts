// One row of a carrier's file as a call or as sums, or the first cell of it that cannot be read.
import { type Money, money } from '../money.ts'
import { type CellFault, cellFault, isCellFault } from '../table-file/cell-fault.ts'
import { currencyOfHeader, withoutCurrency } from '../table-file/currency-mark.ts'
import { textOfFormula } from '../table-file/formula-text.ts'
import { zoneOfColumn } from '../table-file/header-zone.ts'
import { parseDate } from '../table-file/parse-date.ts'
import { parseDecimal } from '../table-file/parse-decimal.ts'
import { columnLetters, type TableRow, UNCLOSED_QUOTE } from '../table-file/table-file.ts'
import { parseNumber, parsePrefix } from './parse-call-number.ts'
import { parseDuration, rounded } from './parse-duration.ts'
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

/** The facts that a row does not say. */
export interface CallContext {
  /** That of times without an offset, unless their header names one. */
  readonly time_zone: string
  /** That of the settlement. */
  readonly currency: string
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
  context: CallContext,
): ParsedCall | CallFault {
  const cellOf = (meaning: CallColumn): string => {
    const at = layout.columns.indexOf(meaning)
    return at < 0 ? '' : textOfFormula(row.cells[at] ?? '')
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
  const extra = extraCell(row, layout)
  if (extra !== undefined)
    return faultAt(extra, 'More cells than headers: a cell with a separator needs quotes.')
  const total = layout.content === 'CALLS' ? -1 : row.cells.findIndex(isTotal)
  if (total >= 0) return faultAt(total, 'A total of other rows.')
  try {
    return parseCells(row.line, layout, { ...context, cellOf, read })
  } catch (error) {
    if (!(error instanceof FaultyCell)) throw error
    const { meaning, fault } = error
    const at = layout.columns.indexOf(meaning)
    if (at >= 0) return faultAt(at, fault.reason)
    return { line: row.line, column: meaning.toLowerCase(), value: '', reason: fault.reason }
  }
}

/** Text whose decimal commas also separate its cells: those behind them are others. */
function extraCell(
  { cells }: TableRow,
  { format, headers, columns }: CallFileLayout,
): number | undefined {
  if (format !== 'TEXT' || headers.length === 0) return undefined
  const last = Math.max(
    headers.findLastIndex((header) => header !== ''),
    columns.findLastIndex((meaning) => meaning !== null),
  )
  const extra = cells.findLastIndex((cell) => cell.trim() !== '')
  return extra > last ? extra : undefined
}

interface Cells extends CallContext {
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
    DESTINATIONS: () => read('DESTINATION', parseKey),
    PREFIXES: () => read('PREFIX', parsePrefix),
    DAYS: () => read('STARTED_AT', (cell) => dayOf(cell, layout)),
  }[content]()
  const isTimed = isCall || content === 'DAYS'
  const at = isTimed ? read('STARTED_AT', (cell) => instantOf(cell, layout, cells)) : null
  const most = isCall ? CALL_SECONDS_MAX : SECONDS_MAX
  const seconds = read('DURATION', (cell) => parseDuration(cell, layout, most))
  if (has('AMOUNT')) checkCurrency(layout, cells)
  const isCounted = !isCall && has('CALLS') && cellOf('CALLS') !== ''
  return {
    line,
    key,
    destination,
    at: isCall ? at : null,
    calls: isCounted ? read('CALLS', (cell) => parseCount(cell, layout)) : isCall ? 1 : 0,
    seconds,
    amount: has('AMOUNT')
      ? read('AMOUNT', (cell) => parseAmount(cell, layout, cells.currency))
      : null,
  }
}

function checkCurrency({ headers, columns }: CallFileLayout, { currency, read }: Cells): void {
  const ofHeader = currencyOfHeader(headers[columns.indexOf('AMOUNT')] ?? '') ?? currency
  const isOfSettlement = (other: string, reason: string) =>
    other.toUpperCase() === currency ? other : cellFault(reason)
  read('AMOUNT', () =>
    isOfSettlement(ofHeader, `The header says ${ofHeader}; the settlement is in ${currency}.`),
  )
  read('CURRENCY', (cell) => isOfSettlement(cell || currency, `The settlement is in ${currency}.`))
}

const TOTAL =
  /^(grand |sub ?)?-?total\b|\btotals?:?$|^(zwischen|gesamt)?summe\b|^gesamt\b|^(suma|soma)\b/i
const CHINESE_TOTAL = /合计|总计|小计/
const ERROR_OF_SPREADSHEET = /^#(N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!)$/

/** A row that adds up others would count them twice. */
const isTotal = (cell: string): boolean =>
  cell.length <= TEXT_LENGTH_MAX && (TOTAL.test(cell.trim()) || CHINESE_TOTAL.test(cell))

function parseKey(cell: string): string | CellFault {
  if (cell === '') return cellFault('Empty.')
  if (ERROR_OF_SPREADSHEET.test(cell)) return cellFault('An error of a spreadsheet.')
  return parseText(cell)
}

function parseText(cell: string): string | CellFault {
  if (cell.length > TEXT_LENGTH_MAX) return cellFault('Too long.')
  if (/^[=@]|[\p{Cc}\u202a-\u202e\ufffd]/u.test(cell)) return cellFault('Not a name.')
  return cell
}

/** The time zone that the header of the times names. */
export const zoneOfCalls = (layout: CallFileLayout): string | undefined =>
  zoneOfColumn(layout, 'TIME') ?? zoneOfColumn(layout, 'STARTED_AT')

/** Seconds or milliseconds since 1970, or a date with its time of day. */
function instantOf(
  cell: string,
  layout: CallFileLayout,
  { time_zone, cellOf }: Cells,
): number | CellFault {
  if (/^1\d{9}([.,]\d+)?$/.test(cell)) return Number(cell.slice(0, 10))
  if (/^1\d{12}$/.test(cell)) return Math.floor(Number(cell) / 1000)
  const hasTime = layout.columns.includes('TIME')
  const time = cellOf('TIME')
  if (hasTime && time === '') return cellFault('Its time of day is empty.')
  const whole = hasTime ? `${cell.replace(/[ T]00:00(:00)?$/, '')} ${time}` : cell
  const at = parseDate(whole, { ...layout, time_zone: zoneOfCalls(layout) ?? time_zone })
  return isCellFault(at) ? at : Date.parse(at) / 1000
}

/** A day of sums as it is written, whatever the zone. */
function dayOf(cell: string, layout: CallFileLayout): string | CellFault {
  const at = parseDate(cell, { ...layout, time_zone: 'UTC' })
  return isCellFault(at) ? at : at.slice(0, 10)
}

/** A group of three digits is a thousand, unless its mark is that of decimals in this file. */
function parseCount(cell: string, layout: CallFileLayout): number | CellFault {
  const group = /^\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*$/.exec(cell)?.[1]
  if (group && layout.decimal?.endsWith(group)) return cellFault('Not a number of calls.')
  const decimal = parseDecimal(group ? cell.replaceAll(group, '') : cell, layout.decimal)
  if (isCellFault(decimal)) return decimal
  const isWhole = decimal.decimals === 0 && decimal.digits.length <= 12
  if (!isWhole || Number(decimal.digits) > CALLS_MAX) return cellFault('Not a number of calls.')
  return Number(decimal.digits)
}

function parseAmount(cell: string, layout: CallFileLayout, currency: string): Money | CellFault {
  const number = withoutCurrency(cell, 'settlement', currency)
  if (isCellFault(number)) return number
  const decimal = parseDecimal(number, layout.decimal)
  if (isCellFault(decimal)) return decimal
  if (decimal.digits.length > 40) return cellFault('Too large an amount.')
  const amount = rounded(decimal, MONEY_DECIMALS)
  return amount > AMOUNT_MAX ? cellFault('Too large an amount.') : money(Number(amount))
}
