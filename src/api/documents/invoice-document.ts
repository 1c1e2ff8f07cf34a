// An invoice, or the credit note of a void one, as it is printed: the first page says what is to be
// paid and how, the next ones have the details. All amounts are in the decimals of the currency,
// each rounded by itself (docs/domain/billing.md, B16).
import type { InvoiceLine, WholeInvoice } from '#contract/invoices/invoices.ts'
import { decimalsOf, printAmount, roundSum } from '#core/billing/printed-amounts.ts'
import { addSums, formatPercent, formatRate, NO_SUM, type Sum } from '#core/money.ts'
import { dayIn } from '#core/time/calendar.ts'
import { partyLines } from './party-lines.ts'
import type { PdfDocument, PdfPaper, PdfTable } from './pdf-document.ts'
import { dueFigure, type Settlement, settlementParts } from './settlement-parts.ts'

type Kind = 'INVOICE' | 'CREDIT_NOTE'

const SECTIONS: Readonly<Record<InvoiceLine['section'], string>> = {
  USAGE: 'Calls',
  EARLIER: 'Earlier calls',
  CORRECTION: 'Corrections',
  PACKAGE: 'Packages',
  ADJUSTMENT: 'Adjustments',
}

const RIGHT = 'right' as const

/** A line with its amounts as printed. */
interface PrintedLine {
  readonly line: InvoiceLine
  readonly net: Sum
}

interface Printing extends Settlement {
  readonly lines: readonly PrintedLine[]
  readonly document: Kind
  readonly money: (value: Sum) => string
}

/** Amounts that a credit note takes back are below zero. */
const signed = (document: Kind, value: Sum): Sum =>
  document === 'INVOICE' ? value : ((0n - value) as Sum)

const whole = (number: number): string => number.toLocaleString('en')

/** Minutes and seconds, as calls are billed. */
function minutes(seconds: number): string {
  const all = Math.abs(seconds)
  const rest = String(all % 60).padStart(2, '0')
  return `${seconds < 0 ? '-' : ''}${whole(Math.floor(all / 60))}:${rest}`
}

const total = (values: readonly Sum[]): Sum =>
  values.reduce((sum, each) => addSums(sum, each), NO_SUM)
const count = (lines: readonly PrintedLine[], of: 'calls' | 'billed_seconds'): number =>
  lines.reduce((sum, { line }) => sum + line[of], 0)

/** As calls of the section have them; nothing for what is no call. */
function callCells(lines: readonly PrintedLine[]): [calls: string, minutes: string] {
  const [calls, seconds] = [count(lines, 'calls'), count(lines, 'billed_seconds')]
  return calls === 0 && seconds === 0 ? ['', ''] : [whole(calls), minutes(seconds)]
}

const sectionsOf = ({ lines }: Printing) =>
  Object.entries(SECTIONS).flatMap(([section, heading]) => {
    const own = lines.filter(({ line }) => line.section === section)
    return own.length === 0 ? [] : [{ heading, lines: own }]
  })

function withoutCalls({ columns, rows, totals = [] }: PdfTable): PdfTable {
  const kept = <Cell>(cells: readonly Cell[]) => cells.filter((_, at) => at !== 1 && at !== 2)
  return { columns: kept(columns), rows: rows.map(kept), totals: totals.map(kept) }
}

/** The difference between what is printed above and the exact sum below it, where there is one. */
const roundingRow = (of: (value: Sum) => string, printed: Sum, sum: Sum): string[][] =>
  printed === sum ? [] : [['Rounding', '', '', of((sum - printed) as Sum)]]

/** Sections, net, VAT by rate and total: each rounded by itself, as a reader recalculates it. */
function summaryTable(printing: Printing): PdfTable {
  const { invoice, lines, document, money } = printing
  const { vat_sums, payable, currency } = invoice
  const decimals = decimalsOf(currency)
  const of = (value: Sum) => money(signed(document, value))
  const net = roundSum(invoice.net, decimals)
  const vats = vat_sums.map(({ vat }) => roundSum(vat, decimals))
  const vat = vat_sums.map(({ vat_percent, net }, at) => [
    `VAT ${formatPercent(vat_percent)} % of ${of(net)}`,
    '',
    '',
    of(vats[at] ?? NO_SUM),
  ])
  const table = {
    columns: [
      { heading: 'Summary' },
      { heading: 'Calls', align: RIGHT },
      { heading: 'Minutes', align: RIGHT },
      { heading: `Amount (${currency})`, align: RIGHT },
    ],
    rows: [
      ...sectionsOf(printing).map(({ heading, lines }) => [
        heading,
        ...callCells(lines),
        of(total(lines.map((line) => line.net))),
      ]),
      ...roundingRow(of, total(lines.map((line) => line.net)), net),
      ['Net', '', '', of(net)],
      ...vat,
      ...roundingRow(of, total([net, ...vats]), payable),
    ],
    totals: [['Total', '', '', of(payable)]],
  }
  // A credit note takes money back, not calls.
  return document === 'INVOICE' ? table : withoutCalls(table)
}

/** The first ones; a destination of a country can have hundreds. */
const PREFIXES_SHOWN = 3

function prefixText(prefixes: string): string {
  const all = prefixes.split(' ').filter(Boolean)
  const rest = all.length - PREFIXES_SHOWN
  const shown = all.slice(0, PREFIXES_SHOWN).join(', ')
  return rest > 0 ? `${shown} and ${rest} more` : shown
}

