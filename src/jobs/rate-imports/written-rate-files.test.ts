// Files of carriers are read back as they were meant, in any layout.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatMoney, formatRate, money, rate } from '#core/money.ts'
import type { ColumnMeaning } from '#core/rate-import/layout.ts'
import { type ParsedRate, parseRateRow } from '#core/rate-import/parse-rate-row.ts'
import { inPieces, makeWorkbook, textRow } from '#test/support/rate-files.ts'
import { readTable, readTableHead } from '../files/read-table.ts'
import { RATE_FILES } from './rate-files.ts'

const DAY_MS = 86_400_000
const day = fc
  .integer({ min: Date.UTC(2026, 0, 1) / DAY_MS, max: Date.UTC(2060, 0, 1) / DAY_MS })
  .map((days) => new Date(days * DAY_MS).toISOString())

/** Names with all that has to be quoted, but beginning with letters. */
const name = fc
  .array(fc.constantFrom(...['a', 'B', 'é', 'ß', '"', ',', ';', '|', "'", ' ', '(', '0', '-']), {
    maxLength: 20,
  })
  .map((letters) => `Land${letters.join('')}`.replace(/\s+/g, ' ').trim())

const increment = fc.integer({ min: 1, max: 3600 })

const written: fc.Arbitrary<Omit<ParsedRate, 'line'>> = fc.record({
  prefix: fc.bigInt({ min: 1n, max: 999_999_999_999_999n }).map(String),
  destination: name,
  rate: fc.integer({ min: 0, max: 100_000_000_000_000 }).map(rate),
  first_rate: fc.constant(null),
  first_increment: increment,
  next_increment: increment,
  connect_fee: fc.integer({ min: 0, max: 100_000_000_000 }).map(money),
  effective_from: day,
  effective_until: fc.constant(null),
  blocked: fc.boolean(),
  is_deleted: fc.constant(false),
  from_deck: fc.constant(false),
})

const MEANINGS = [
  ...(['PREFIX', 'DESTINATION', 'RATE', 'INCREMENTS'] as const),
  ...(['CONNECT_FEE', 'EFFECTIVE_FROM', 'BLOCKED'] as const),
] satisfies ColumnMeaning[]
type Written = (typeof MEANINGS)[number]

const HEADERS: readonly Readonly<Record<Written, string>>[] = [
  {
    ...{ PREFIX: 'Dial code', DESTINATION: 'Destination', RATE: 'Rate (USD/min)' },
    ...{ INCREMENTS: 'Billing increment', CONNECT_FEE: 'Connection fee' },
    ...{ EFFECTIVE_FROM: 'Effective date', BLOCKED: 'Blocked' },
  },
  {
    ...{ PREFIX: 'Vorwahl', DESTINATION: 'Zielland', RATE: 'Preis pro Minute', INCREMENTS: 'Takt' },
    ...{ CONNECT_FEE: 'Verbindungsgebühr', EFFECTIVE_FROM: 'Gültig ab', BLOCKED: 'Gesperrt' },
  },
  {
    ...{ PREFIX: 'Prefijo', DESTINATION: 'Destino', RATE: 'Precio', INCREMENTS: 'Incremento' },
    ...{ CONNECT_FEE: 'Establecimiento', EFFECTIVE_FROM: 'Fecha efectiva', BLOCKED: 'Bloqueado' },
  },
  {
    ...{ PREFIX: 'Indicatif', DESTINATION: 'Pays', RATE: 'Prix', INCREMENTS: 'Palier' },
    ...{ CONNECT_FEE: 'Frais de connexion', EFFECTIVE_FROM: 'Date d’effet', BLOCKED: 'Bloqué' },
  },
]

