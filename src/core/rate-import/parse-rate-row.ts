// The rates of one row of a rate file, or the first cell of it that cannot be read.
import { type Money, type Rate, rate } from '../money.ts'
import { type CellFault, cellFault, isCellFault } from '../table-file/cell-fault.ts'
import { zoneOfColumn } from '../table-file/header-zone.ts'
import { parseEndDate, parseStartDate } from '../table-file/parse-date.ts'
import { columnLetters, type TableRow, UNCLOSED_QUOTE } from '../table-file/table-file.ts'
import { cellText, DESTINATION_LENGTH_MAX, destinationIn } from './deck-prefixes.ts'
import type { ColumnMeaning, DATE_COLUMNS, RateFileLayout } from './layout.ts'
import { isBlockedWord, isMissingWord, parseBlockedCell, parseChangeCell } from './mark-words.ts'
import { parseIncrementCell, parseIncrementsCell } from './parse-increments.ts'
import { parseAreaCells, parsePrefixCell } from './parse-prefixes.ts'
import { parseFeeCell, parseRateCell } from './parse-price.ts'

export interface ParsedRate {
  readonly line: number
  readonly prefix: string
  readonly destination: string
  /** Per minute; 0 of a deleted or blocked rate without a price. */
  readonly rate: Rate
  readonly first_rate: Rate | null
  /** A null value is taken from the tariff. */
  readonly first_increment: number | null
  readonly next_increment: number | null
  readonly connect_fee: Money | null
  /** ISO 8601 with Z; null is immediately. */
  readonly effective_from: string | null
  readonly effective_until: string | null
  readonly blocked: boolean
  readonly is_deleted: boolean
  /** The row has no code; its prefixes are those of the name. */
  readonly from_deck: boolean
}

export interface RowFault {
  readonly line: number
  /** The header of the column, its letters, or its meaning if the file has no such column. */
  readonly column: string
  readonly value: string
  readonly reason: string
  /** Those of its code, if that can be read: they are in the file, although without a rate. */
  readonly prefixes: readonly string[]
}

export interface RateRowContext {
  /** The zone of dates that name none. */
  readonly time_zone: string
  /** Currency of the tariff. */
  readonly currency: string
  /** The prefixes of a destination by the code deck; none if it is not known. */
  namePrefixes(name: string): readonly string[]
}

const VALUE_LENGTH_MAX = 60

/** A fault and its column; thrown within this file only, so that a row reads in order. */
class FaultyCell {
  readonly column: number
  /** Name of a column that the file does not have. */
  readonly name: string
  readonly fault: CellFault
  constructor(column: number, name: string, fault: CellFault) {
    this.column = column
    this.name = name
    this.fault = fault
  }
}

/** Reads the cells of one row by the meaning of their columns. */
class RowReader {
  readonly row: TableRow
  readonly layout: RateFileLayout
  readonly context: RateRowContext

  constructor(row: TableRow, layout: RateFileLayout, context: RateRowContext) {
    this.row = row
    this.layout = layout
    this.context = context
  }

  has(meaning: ColumnMeaning): boolean {
    return this.layout.columns.includes(meaning)
  }

  text(meaning: ColumnMeaning, at = this.layout.columns.indexOf(meaning)): string {
    const cell = at < 0 ? '' : cellText(this.row.cells[at] ?? '')
    if (cell === '') return ''
    if (cell.startsWith('=')) {
      throw this.fault(meaning, 'A formula: save the file with its values.', at)
    }
    if (/^#(N\/A|REF|VALUE|DIV\/0|NAME|NUM|NULL|SPILL)/.test(cell)) {
      throw this.fault(meaning, 'An error of the spreadsheet.', at)
    }
    if (!/^[ -~]*$/.test(cell) && hasHiddenCharacter(cell)) {
      throw this.fault(meaning, 'A control character.', at)
    }
    return cell
  }

  fault(
    meaning: ColumnMeaning,
    reason: string,
    at = this.layout.columns.indexOf(meaning),
  ): FaultyCell {
    const name = meaning.replaceAll('_', ' ').toLowerCase()
    return new FaultyCell(at, name, cellFault(reason))
  }

  /** The value of a cell by its parser, or null where the cell is empty. */
  value<Value>(meaning: ColumnMeaning, parse: (text: string) => Value | CellFault): Value | null {
    const text = this.text(meaning)
    if (text === '') return null
    return this.check(meaning, parse(text))
  }