/** Rates of one table below each other: with as many decimals as the longest has, two at least. */
function rateTexts(lines: readonly PrintedLine[], showsCurrency: boolean): string[] {
  const texts = lines.map(({ line }) => (line.rate === null ? '' : formatRate(line.rate)))
  const fractions = texts.map((text) => text.split('.')[1]?.length ?? 0)
  const digits = Math.max(2, ...fractions)
  return texts.map((text, at) => {
    if (text === '') return ''
    const [units = '', fraction = ''] = text.split('.')
    const rate = `${units}.${fraction.padEnd(digits, '0')}`
    return showsCurrency ? `${rate} ${lines[at]?.line.rate_currency ?? ''}`.trim() : rate
  })
}

/** The lines of a section, of calls or of something else. */
function sectionTable(lines: readonly PrintedLine[], { invoice, money }: Printing): PdfTable {
  const amount = { heading: `Net (${invoice.currency})`, align: RIGHT }
  const vat = (line: InvoiceLine) => `${formatPercent(line.vat_percent)} %`
  const VAT = { heading: 'VAT', align: RIGHT }
  const net = money(total(lines.map((line) => line.net)))
  if (lines.every(({ line }) => line.calls === 0 && line.prefixes === '')) {
    return {
      columns: [{ heading: 'Description' }, VAT, amount],
      rows: lines.map(({ line, net }) => [line.description || '–', vat(line), money(net)]),
      totals: [['Total', '', net]],
    }
  }
  const currencies = new Set(lines.flatMap(({ line }) => line.rate_currency ?? []))
  const rates = rateTexts(lines, currencies.size > 1)
  const unit = currencies.size === 1 ? `${[...currencies][0]} per minute` : 'per minute'
  return {
    columns: [
      { heading: 'Destination' },
      { heading: 'Prefix' },
      { heading: 'Calls', align: RIGHT },
      { heading: 'Minutes', align: RIGHT },
      { heading: `Rate, ${unit}`, align: RIGHT },
      VAT,
      amount,
    ],
    rows: lines.map(({ line, net }, at) => [
      line.description || '–',
      prefixText(line.prefixes),
      ...callCells([{ line, net }]),
      rates[at] ?? '',
      vat(line),
      money(net),
    ]),
    totals: [['Total', '', ...callCells(lines), '', '', net]],
  }
}

const titleOf = ({ kind, state }: WholeInvoice, document: Kind): string => {
  if (document === 'CREDIT_NOTE') return 'Credit note'
  const title = kind === 'SELF_BILLED' ? 'Self-billed invoice' : 'Invoice'
  return state === 'DRAFT' ? `${title} (draft)` : title
}

function factsOf(invoice: WholeInvoice, document: Kind): [string, string][] {
  const { document_number, credit_note_number, from_on, to_on, issued_at, due_on } = invoice
  const period: [string, string][] = [
    ['Period', `${from_on} to ${to_on}`],
    ['Currency', invoice.currency],
  ]
  const dayOf = (at: string | null) => (at === null ? '' : dayIn(invoice.timezone, Date.parse(at)))
  const ofInvoice = document_number ?? ''
  if (document === 'CREDIT_NOTE') {
    return [
      ['Number', credit_note_number ?? ''],
      ['Date', dayOf(invoice.voided_at)],
      ['For invoice', ofInvoice],
      ...period,
      ['Reason', invoice.void_reason],
    ]
  }
  if (issued_at === null) return period
  return [['Number', ofInvoice], ['Date', dayOf(issued_at)], ['Due', due_on ?? ''], ...period]
}

/** The amount that is due, or given back. */
function figureOf(printing: Printing) {
  const { invoice, document, money } = printing
  if (document === 'INVOICE') return dueFigure(printing)
  return { label: 'Credited', value: `${money(invoice.payable)} ${invoice.currency}`, note: '' }
}

function detailParts(printing: Printing): PdfDocument['parts'] {
  const sections = sectionsOf(printing)
  if (printing.document === 'CREDIT_NOTE' || sections.length === 0) return []
  return [
    { breaks_page: true },
    ...sections.flatMap(({ heading, lines }) => [
      { heading },
      { table: sectionTable(lines, printing) },
    ]),
  ]
}

interface Printed extends Settlement {
  readonly lines: readonly InvoiceLine[]
  readonly document: Kind
  readonly paper: PdfPaper
  readonly made_at_ms: number
}

export function invoiceDocument(printed: Printed): PdfDocument {
  const { invoice, settled, document, paper, made_at_ms } = printed
  const decimals = decimalsOf(invoice.currency)
  const lines = printed.lines.map((line) => ({ line, net: roundSum(line.net, decimals) }))
  const money = (value: Sum) => printAmount(value, decimals)
  const printing = { invoice, settled, lines, document, money }
  const number = document === 'INVOICE' ? invoice.document_number : invoice.credit_note_number
  return {
    ...paper,
    issuer: partyLines(invoice.issuer),
    footer: invoice.note,
    title: titleOf(invoice, document),
    recipient_label: invoice.kind === 'SELF_BILLED' ? 'Supplier' : 'Bill to',
    recipient: partyLines(invoice.account),
    facts: factsOf(invoice, document),
    parts: [
      { figure: figureOf(printing) },
      { table: summaryTable(printing) },
      ...(document === 'INVOICE' ? settlementParts(printing) : []),
      ...detailParts(printing),
    ],
    reference: number ?? '',
    made_at_ms,
  }
}
