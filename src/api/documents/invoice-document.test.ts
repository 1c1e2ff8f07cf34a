// An invoice as a customer checks it: with a calculator, and for what is left to pay.
import { expect, test } from 'vitest'
import type { InvoiceLine, WholeInvoice } from '#contract/invoices/invoices.ts'
import { roundSum } from '#core/billing/printed-amounts.ts'
import { percent, rate, type Sum, toSum } from '#core/money.ts'
import type { SettledBy } from '#db/invoices/invoice-settlement.ts'
import { makeChance } from '#test/support/random.ts'
import { invoiceDocument } from './invoice-document.ts'
import type { PdfDocument, PdfTable } from './pdf-document.ts'

const VAT = percent(200_000)
const sumOf = (sums: readonly Sum[]) => sums.reduce((all, one) => toSum(all + one), 0n as Sum)

function lineOf(net: number, vat_percent = VAT): InvoiceLine {
  const vat = toSum(Math.round((net * Number(vat_percent)) / 1_000_000))
  return {
    section: 'USAGE',
    description: 'Germany',
    prefixes: '49',
    rate: rate(1_000_000),
    rate_currency: 'USD',
    vat_percent,
    calls: 1,
    billed_seconds: 60,
    net: toSum(net),
    vat,
    amount: toSum(toSum(net) + vat),
  } as InvoiceLine
}

function invoiceOf(lines: readonly InvoiceLine[], change: Partial<WholeInvoice> = {}) {
  const payable = roundSum(sumOf(lines.map(({ amount }) => amount)), 2)
  const party = { name: 'Acme', address: '', country_iso2: '', tax_number: '' }
  const of = (vat_percent: InvoiceLine['vat_percent']) =>
    lines.filter((line) => line.vat_percent === vat_percent)
  return {
    kind: 'INVOICE',
    state: 'ISSUED',
    document_number: 'INV-1',
    from_on: '2026-11-01',
    to_on: '2026-11-30',
    issued_at: '2026-12-01T00:00:00Z',
    due_on: '2026-12-15',
    timezone: 'UTC',
    currency: 'USD',
    issuer: party,
    account: party,
    note: '',
    bank_details: 'IBAN DE00',
    net: sumOf(lines.map(({ net }) => net)),
    vat_sums: [...new Set(lines.map((line) => line.vat_percent))].map((vat_percent) => ({
      vat_percent,
      net: sumOf(of(vat_percent).map(({ net }) => net)),
      vat: sumOf(of(vat_percent).map(({ vat }) => vat)),
    })),
    payable,
    open_amount: payable,
    credit_note_number: null,
    ...change,
  } as WholeInvoice
}

const drawn = (
  lines: readonly InvoiceLine[],
  change: Partial<WholeInvoice> = {},
  settled: readonly SettledBy[] = [],
) =>
  invoiceDocument({
    invoice: invoiceOf(lines, change),
    settled,
    lines,
    document: 'INVOICE',
    paper: { paper_size: 'A4', logo: null },
    made_at_ms: 0,
  })

const tablesOf = ({ parts }: PdfDocument): PdfTable[] =>
  parts.flatMap((part) => ('table' in part ? [part.table] : []))
const rowsOf = ({ rows, totals = [] }: PdfTable): [string, string][] =>
  [...rows, ...totals].map((row) => [row[0] ?? '', row.at(-1) ?? ''])
const figureOf = ({ parts }: PdfDocument) =>
  parts.flatMap((part) => ('figure' in part ? [part.figure] : []))[0]
const headingsOf = ({ parts }: PdfDocument) =>
  parts.flatMap((part) => ('heading' in part ? [part.heading] : []))
/** A printed amount in hundredths. */
const hundredths = (text: string) => Math.round(Number(text.replaceAll(',', '')) * 100)

test('each line is rounded by itself, and the difference to the exact net is a row', () => {
  const lines = [212_550, 267_900, 392_730, 4_900].map((net) => lineOf(net, percent(0)))
  const [summary, details] = tablesOf(drawn(lines))
  expect(details && rowsOf(details).map(([, amount]) => amount)).toEqual([
    ...['0.21', '0.27', '0.39', '0.00'],
    '0.87',
  ])
  expect(summary && rowsOf(summary)).toEqual([
    ['Calls', '0.87'],
    ['Rounding', '0.01'],
    ['Net', '0.88'],
    ['VAT 0 % of 0.88', '0.00'],
    ['Total', '0.88'],
  ])
})