  check<Value>(meaning: ColumnMeaning, value: Value | CellFault): Value {
    if (isCellFault(value)) throw this.fault(meaning, value.reason)
    return value
  }
}

/** Line breaks and tabs are white space; the others may hide what a cell says. */
const hasHiddenCharacter = (text: string): boolean =>
  /[^\P{Cc}\t\r\n]|\p{Bidi_Control}|\ufffd/u.test(text)

export function parseRateRow(
  row: TableRow,
  layout: RateFileLayout,
  context: RateRowContext,
): ParsedRate[] | RowFault {
  const reader = new RowReader(row, layout, context)
  try {
    return ratesOf(reader)
  } catch (error) {
    if (!(error instanceof FaultyCell)) throw error
    const { column, name, fault } = error
    const header = layout.headers[column]?.trim()
    return {
      line: row.line,
      column: header || (column < 0 ? name : columnLetters(column)),
      value: (row.cells[column] ?? '').trim().slice(0, VALUE_LENGTH_MAX),
      reason: fault.reason,
      prefixes: readablePrefixes(reader),
    }
  }
}

function readablePrefixes(reader: RowReader): readonly string[] {
  try {
    return prefixesOf(reader, destinationOf(reader)).prefixes
  } catch (error) {
    if (error instanceof FaultyCell) return []
    throw error
  }
}

function ratesOf(reader: RowReader): ParsedRate[] {
  checkQuotes(reader)
  checkCellCount(reader)
  checkCurrency(reader)
  const { line } = reader.row
  const destination = destinationOf(reader)
  const change = reader.value('CHANGE', parseChangeCell)
  const is_deleted = change === 'DELETED'
  const isMarked = reader.value('BLOCKED', parseBlockedCell) === true
  const price = priceOf(reader, is_deleted || change === 'BLOCKED' || isMarked)
  const blocked = !is_deleted && (price === null || change === 'BLOCKED' || isMarked)
  const rest = {
    ...{ destination, rate: price ?? rate(0), ...incrementsOf(reader), ...datesOf(reader) },
    ...{ ...feesOf(reader), blocked, is_deleted },
  }
  const { prefixes, from_deck } = prefixesOf(reader, destination)
  return prefixes.map((prefix) => ({ line, prefix, from_deck, ...rest }))
}

function checkQuotes({ row: { open_quote } }: RowReader): void {
  if (open_quote !== undefined) throw new FaultyCell(open_quote, '', cellFault(UNCLOSED_QUOTE))
}

/** A comma within a name without quotes moves all cells behind it. */
function checkCellCount({ row, layout }: RowReader): void {
  const count = layout.columns.length
  if (row.cells.length <= count) return
  const at = row.cells.findIndex((cell, i) => i >= count && cell.trim() !== '')
  if (at >= 0) throw new FaultyCell(at, '', cellFault('More cells than the file has columns.'))
}

function checkCurrency(reader: RowReader): void {
  const { currency } = reader.context
  const { currency: ofHeader } = reader.layout
  const differs = (other: string): boolean => other.toUpperCase() !== currency
  if (ofHeader !== null && differs(ofHeader)) {
    const at = reader.has('RATE') ? 'RATE' : 'CURRENCY'
    throw reader.fault(at, `The header says ${ofHeader}; the tariff is in ${currency}.`)
  }
  const cell = reader.text('CURRENCY')
  if (cell !== '' && differs(cell)) {
    throw reader.fault('CURRENCY', `The tariff is in ${currency}.`)
  }
}

function destinationOf(reader: RowReader): string {
  const name = destinationIn(reader.text('DESTINATION'))
  if (name.length > DESTINATION_LENGTH_MAX) {
    throw reader.fault('DESTINATION', `More than ${DESTINATION_LENGTH_MAX} characters.`)
  }
  return name
}

