// The layout of a rate file by its first rows: headers by their words, then by their cells.
import { currencyOfHeader } from '../table-file/currency-mark.ts'
import { detectDateOrder, detectDecimal, markOf } from '../table-file/detect-notation.ts'
import { sampleColumns } from '../table-file/sample-columns.ts'
import type { ChosenReading, TableFormat, TableRow } from '../table-file/table-file.ts'
import { type ColumnShape, canMean, isPair, meaningsByShape, shapeOf } from './cell-shapes.ts'
import { datedTitleOf } from './dated-title.ts'
import { cellText } from './deck-prefixes.ts'
import { isInCents, isPerSecond, meaningOfHeader, preferenceOf } from './header-words.ts'
import { type ColumnMeaning, DATE_COLUMNS, PRICE_COLUMNS, type RateFileLayout } from './layout.ts'

/** Title lines above a header are fewer. */
const HEADER_ROWS = 60

export function detectLayout(
  format: TableFormat,
  rows: readonly TableRow[],
  chosen: Partial<ChosenReading> = {},
): RateFileLayout {
  const { header_line } = chosen
  const header =
    header_line === undefined ? headerOf(rows) : rows.find(({ line }) => line === header_line)
  const sample = sampleColumns(rows, header)
  const { headers } = sample
  const columns = sample.columns.map((cells) => cells.map(cellText))
  const shapes = columns.map(shapeOf)
  const meanings = splitCountry(meaningsOf(headers, shapes), columns)
  const ofMeaning = (...some: ColumnMeaning[]): number[] =>
    meanings.flatMap((meaning, at) => (meaning && some.includes(meaning) ? [at] : []))
  const prices = ofMeaning(...PRICE_COLUMNS)
  const priceHeaders = ofMeaning('RATE').map((at) => headers[at] ?? '')
  const dates = ofMeaning(...DATE_COLUMNS)
  const notation = detectDecimal(
    format,
    prices.flatMap((at) => columns[at] ?? []),
  )
  return {
    ...format,
    header_line: header?.line ?? null,
    headers,
    // A price of a thousand is rarer than one in another notation.
    decimal: chosen.decimal ?? (notation === null ? null : markOf(notation)),
    date_order: detectDateOrder(dates.flatMap((at) => columns[at] ?? [])),
    rate_unit: priceHeaders.some(isPerSecond) ? 'PER_SECOND' : 'PER_MINUTE',
    currency: priceHeaders.map(currencyOfHeader).find((code) => code !== null) ?? null,
    bare_code_country: null,
    dated_title: datedTitleOf(rows, header),
    columns: meanings,
  }
}

/** The row with the most known headers; without one, the row above the first that looks a rate. */
function headerOf(rows: readonly TableRow[]): TableRow | undefined {
  const first = rows.slice(0, HEADER_ROWS)
  let best: { row: TableRow; count: number } | undefined
  for (const row of first) {
    const meanings = new Set(row.cells.map(meaningOfHeader).filter(isPartOfRate))
    const isHeader = meanings.has('RATE') || meanings.has('PREFIX') || meanings.has('AREA_CODE')
    if (isHeader && meanings.size >= 2 && meanings.size > (best?.count ?? 0) && !isRate(row)) {
      best = { row, count: meanings.size }
    }
  }
  if (best) return best.row
  const rate = first.findIndex(isRate)
  return rate > 0 ? first[rate - 1] : undefined
}

const isPartOfRate = (meaning: ColumnMeaning | null | undefined): boolean =>
  Boolean(meaning) && meaning !== 'IGNORED'