const style = fc.record({
  headers: fc.constantFrom(...HEADERS),
  order: fc.shuffledSubarray([...MEANINGS], { minLength: MEANINGS.length }),
  titles: fc.integer({ min: 0, max: 3 }),
  separator: fc.constantFrom(',', ';', '\t', '|'),
  decimal: fc.constantFrom('.', ','),
  encoding: fc.constantFrom('utf8', 'utf8 with mark', 'utf16le', 'utf16be', 'latin1', 'XLSX'),
  newline: fc.constantFrom('\n', '\r\n', '\r'),
  date: fc.constantFrom('2026-12-31', '31.12.2026', '20261231', '31-Dec-26'),
  plus: fc.constantFrom('', '+', '00'),
  between: fc.constantFrom('/', '+', ' / '),
})
type Style = typeof style extends fc.Arbitrary<infer Value> ? Value : never

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

function dateText(iso: string, like: string): string {
  const [year = '', month = '', date = ''] = iso.slice(0, 10).split('-')
  if (like === '31.12.2026') return `${date}.${month}.${year}`
  if (like === '20261231') return `${year}${month}${date}`
  if (like === '31-Dec-26') return `${date}-${MONTHS[Number(month) - 1]}-${year.slice(2)}`
  return iso.slice(0, 10)
}

function cellsOf(one: Omit<ParsedRate, 'line'>, { order, decimal, date, plus, between }: Style) {
  const cells: Record<Written, string> = {
    PREFIX: `${plus}${one.prefix}`,
    DESTINATION: one.destination,
    RATE: formatRate(one.rate).replace('.', decimal),
    INCREMENTS: `${one.first_increment}${between}${one.next_increment}`,
    CONNECT_FEE: formatMoney(one.connect_fee ?? money(0)).replace('.', decimal),
    EFFECTIVE_FROM: dateText(one.effective_from ?? '', date),
    BLOCKED: one.blocked ? 'yes' : 'no',
  }
  return order.map((meaning) => cells[meaning])
}

/** A quote at the start of a cell must be doubled within quotes; so must what separates. */
const quoted = (cell: string, separator: string): string =>
  cell.includes(separator) || cell.includes('"') ? `"${cell.replaceAll('"', '""')}"` : cell

function fileOf(rates: readonly Omit<ParsedRate, 'line'>[], how: Style): Uint8Array {
  const titles = Array.from({ length: how.titles }, (_, at) => [`Prices of December, page ${at}`])
  const header = how.order.map((meaning) => how.headers[meaning])
  const rows = [...titles, header, ...rates.map((one) => cellsOf(one, how))]
  if (how.encoding === 'XLSX') return makeWorkbook({ sheets: [rows.map(textRow).join('')] })
  const text = rows
    .map((cells) => cells.map((cell) => quoted(cell, how.separator)).join(how.separator))
    .join(how.newline)
  if (how.encoding === 'utf8 with mark') return Buffer.from(`\ufeff${text}`)
  if (how.encoding === 'utf16be') return Buffer.from(`\ufeff${text}`, 'utf16le').swap16()
  if (how.encoding === 'utf16le') return Buffer.from(`\ufeff${text}`, 'utf16le')
  return Buffer.from(text.replaceAll('’', "'"), how.encoding === 'utf8' ? 'utf8' : 'latin1')
}

test('rates in any layout are read back the same', async () => {
  const rates = fc.array(written, { minLength: 3, maxLength: 12 })
  const context = { time_zone: 'UTC', currency: 'USD', namePrefixes: () => [] }
  const property = fc.asyncProperty(rates, style, async (all, how) => {
    const file = fileOf(all, how)
    const { layout } = await readTableHead(inPieces(file), RATE_FILES)
    expect(layout.columns).toEqual(how.order)
    const read: unknown[] = []
    // Rates without a fraction do not show which mark the others have.
    const marked = { ...layout, decimal: how.decimal as '.' | ',' }
    for await (const row of readTable(inPieces(file), marked)) {
      const parsed = parseRateRow(row, marked, context)
      read.push(...(Array.isArray(parsed) ? parsed.map(({ line: _, ...rest }) => rest) : [parsed]))
    }
    expect(read).toEqual(all)
  })
  await fc.assert(property, { numRuns: 300, seed: 16 })
})