function prefixesOf(
  reader: RowReader,
  destination: string,
): { prefixes: readonly string[]; from_deck: boolean } {
  const { bare_code_country } = reader.layout
  const given = reader.value('PREFIX', (text) => parsePrefixCell(text, bare_code_country ?? ''))
  if (given) return { prefixes: given, from_deck: false }
  const country = reader.text('COUNTRY_CODE')
  const area = reader.text('AREA_CODE')
  if (country !== '') {
    const at = area === '' ? 'COUNTRY_CODE' : 'AREA_CODE'
    return { prefixes: reader.check(at, parseAreaCells(country, area)), from_deck: false }
  }
  if (area !== '') throw reader.fault('COUNTRY_CODE', 'An area code without its country code.')
  if (destination === '') throw reader.fault(codeColumn(reader), 'No code and no destination.')
  const known = reader.context.namePrefixes(destination)
  if (known.length > 0) return { prefixes: known, from_deck: true }
  throw reader.fault('DESTINATION', `Destination "${destination}" has no codes in the code deck.`)
}

const codeColumn = (reader: RowReader): ColumnMeaning =>
  reader.has('PREFIX') ? 'PREFIX' : 'DESTINATION'

const priceFormat = ({ layout, context }: RowReader) => ({
  decimal: layout.decimal,
  rate_unit: layout.rate_unit,
  currency: context.currency,
})

/**
 * Null where the row says that the destination is blocked, or needs no price. Of several columns of
 * prices, as for calls within a state and between states, the highest counts.
 */
function priceOf(reader: RowReader, isOptional: boolean): Rate | null {
  const { columns } = reader.layout
  const all = columns.flatMap((meaning, at) => (meaning === 'RATE' ? [at] : []))
  const filled = all.filter((at) => reader.text('RATE', at) !== '')
  const [first = columns.indexOf('RATE')] = filled
  const prices = filled.map((at) => priceIn(reader, at, isOptional))
  if (prices.length <= 1) return priceIn(reader, first, isOptional)
  const known = prices.filter((price) => price !== null)
  if (known.length === 0) return null
  if (known.length < prices.length) {
    const at = filled[prices.indexOf(null)]
    throw reader.fault('RATE', 'Another column has a rate: blocked, or not?', at)
  }
  return rate(Math.max(...known))
}

function priceIn(reader: RowReader, at: number, isOptional: boolean): Rate | null {
  const text = reader.text('RATE', at)
  if (isBlockedWord(text) || (isOptional && (isMissingWord(text) || /^[-–]?$/.test(text)))) {
    return null
  }
  // It may be a blocked destination, or a price that is yet to come.
  if (isMissingWord(text)) throw reader.fault('RATE', 'No rate, and not marked as blocked.', at)
  if (text === '') throw reader.fault('RATE', 'No rate.', at)
  const price = parseRateCell(text, priceFormat(reader))
  if (isCellFault(price)) throw reader.fault('RATE', price.reason, at)
  return price
}

function feesOf(reader: RowReader): Pick<ParsedRate, 'first_rate' | 'connect_fee'> {
  const format = priceFormat(reader)
  return {
    first_rate: reader.value('FIRST_RATE', (text) => parseRateCell(text, format)),
    connect_fee: reader.value('CONNECT_FEE', (text) => parseFeeCell(text, format)),
  }
}

function incrementsOf(reader: RowReader): Pick<ParsedRate, 'first_increment' | 'next_increment'> {
  const both = reader.value('INCREMENTS', parseIncrementsCell)
  const first = reader.value('FIRST_INCREMENT', parseIncrementCell)
  const next = reader.value('NEXT_INCREMENT', parseIncrementCell)
  return {
    first_increment: first ?? both?.first ?? null,
    next_increment: next ?? both?.next ?? null,
  }
}

function datesOf(reader: RowReader): Pick<ParsedRate, 'effective_from' | 'effective_until'> {
  const formatOf = (meaning: (typeof DATE_COLUMNS)[number]) => ({
    date_order: reader.layout.date_order,
    time_zone: zoneOfColumn(reader.layout, meaning) ?? reader.context.time_zone,
  })
  const effective_from = reader.value('EFFECTIVE_FROM', (text) =>
    parseStartDate(text, formatOf('EFFECTIVE_FROM')),
  )
  const effective_until = reader.value('EFFECTIVE_UNTIL', (text) =>
    parseEndDate(text, formatOf('EFFECTIVE_UNTIL')),
  )
  if (effective_from !== null && effective_until !== null && effective_until <= effective_from) {
    throw reader.fault('EFFECTIVE_UNTIL', 'Not later than its start.')
  }
  return { effective_from, effective_until }
}
