// The layout of a carrier's file of calls or totals by its first rows: headers by their words, then
// the columns without a known header by their cells.
import { detectDateOrder, detectDecimal } from '../table-file/detect-notation.ts'
import { textOfFormula } from '../table-file/formula-text.ts'
import { sampleColumns } from '../table-file/sample-columns.ts'
import type { ChosenReading, TableFormat, TableRow } from '../table-file/table-file.ts'
import { isCharged, meaningOf, unitOf } from './call-headers.ts'
import { parseNumber } from './parse-call-number.ts'
import {
  CALL_DECIMAL_COLUMNS,
  type CallColumn,
  type CallFileLayout,
  type FileContent,
} from './reconciliation.ts'

const HEADER_ROWS = 60

const START = /^(\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4})([ T].*)?$/
const CLOCK = /^\d{1,3}:\d{2}(:\d{2})?$/

interface Shape {
  readonly meaning: CallColumn
  readonly pattern: RegExp
  /** Whether the cell may have this meaning too, in another notation. */
  isLike?(cell: string): boolean
}

const SHAPES: readonly Shape[] = [
  { meaning: 'STARTED_AT', pattern: START },
  {
    ...{ meaning: 'CALLED_NUMBER', pattern: /^'?\+?\d{7,20}$/ },
    isLike: (cell) => isNumber(cell) && !START.test(cell),
  },
  { meaning: 'AMOUNT', pattern: /^\d{1,9}[.,]\d{2,12}$/ },
  { meaning: 'DURATION', pattern: /^\d{1,6}$|^\d{1,3}:\d{2}(:\d{2})?$/ },
  { meaning: 'DESTINATION', pattern: /^\p{L}[^@]{2,}$/u },
]
const MOST = 0.8
/** The share of fitting cells from which on a column is a rival of the one that is meant. */
const SOME = 0.5

export function detectCallLayout(
  format: TableFormat,
  rows: readonly TableRow[],
  chosen: Partial<ChosenReading> = {},
): CallFileLayout {
  const { header_line } = chosen
  const header =
    header_line === undefined ? headerOf(rows) : rows.find(({ line }) => line === header_line)
  const { headers, columns: sample } = sampleColumns(withoutNotes(rows), header)
  const columns = sample.map((cells) => cells.map(textOfFormula))
  const meanings = meaningsOf(headers, columns)
  const cellsOf = (meaning: CallColumn) =>
    columns.filter((_, at) => meanings[at] === meaning).flat()
  const decimal = chosen.decimal ?? detectDecimal(format, CALL_DECIMAL_COLUMNS.flatMap(cellsOf))
  return {
    ...format,
    header_line: header?.line ?? null,
    headers,
    decimal,
    date_order: detectDateOrder(cellsOf('STARTED_AT')),
    columns: meanings,
    content: contentOf(meanings, columns),
    duration_unit: unitOf(headers[meanings.indexOf('DURATION')] ?? ''),
  }
}

/** The row with the most known headers, at least two; else there is none. */
function headerOf(rows: readonly TableRow[]): TableRow | undefined {
  let best: { row: TableRow; count: number } | undefined
  for (const row of rows.slice(0, HEADER_ROWS)) {
    const count = new Set(row.cells.map(meaningOf).filter(Boolean)).size
    const isData = row.cells.some((cell) => /^\+?\d{5,}$|^\d.*:\d\d/.test(cell.trim()))
    if (count >= 2 && count > (best?.count ?? 0) && !isData) best = { row, count }
  }
  return best?.row
}

/** A row with few cells is a title, a note or a total: it says little about the columns. */
const NOTE_SHARE = 0.5

function withoutNotes(rows: readonly TableRow[]): TableRow[] {
  const filled = rows.map(({ cells }) => cells.filter((cell) => cell.trim() !== '').length)
  const most = filled.reduce((max, one) => Math.max(max, one), 0)
  return rows.filter((_, at) => (filled[at] ?? 0) > most * NOTE_SHARE)
}

type Meaning = CallColumn | null

function meaningsOf(
  headers: readonly string[],
  columns: readonly (readonly string[])[],
): Meaning[] {
  const known = headers.map(meaningOf)
  const said = withNumbers(known, columns)
  const found: Meaning[] = columns.map((_, at) => {
    const meaning = said[at] ?? null
    return firstOrCharged(said, meaning, headers) === at ? meaning : null
  })
  const hasNumbers = columns.some((cells) => isMostly(cells, isNumber))
  for (const { meaning, pattern, isLike } of SHAPES) {
    // The duration of sums may be their number of calls.
    const isOpen = meaning === 'DURATION' && !hasNumbers
    if (found.includes(meaning) || known.includes(meaning) || isOpen) continue
    const fits = (cell: string) => pattern.test(cell)
    const isSo = meaning === 'DURATION' && hasDays(found, columns) ? isNoClock : Boolean
    const fitting = columns.flatMap((cells, at) => {
      const isFree = said[at] === undefined && found[at] === null && isMostly(cells, isSo)
      return isFree && isMostly(cells, isLike ?? fits, SOME) ? [at] : []
    })
    const [only] = fitting
    const isSure = isMostly(columns[only ?? -1] ?? [], fits)
    if (only !== undefined && isSure && fitting.length === 1) found[only] = meaning
  }
  return withTimes(found, said, columns)
}

const isNoClock = (cell: string): boolean => !CLOCK.test(cell)

/** Whether the starts are days, whose time may be in a column of its own. */
const hasDays = (found: readonly Meaning[], columns: readonly (readonly string[])[]): boolean =>
  isMostly(columns[found.indexOf('STARTED_AT')] ?? [], isDay)

/** The column that is charged among those of a meaning, or the first. */
function firstOrCharged(
  said: readonly (Meaning | undefined)[],
  meaning: Meaning,
  headers: readonly string[],
): number {
  const charged = said.findIndex((one, at) => one === meaning && isCharged(headers[at] ?? ''))
  return charged < 0 ? said.indexOf(meaning) : charged
}

/** Whether most of the cells that are filled are so. */
function isMostly(
  cells: readonly string[],
  isSo: (cell: string) => boolean,
  share = MOST,
): boolean {
  const filled = cells.filter((cell) => cell !== '')
  return filled.length > 0 && filled.filter(isSo).length >= filled.length * share
}

const NUMBER_LENGTH_MIN = 7

function isNumber(cell: string): boolean {
  const number = parseNumber(cell)
  return typeof number === 'string' && number.length >= NUMBER_LENGTH_MIN
}

/**
 * A destination may be the number that was called. Two columns of numbers that differ are both
 * called numbers, as sent and as translated: which one ours are is a question.
 */
function withNumbers(
  said: readonly (Meaning | undefined)[],
  columns: readonly (readonly string[])[],
): (Meaning | undefined)[] {
  const holdsNumbers = (at: number) => isMostly(columns[at] ?? [], isNumber)
  if (!said.includes('CALLED_NUMBER')) {
    return said.map((meaning, at) =>
      meaning === 'DESTINATION' && holdsNumbers(at) ? 'CALLED_NUMBER' : meaning,
    )
  }
  const holding = [...said.keys()].filter((at) => said[at] === 'CALLED_NUMBER' && holdsNumbers(at))
  const [first] = holding
  if (first === undefined) return [...said]
  const isOne = new Set(holding.map((at) => columns[at]?.join('\n'))).size === 1
  return said.map((meaning, at) =>
    meaning === 'CALLED_NUMBER' && !(isOne && at === first) ? null : meaning,
  )
}

const DATE_PART = /(?:0?[1-9]|[12]\d|3[01])/.source
const DAY = new RegExp(
  `^(\\d{4}[-/.年]${DATE_PART}[-/.月]${DATE_PART}日?|${DATE_PART}[-/.]${DATE_PART}[-/.]\\d{2,4})` +
    '([ T]00:00(:00)?)?$',
)
const TIME_OF_DAY = /^\d{1,2}:\d{2}(:\d{2}([.,]\d+)?)?( ?[ap]m)?( ?(Z|UTC|GMT|[+-]\d{2}:?\d{2}))?$/i
const DAY_WITH_TIME = /\d([T\s,]|日)\s*\d{1,2}:\d{2}/

const isDay = (cell: string): boolean => DAY.test(cell)

/** The start of a call is one column, or a day and its time in two: the cells say which. */
function withTimes(
  found: readonly Meaning[],
  said: readonly (Meaning | undefined)[],
  columns: readonly (readonly string[])[],
): Meaning[] {
  const columnOf = (isSo: (cell: string, at: number) => boolean): number =>
    columns.findIndex((cells, at) => {
      const meaning = found[at] ?? said[at]
      if (meaning !== undefined && meaning !== 'STARTED_AT' && meaning !== 'TIME') return false
      return isMostly(cells, (cell) => isSo(cell, at))
    })
  const isSaid = (at: number) => said[at] === 'STARTED_AT' || said[at] === 'TIME'
  const whole = columnOf((cell, at) => isSaid(at) && DAY_WITH_TIME.test(cell))
  // A time of which the notation is not known is a fault of its rows, and not midnight.
  const other = columns.findIndex(
    (cells, at) => isSaid(at) && isMostly(cells, Boolean) && !isMostly(cells, isDay),
  )
  const clock = columnOf((cell) => TIME_OF_DAY.test(cell))
  const start = found.indexOf('STARTED_AT')
  // A day in words beside a time.
  const isWords = start !== clock && start !== whole
  const days = columnOf(isDay)
  const day = days < 0 && isWords ? start : days
  const time = clock < 0 && whole < 0 ? other : clock
  const isApart = day >= 0 && time >= 0
  if (!isApart && whole < 0) return [...found]
  return found.map((meaning, at) => {
    if (at === (isApart ? day : whole)) return 'STARTED_AT'
    if (isApart && at === time) return 'TIME'
    return meaning === 'STARTED_AT' || meaning === 'TIME' ? null : meaning
  })
}

function contentOf(
  meanings: readonly Meaning[],
  columns: readonly (readonly string[])[],
): FileContent {
  const has = (meaning: CallColumn) => meanings.includes(meaning)
  const starts = columns[meanings.indexOf('STARTED_AT')] ?? []
  const isTimed = has('TIME') || isMostly(starts, (cell) => DAY_WITH_TIME.test(cell))
  const hasNumbers = columns.some((cells, at) => !meanings[at] && isMostly(cells, isNumber, SOME))
  if (has('CALLED_NUMBER') || meanings.length === 0) return 'CALLS'
  // Calls of which the column of the number is not known are no sums.
  if ((isTimed || hasNumbers) && !has('CALLS')) return 'CALLS'
  if (has('PREFIX')) return 'PREFIXES'
  if (has('DESTINATION')) return 'DESTINATIONS'
  return has('STARTED_AT') && has('DURATION') ? 'DAYS' : 'CALLS'
}

/** The columns without which a row of such a file says nothing. */
const NEEDED: Readonly<Record<FileContent, readonly CallColumn[]>> = {
  CALLS: ['CALLED_NUMBER', 'STARTED_AT', 'DURATION'],
  DESTINATIONS: ['DESTINATION', 'DURATION'],
  PREFIXES: ['PREFIX', 'DURATION'],
  DAYS: ['STARTED_AT', 'DURATION'],
}

export const missingColumns = ({ content, columns }: CallFileLayout): CallColumn[] =>
  NEEDED[content].filter((meaning) => !columns.includes(meaning))