/** A cell like a code, and another one like a price. */
function isRate({ cells }: TableRow): boolean {
  const code = cells.findIndex((cell) => /^\s*'?\+?\d[\d\s]{0,17}([,;-].*)?$/.test(cell))
  return cells.some(
    (cell, at) => at !== code && code >= 0 && /^\D{0,5}\d+[.,]\d+\D{0,5}$/.test(cell),
  )
}

function meaningsOf(
  headers: readonly string[],
  shapes: readonly ColumnShape[],
): (ColumnMeaning | null)[] {
  const said = headers.map((header, at) => saidBy(header, shapes[at]))
  const found: (ColumnMeaning | null)[] = shapes.map(() => null)
  const preferences = shapes.map(() => -1)
  for (const [at, shape] of shapes.entries()) {
    const meaning = said[at]
    if (!meaning || !canMean(meaning, shape)) continue
    if (meaning === 'IGNORED') {
      found[at] = meaning
      continue
    }
    const other = found.indexOf(meaning)
    const preference = preferenceOf(meaning, headers[at] ?? '')
    if (other >= 0 && (preferences[other] ?? -1) >= preference) continue
    if (other >= 0) found[other] = null
    found[at] = meaning
    preferences[at] = preference
  }
  // Columns with headers that are not known, or none.
  const open = shapes.map((shape, at) => (said[at] === undefined ? shape : NOTHING))
  for (const [at, meaning] of meaningsByShape(open).entries()) {
    const isNeeded = meaning !== null && !found.includes(meaning) && !isCovered(meaning, found)
    if (found[at] === null && isNeeded) found[at] = meaning
  }
  return found
}

const NOTHING = shapeOf([])

/** Below the name of one increment there may be both, such as 30/6. */
function saidBy(header: string, shape = NOTHING): ColumnMeaning | null | undefined {
  if (isInCents(header)) return null
  const meaning = meaningOfHeader(header)
  const isIncrement = meaning === 'FIRST_INCREMENT' || meaning === 'NEXT_INCREMENT'
  return isIncrement && isPair(shape) ? 'INCREMENTS' : meaning
}

/** Whether columns that are known already say the same in another way. */
function isCovered(meaning: ColumnMeaning, found: readonly (ColumnMeaning | null)[]): boolean {
  if (meaning === 'PREFIX') return found.includes('AREA_CODE') || found.includes('COUNTRY_CODE')
  if (meaning === 'INCREMENTS') return found.includes('FIRST_INCREMENT')
  const isIncrement = meaning === 'FIRST_INCREMENT' || meaning === 'NEXT_INCREMENT'
  return isIncrement && found.includes('INCREMENTS')
}

/** Beside a country code, a code is whole if it begins with that of its country. */
function splitCountry(
  meanings: readonly (ColumnMeaning | null)[],
  columns: readonly (readonly string[])[],
): (ColumnMeaning | null)[] {
  const country = columns[meanings.indexOf('COUNTRY_CODE')]
  const codes = columns[meanings.indexOf('PREFIX')]
  const increments = meanings.includes('NEXT_INCREMENT') && !meanings.includes('FIRST_INCREMENT')
  const named = meanings.map((meaning) =>
    increments && meaning === 'INCREMENTS' ? 'FIRST_INCREMENT' : meaning,
  )
  if (!country || !codes || meanings.includes('AREA_CODE')) {
    return named.map((meaning) => dropUnneeded(meaning, named))
  }
  const digits = (text: string | undefined): string => (text ?? '').replace(/^\D*(00)?/, '')
  // An empty cell proves nothing.
  const pairs = codes.map((code, at) => [digits(code), digits(country[at])] as const)
  const given = pairs.filter(([code, of]) => code !== '' && of !== '')
  const whole = given.filter(([code, of]) => code.startsWith(of)).length
  const isWhole = given.length > 0 && whole >= given.length * 0.9
  return named.map((meaning) => {
    if (isWhole) return meaning === 'COUNTRY_CODE' ? 'IGNORED' : meaning
    return meaning === 'PREFIX' ? 'AREA_CODE' : meaning
  })
}

/** With whole prefixes, an area code is a part of them; without a country it is the prefix. */
function dropUnneeded(
  meaning: ColumnMeaning | null,
  all: readonly (ColumnMeaning | null)[],
): ColumnMeaning | null {
  if (meaning === 'AREA_CODE' && !all.includes('COUNTRY_CODE')) {
    return all.includes('PREFIX') ? null : 'PREFIX'
  }
  if (meaning === 'COUNTRY_CODE' && all.includes('PREFIX')) return null
  if (meaning === 'AREA_CODE' && all.includes('PREFIX')) return null
  return meaning
}
