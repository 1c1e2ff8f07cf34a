// The layout of a carrier's file of calls or totals by its first rows: headers by their words, then
// the columns without a known header by their cells.
import { detectDateOrder, detectDecimal } from '../table-file/detect-notation.ts'
import { sampleColumns } from '../table-file/sample-columns.ts'
import type { ChosenReading, TableFormat, TableRow } from '../table-file/table-file.ts'
import type { CallColumn, CallFileLayout, FileContent } from './reconciliation.ts'

const HEADER_ROWS = 60

/** The first pattern that matches counts. */
const WORDS: readonly (readonly [CallColumn | null, RegExp])[] = [
  [null, /\b(id|uuid|currency|ccy|from|caller|calling|ani|cli|a ?number|source|src|origin\w*)\b/],
  [null, /\b(rate|price per|tariff|end(ed)?|stop|disconnect|release|cause|code name|pdd)\b/],
  ['TIME', /\b(time of day|uhrzeit|hora|heure)\b/],
  ['STARTED_AT', /\b(start(ed)?|setup|set up|connect(ed)?|answer(ed)?|begin|date|day|timestamp)\b/],
  ['STARTED_AT', /\b(datum|beginn|tag|fecha|inicio|debut|jour)\b|^(call )?time$|^date ?time$/],
  ['DURATION', /\b(duration|seconds|secs?|minutes?|mins?|billsec|length|talk|volume)\b/],
  ['DURATION', /\b(dauer|sekunden|minuten|duracion|segundos|minutos|duree|secondes)\b/],
  ['AMOUNT', /\b(amount|cost|charge[ds]?|total|sum|value|fee|price|betrag|kosten|importe)\b/],
  ['AMOUNT', /\b(coste|montant|prix|cout|net|eur|usd|gbp)\b/],
  ['CALLS', /\b(calls|attempts|number of calls|count|anrufe|llamadas|appels|anzahl)\b/],
  ['CALLED_NUMBER', /\b(called|dialled|dialed|b ?number|dnis|callee|dst|msisdn|phone|rufnummer)\b/],
  ['CALLED_NUMBER', /\b(destination number|to number|number|numero|zielnummer)\b|^to$/],
  ['PREFIX', /\b(prefix|dial code|code|codes|vorwahl|prefijo|indicatif)\b/],
  ['DESTINATION', /\b(destination|area|country|zone|ziel|land|destino|pais|pays)\b/],
]

const bare = (header: string): string =>
  header
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replace(/[^\p{L}\d]+/gu, ' ')
    .trim()

const HEADER_LENGTH_MAX = 60

function meaningOf(header: string): CallColumn | null | undefined {
  if (header.length > HEADER_LENGTH_MAX) return undefined
  const words = bare(header)
  return WORDS.find(([, pattern]) => pattern.test(words))?.[0]
}

const SHAPES: readonly (readonly [CallColumn, RegExp])[] = [
  ['STARTED_AT', /^(\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4})([ T].*)?$/],
  ['TIME', /^\d{1,2}:\d{2}:\d{2}$/],
  ['CALLED_NUMBER', /^'?\+?\d{7,20}$/],
  ['AMOUNT', /^\d{1,9}[.,]\d{2,12}$/],
  ['DURATION', /^\d{1,6}$/],
  ['DESTINATION', /^\p{L}[^@]{2,}$/u],
]
const MOST = 0.8

export function detectCallLayout(
  format: TableFormat,
  rows: readonly TableRow[],
  chosen: Partial<ChosenReading> = {},
): CallFileLayout {
  const { header_line } = chosen
  const header =
    header_line === undefined ? headerOf(rows) : rows.find(({ line }) => line === header_line)
  const { headers, columns } = sampleColumns(rows, header)
  const meanings = meaningsOf(headers, columns)
  const cellsOf = (meaning: CallColumn) =>
    columns.filter((_, at) => meanings[at] === meaning).flat()
  const decimal =
    chosen.decimal ?? detectDecimal(format, [...cellsOf('AMOUNT'), ...cellsOf('DURATION')])
  const durations = headers.filter((_, at) => meanings[at] === 'DURATION')
  return {
    ...format,
    header_line: header?.line ?? null,
    headers,
    decimal,
    date_order: detectDateOrder(cellsOf('STARTED_AT')),
    columns: meanings,
    content: contentOf(meanings),
    duration_unit: durations.some((one) => /\bmin/.test(bare(one))) ? 'MINUTES' : 'SECONDS',
  }
}

/** The row with the most known headers, at least two; else there is none. */
function headerOf(rows: readonly TableRow[]): TableRow | undefined {
  let best: { row: TableRow; count: number } | undefined
  for (const row of rows.slice(0, HEADER_ROWS)) {
    const count = new Set(row.cells.map(meaningOf).filter(Boolean)).size
    const isData = row.cells.some((cell) => /^\+?\d{5,}$|\d:\d\d/.test(cell.trim()))
    if (count >= 2 && count > (best?.count ?? 0) && !isData) best = { row, count }
  }
  return best?.row
}

function meaningsOf(
  headers: readonly string[],
  columns: readonly (readonly string[])[],
): (CallColumn | null)[] {
  const said = headers.map(meaningOf)
  const found: (CallColumn | null)[] = columns.map((_, at) => {
    const meaning = said[at] ?? null
    return said.indexOf(meaning) === at ? meaning : null
  })
  for (const [at, cells] of columns.entries()) {
    if (said[at] !== undefined) continue
    const filled = cells.filter((cell) => cell !== '')
    const shape = SHAPES.find(
      ([meaning, pattern]) =>
        !found.includes(meaning) &&
        filled.length > 0 &&
        filled.filter((cell) => pattern.test(cell)).length >= filled.length * MOST,
    )
    found[at] = shape?.[0] ?? null
  }
  return withTimes(found, said, columns)
}

const DAY = /^(\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4})([ T]00:00(:00)?)?$/
const TIME_OF_DAY = /^\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?( ?[ap]m)?$/i

/** The start of a call in two columns, a day and its time: the cells say which is which. */
function withTimes(
  found: readonly (CallColumn | null)[],
  said: readonly (CallColumn | null | undefined)[],
  columns: readonly (readonly string[])[],
): (CallColumn | null)[] {
  const ofStart = (pattern: RegExp): number =>
    columns.findIndex((cells, at) => {
      const meaning = found[at] ?? said[at]
      if (meaning !== undefined && meaning !== 'STARTED_AT' && meaning !== 'TIME') return false
      const filled = cells.filter((cell) => cell !== '')
      const fitting = filled.filter((cell) => pattern.test(cell)).length
      return fitting > 0 && fitting >= filled.length * MOST
    })
  const [days, times] = [ofStart(DAY), ofStart(TIME_OF_DAY)]
  if (days < 0 || times < 0) return [...found]
  return found.map((meaning, at) => {
    if (at === days) return 'STARTED_AT'
    if (at === times) return 'TIME'
    return meaning === 'STARTED_AT' || meaning === 'TIME' ? null : meaning
  })
}

function contentOf(meanings: readonly (CallColumn | null)[]): FileContent {
  if (meanings.includes('CALLED_NUMBER') || meanings.length === 0) return 'CALLS'
  if (meanings.includes('PREFIX')) return 'PREFIXES'
  if (meanings.includes('DESTINATION')) return 'DESTINATIONS'
  return meanings.includes('STARTED_AT') && meanings.includes('DURATION') ? 'DAYS' : 'CALLS'
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
