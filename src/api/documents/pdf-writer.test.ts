import { describe, expect, test } from 'vitest'
import { pdfPages } from '#test/support/pdf-text.ts'
import { drawPdf } from './draw-pdf.ts'
import { columnWidths } from './draw-pdf-table.ts'
import type { PdfDocument } from './pdf-document.ts'
import { makePdfWriter } from './pdf-writer.ts'

const DOCUMENT: PdfDocument = {
  paper_size: 'A4',
  // Its head says PNG, and nothing follows.
  logo: Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
  issuer: ['Example Telecom', 'Straße 1', 'Київ'],
  footer: 'IBAN DE00',
  title: 'Prices',
  recipient: ['Ελλάδα A.E.'],
  facts: [['Currency', 'EUR €']],
  parts: [],
  made_at_ms: 0,
}

const rowsTo = (count: number): string[][] =>
  Array.from({ length: count }, (_, at) => [`4420${at}`, '0.0123'])

describe('a PDF document', () => {
  const pdf = makePdfWriter()

  test('has its texts, its rows in order, and the head of a table on each page', async () => {
    const rows = rowsTo(90)
    const columns = [{ heading: 'Prefix' }, { heading: 'Rate', align: 'right' }] as const
    const totals = [['Total', '₽ 1.10']]
    const parts = [{ table: { columns, rows, totals } }, { text: 'All zero\u0000\u202ewidths' }]
    const pages = pdfPages(await pdf.write({ ...DOCUMENT, parts }))
    expect(pages).toHaveLength(3)
    const [first = [], second = [], last = []] = pages
    expect(first.slice(0, 7)).toEqual([
      ...['Ελλάδα A.E.', 'Example Telecom', 'Straße 1', 'Київ'],
      ...['Prices', 'Currency', 'EUR €'],
    ])
    for (const page of pages) expect(page.filter((text) => text === 'Prefix')).toHaveLength(1)
    expect(second.slice(0, 2)).toEqual(['Prefix', 'Rate'])
    const prefixes = pages.flat().filter((text) => text.startsWith('4420'))
    expect(prefixes).toEqual(rows.map(([prefix]) => prefix))
    expect(last.slice(-5)).toEqual([
      ...['Total', '₽ 1.10', 'All zero widths', 'Page 3 of 3', 'IBAN DE00'],
    ])
  })

  test('has its whole footer on every page, and no total alone on one', async () => {
    const columns = [{ heading: 'Prefix' }, { heading: 'Rate', align: 'right' }] as const
    const footer = ['Example Telecom GmbH', 'IBAN DE00', 'SWIFT COBADEFF', 'VAT DE1'].join('\n')
    for (const rows of [1, 38, 39, 40, 41, 42, 43, 44].map(rowsTo)) {
      const parts = [
        {
          table: {
            columns,
            rows,
            totals: [
              ['Net', '1.00'],
              ['Total', '1.10'],
            ],
          },
        },
      ]
      const pages = pdfPages(await drawPdf({ ...DOCUMENT, footer, parts }))
      for (const page of pages) expect(page.slice(-4)).toEqual(footer.split('\n'))
      const last = pages.at(-1) ?? []
      expect(last.filter((text) => text.startsWith('4420')).length).toBeGreaterThan(0)
      expect(last).toEqual(expect.arrayContaining(['Net', 'Total']))
    }
  })

  test('has names that are written from right to left, each run in its own font', async () => {
    const recipient = ['שלום (STC) 5', 'مرحبا']
    const [page = []] = pdfPages(await drawPdf({ ...DOCUMENT, recipient }))
    // Letters of Hebrew are placed from left to right, as they are seen.
    expect(page.slice(0, 5).map((text) => text.trim())).toEqual(['5', '(', 'STC', ')', 'םולש'])
  })

  test('holds a limited number of rows, and says which files hold more', async () => {
    const table = { columns: [{ heading: 'Prefix' }], rows: rowsTo(5001) }
    await expect(pdf.write({ ...DOCUMENT, parts: [{ table }] })).rejects.toThrow(
      'A PDF holds at most 5000 rows. Choose CSV or Excel for more.',
    )
  })
})

test('numbers keep their width, short texts too, and long ones share what is left', () => {
  const number = { heading: '', align: 'right' } as const
  const text = { heading: '' }
  expect(columnWidths([text, number], [20, 30], 100)).toEqual([45, 55])
  expect(columnWidths([text, text, text, number], [20, 300, 200, 80], 300)).toEqual([
    20, 100, 100, 80,
  ])
  const narrow = columnWidths([text, number, number], [100, 90, 80], 100)
  expect(narrow.reduce((sum, width) => sum + width)).toBeCloseTo(100)
})