test('what is printed adds up to the total, whatever the lines', () => {
  const chance = makeChance(11)
  let rounded = 0
  for (let run = 0; run < 200; run++) {
    const lines = Array.from({ length: chance.whole(1, 30) }, () =>
      lineOf(chance.whole(-200_000, 3_000_000), chance.pick([VAT, percent(0), percent(55_000)])),
    )
    const [summary, details] = tablesOf(drawn(lines)).map(rowsOf)
    const amounts = (details ?? []).map(([, amount]) => hundredths(amount))
    const total = amounts.pop()
    expect(amounts.reduce((sum, one) => sum + one, 0)).toBe(total)
    let sum = 0
    for (const [name, amount] of summary ?? []) {
      if (name === 'Net' || name === 'Total') expect(hundredths(amount)).toBe(sum)
      if (name === 'Rounding') rounded++
      sum = name === 'Net' ? hundredths(amount) : sum + hundredths(amount)
    }
  }
  expect(rounded).toBeGreaterThan(0)
})

const paid = (on: string, amount: number, change: Partial<SettledBy> = {}): SettledBy => ({
  ...{ id: null, kind: 'PAYMENT', payment_id: 1, method: 'bank', reference: 'RF18' },
  ...{ at: `${on}T12:00:00Z`, amount: toSum(amount) },
  ...change,
})

test('an unpaid invoice says how to pay, and one that is paid by what and when', () => {
  const lines = [lineOf(100_000_000)]
  const unpaid = drawn(lines)
  expect(figureOf(unpaid)).toEqual({
    label: 'Amount due',
    value: '120.00 USD',
    note: 'by 2026-12-15',
  })
  expect(headingsOf(unpaid)).toEqual(['How to pay', 'Calls'])

  const part = drawn(lines, { state: 'PARTLY_PAID', open_amount: toSum(69_999_995) }, [
    paid('2026-12-02', 50_000_005),
  ])
  expect(figureOf(part)).toMatchObject({ value: '70.00 USD', note: 'by 2026-12-15' })
  expect(headingsOf(part)).toEqual(['Payments', 'How to pay', 'Calls'])
  expect(tablesOf(part)[1]).toMatchObject({
    rows: [
      ['', 'Total of this invoice', '120.00'],
      ['2026-12-02', 'Bank transfer, RF18', '-50.00'],
    ],
    totals: [['Amount due', '', '70.00']],
  })

  const sources = [
    paid('2026-11-01', 20_000_000, { kind: 'BALANCE', method: null }),
    paid('2026-12-03', 100_000_000),
  ]
  const whole = drawn(lines, { state: 'PAID', open_amount: toSum(0) }, sources)
  expect(figureOf(whole)).toEqual({
    label: 'Amount due',
    value: '0.00 USD',
    note: 'paid on 2026-12-03',
  })
  expect(headingsOf(whole)).toEqual(['Payments', 'Calls'])
})

test('of many payments the newest are shown, and those before as one amount', () => {
  const many = Array.from({ length: 20 }, (_, at) =>
    paid(`2026-12-${String(at + 1).padStart(2, '0')}`, 1_000_000),
  )
  const document = drawn([lineOf(100_000_000)], { open_amount: toSum(100_000_000) }, many)
  const rows = tablesOf(document)[1]?.rows ?? []
  expect(rows[1]).toEqual(['', '8 before', '-8.00'])
  expect(rows.length).toBe(14)
})

test('a void invoice and one below zero ask for nothing', () => {
  const lines = [lineOf(100_000_000)]
  const gone = drawn(lines, {
    state: 'VOID',
    open_amount: toSum(0),
    credit_note_number: 'CN-1',
  })
  expect(figureOf(gone)).toEqual({
    label: 'Amount due',
    value: '0.00 USD',
    note: 'taken back by credit note CN-1',
  })
  const credit = drawn([lineOf(-1_000_000)])
  expect(figureOf(credit)).toMatchObject({ label: 'In favour of the recipient' })
  for (const document of [gone, credit]) expect(headingsOf(document)).toEqual(['Calls'])
})
