// One table in many broken versions, of the kinds of the Pollock benchmark (Hasso Plattner
// Institute): what is broken in one row stays in that row. The score is the sum of success and
// of precision, recall and F1 of header, records and cells, from 0 to 10.
import { expect, test } from 'vitest'
import { detectQuote, detectSeparator } from '#core/table-file/detect-separator.ts'
import { TextRows } from '#jobs/files/text-rows.ts'

const ROWS = 24
const NOTE = 'Quality A, "first" choice'

type Table = readonly (readonly string[])[]

const HEADER = ['Code', 'Destination', 'Rate', 'Increments', 'Note', 'Valid from']
const TABLE: Table = [
  HEADER,
  ...Array.from({ length: ROWS }, (_, at) => [
    String(4910 + at),
    `Germany, area ${at}`,
    `0.0${100 + at}`,
    '60/60',
    at % 3 === 0 ? NOTE : '',
    `2026-12-${String(at + 1).padStart(2, '0')}`,
  ]),
]

interface Dialect {
  readonly separator?: string
  readonly quote?: string
  readonly lineEnd?: string
}

const cellOf = (cell: string, { separator = ',', quote = '"' }: Dialect): string =>
  cell.includes(separator) || cell.includes(quote)
    ? quote + cell.replaceAll(quote, quote + quote) + quote
    : cell

const rowOf = (cells: readonly string[], dialect: Dialect): string =>
  cells.map((cell) => cellOf(cell, dialect)).join(dialect.separator ?? ',')

const textOf = (table: Table, dialect: Dialect = {}): string =>
  table.map((cells) => rowOf(cells, dialect) + (dialect.lineEnd ?? '\r\n')).join('')

function read(text: string): Table {
  const quote = detectQuote(text)
  const rows = new TextRows({ separator: detectSeparator(text, quote), quote })
  return [...rows.push(text), ...rows.end()]
    .map(({ cells }) => cells)
    .filter((cells) => cells.some((cell) => cell.trim() !== ''))
}

test.each([
  ['separated by semicolons', textOf(TABLE, { separator: ';' })],
  ['separated by tabs', textOf(TABLE, { separator: '\t' })],
  ['separated by bars', textOf(TABLE, { separator: '|' })],
  ['with quotes that are apostrophes', textOf(TABLE, { quote: "'" })],
  ['with lines that end as on old Macs', textOf(TABLE, { lineEnd: '\r' })],
  ['with lines that end as on Unix', textOf(TABLE, { lineEnd: '\n' })],
  ['without a last line end', textOf(TABLE).trimEnd()],
  ['with empty lines behind', `${textOf(TABLE)}\r\n\r\n`],
  ['with empty lines before', `\r\n\r\n${textOf(TABLE)}`],
  ['with one row', textOf(TABLE.slice(0, 2))],
])('a table %s is the same table', (_, text) => {
  const rows = read(text)
  expect(rows).toEqual(TABLE.slice(0, rows.length))
  expect(rows.length).toBeGreaterThan(1)
})

/** Each version breaks one row at one cell. */
const BROKEN: Readonly<Record<string, (cells: readonly string[], at: number) => string>> = {
  'a cell too few': (cells, at) => rowOf(cells.toSpliced(at, 1), {}),
  'a cell too many': (cells, at) => rowOf(cells.toSpliced(at, 0, ''), {}),
  'a stray quote': (cells, at) =>
    cells.map((cell, of) => (of === at ? '"' : '') + cellOf(cell, {})).join(','),
  'another separator': (cells, at) =>
    rowOf(cells.slice(0, at + 1), {}) +
    (at + 1 < cells.length ? ';' : '') +
    rowOf(cells.slice(at + 1), {}),
}

function* versionsOf(kind: string): Generator<{ text: string; line: number }> {
  for (const [line, cells] of TABLE.entries()) {
    for (const at of cells.keys()) {
      const broken = BROKEN[kind]?.(cells, at) ?? ''
      const lines = TABLE.map((row, of) => (of === line ? broken : rowOf(row, {})))
      yield { text: `${lines.join('\r\n')}\r\n`, line }
    }
  }
}

test.each(Object.keys(BROKEN))('%s breaks its own row only', (kind) => {
  let count = 0
  for (const { text, line } of versionsOf(kind)) {
    const rows = read(text)
    expect(rows.toSpliced(line, 1)).toEqual(TABLE.toSpliced(line, 1))
    count += 1
  }
  expect(count).toBe(TABLE.length * HEADER.length)
})

/** Precision, recall and their harmonic mean, added up, of two bags of texts. */
function agreement(source: readonly string[], loaded: readonly string[]): number {
  const left = new Map<string, number>()
  for (const one of source) left.set(one, (left.get(one) ?? 0) + 1)
  const found = loaded.filter((one) => {
    const count = left.get(one) ?? 0
    left.set(one, count - 1)
    return count > 0
  }).length
  if (found === 0) return 0
  const [precision, recall] = [found / loaded.length, found / source.length]
  return precision + recall + (2 * precision * recall) / (precision + recall)
}

test('the score of all versions together is the one of docs/benchmarks.md', () => {
  const scores = Object.keys(BROKEN).flatMap((kind) =>
    [...versionsOf(kind)].map(({ text }) => {
      const rows = read(text)
      const records = (table: Table) => table.slice(1).map((cells) => cells.join(''))
      return (
        1 +
        agreement(HEADER, rows[0] ?? []) +
        agreement(records(TABLE), records(rows)) +
        agreement(TABLE.flat(), rows.flat())
      )
    }),
  )
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length
  expect(mean.toFixed(3)).toBe('9.884')
})
