// An invoice, or the credit note of a void one, as it is printed.
import type { InvoiceLine, WholeInvoice } from '#contract/invoices.ts'
import { formatMoney, formatPercent, formatRate, type Money, type Sum } from '#core/money.ts'
import { dayIn } from '#core/time/calendar.ts'
import type { PdfDocument, PdfIssuer } from '../http/pdf-document.ts'
import { partyLines } from './document-parties.ts'

type Kind = 'INVOICE' | 'CREDIT_NOTE'

const SECTIONS: Readonly<Record<InvoiceLine['section'], string>> = {
  USAGE: 'Calls',
  EARLIER: 'Earlier calls',
  CORRECTION: 'Corrections',
  PACKAGE: 'Packages',
  ADJUSTMENT: 'Adjustments',
}

/** Exact, with two decimals at least. */
export const exact = (value: Money | Sum): string => {
  const [whole = '', fraction = ''] = formatMoney(value).split('.')
  return `${whole}.${fraction.padEnd(2, '0')}`
}

/** Minutes and seconds, as calls are billed. */
function minutes(seconds: number): string {
  const all = Math.abs(seconds)
  const rest = String(all % 60).padStart(2, '0')
  return `${seconds < 0 ? '-' : ''}${Math.floor(all / 60)}:${rest}`
}

const RIGHT = 'right' as const
const COLUMNS = [
  { heading: 'Description' },
  { heading: 'Rate', align: RIGHT },
  { heading: 'Calls', align: RIGHT },
  { heading: 'Minutes', align: RIGHT },
  { heading: 'VAT', align: RIGHT },
  { heading: 'Net', align: RIGHT },
]

function lineCells(line: InvoiceLine): string[] {
  const { description, rate, rate_currency, currency, calls, billed_seconds } = line
  const foreign = rate_currency === null || rate_currency === currency ? '' : ` ${rate_currency}`
  const isCall = calls !== 0
  return [
    description || SECTIONS[line.section],
    rate === null ? '' : `${formatRate(rate)}${foreign}`,
    isCall ? String(calls) : '',
    isCall ? minutes(billed_seconds) : '',
    `${formatPercent(line.vat_percent)} %`,
    exact(line.net),
  ]
}

const sectionParts = (lines: readonly InvoiceLine[]) =>
  Object.entries(SECTIONS).flatMap(([section, heading]) => {
    const rows = lines.filter((line) => line.section === section).map(lineCells)
    return rows.length === 0 ? [] : [{ heading }, { table: { columns: COLUMNS, rows } }]
  })

/** Net, VAT by rate and the total; a credit note takes them back. */
function sumTable({ net, amount, vat_sums, currency }: WholeInvoice, kind: Kind) {
  const signed = (value: Sum) => exact(kind === 'INVOICE' ? value : ((0n - value) as Sum))
  const columns = [{ heading: 'Sum' }, { heading: currency, align: RIGHT }]
  const vat = vat_sums.map((one) => [
    `VAT ${formatPercent(one.vat_percent)} % of ${signed(one.net)}`,
    signed(one.vat),
  ])
  return { columns, rows: [['Net', signed(net)], ...vat], totals: [['Total', signed(amount)]] }
}

const titleOf = ({ kind, state }: WholeInvoice, document: Kind): string => {
  if (document === 'CREDIT_NOTE') return 'Credit note'
  const title = kind === 'SELF_BILLED' ? 'Self-billed invoice' : 'Invoice'
  return state === 'DRAFT' ? `${title} (draft)` : title
}

function factsOf(invoice: WholeInvoice, document: Kind): [string, string][] {
  const { document_number, credit_note_number, from_on, to_on, issued_at, due_on } = invoice
  const period: [string, string] = ['Period', `${from_on} to ${to_on}`]
  const dayOf = (at: string | null) => (at === null ? '' : dayIn(invoice.timezone, Date.parse(at)))
  const ofInvoice = document_number ?? ''
  if (document === 'CREDIT_NOTE') {
    return [
      ['Number', credit_note_number ?? ''],
      ['Date', dayOf(invoice.voided_at)],
      ['For invoice', ofInvoice],
      ['Reason', invoice.void_reason],
      period,
    ]
  }
  if (issued_at === null) return [period]
  return [['Number', ofInvoice], ['Date', dayOf(issued_at)], ['Due', due_on ?? ''], period]
}

interface Printed {
  readonly invoice: WholeInvoice
  readonly lines: readonly InvoiceLine[]
  readonly document: Kind
  /** Logo and paper size of the settings. */
  readonly issuer: PdfIssuer
  /** The logo is that of the operator. */
  readonly has_logo: boolean
  readonly made_at_ms: number
}

export function invoiceDocument(printed: Printed): PdfDocument {
  const { invoice, lines, document, issuer, has_logo, made_at_ms } = printed
  const sums = [{ heading: 'Total' }, { table: sumTable(invoice, document) }]
  return {
    paper_size: issuer.paper_size,
    logo: has_logo ? issuer.logo : null,
    issuer: partyLines(invoice.issuer),
    footer: invoice.note,
    title: titleOf(invoice, document),
    recipient: partyLines(invoice.account),
    facts: factsOf(invoice, document),
    parts: document === 'INVOICE' ? [...sectionParts(lines), ...sums] : sums,
    made_at_ms,
  }
}
