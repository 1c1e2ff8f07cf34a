// An invoice of an invented client, with the texts and the logo of its issuer: how documents look
// before the first one is issued.
import type { InvoiceLine, WholeInvoice } from '#contract/invoices/invoices.ts'
import { dayAfter, documentNumber } from '#core/billing/invoice.ts'
import { decimalsOf, roundSum } from '#core/billing/printed-amounts.ts'
import { percent, rate, type Sum, toSum } from '#core/money.ts'
import { dayIn } from '#core/time/calendar.ts'
import { type InvoiceIssuer, readInvoiceIssuer } from '#db/invoices/invoice-parties.ts'
import type { InvoiceProfile } from '#db/invoices/invoice-profiles.ts'
import { type AppContext, toInstant } from '../http/app-context.ts'
import { invoiceDocument } from './invoice-document.ts'
import { readPaper } from './issuer.ts'
import type { PdfDocument, PdfPaper } from './pdf-document.ts'

interface Sample {
  readonly issuer: InvoiceIssuer
  readonly currency: string
}

const VAT = percent(200_000)

const LINES = [
  ['USAGE', 'Germany mobile', '4915 4916 4917', 19_500_000, 1284, 231_060],
  ['USAGE', 'United Kingdom', '44', 780_000, 9120, 1_843_200],
  ['PACKAGE', 'Europe 5,000', '', null, 0, 0],
] as const

function linesOf(currency: string): InvoiceLine[] {
  return LINES.map(([section, description, prefixes, per_minute, calls, seconds], at) => {
    const net = toSum(per_minute === null ? 45_000_000 : (seconds * per_minute) / 60 / 100)
    const vat = toSum(Number(net) / 5)
    return {
      position: at + 1,
      section,
      description,
      prefixes,
      rate: per_minute === null ? null : rate(per_minute),
      rate_currency: per_minute === null ? null : currency,
      vat_percent: VAT,
      currency,
      calls,
      seconds,
      billed_seconds: seconds,
      net,
      vat,
      amount: toSum(net + vat),
    }
  })
}

function sampleOf(
  { issuer, currency }: Sample,
  lines: readonly InvoiceLine[],
  now_ms: number,
): WholeInvoice {
  const { timezone, document_footer, bank_details, invoice_terms_days, party, numbers } = issuer
  const today = dayIn(timezone, now_ms)
  const sum = (name: 'net' | 'vat' | 'amount') =>
    lines.reduce((all, line) => toSum(all + line[name]), 0n as Sum)
  const count = (name: 'calls' | 'seconds') => lines.reduce((all, line) => all + line[name], 0)
  const [net, vat, amount] = [sum('net'), sum('vat'), sum('amount')]
  const payable = roundSum(amount, decimalsOf(currency))
  const address = 'Street and number\nPostal code and city'
  return {
    ...{ id: 1, kind: 'INVOICE', state: 'ISSUED', account_id: 1, account_name: '' },
    ...{ account_kind: 'WHOLESALE', account_level: null, issuer_name: party.name },
    document_number: documentNumber(numbers.INVOICE, today, 1),
    ...{ from_on: dayAfter(today, -30), to_on: dayAfter(today, -1), timezone, currency },
    ...{ calls: count('calls'), seconds: count('seconds'), billed_seconds: count('seconds') },
    ...{ net, vat, amount, payable, open_amount: payable },
    ...{ progress_percent: 100, failure: '', retry_at: null },
    ...{ issued_at: toInstant(now_ms), due_on: dayAfter(today, invoice_terms_days) },
    ...{ sent_at: null, voided_at: null, credit_note_number: null, created_at: toInstant(now_ms) },
    issuer: party,
    account: { name: 'Name of the client', address, country_iso2: '', tax_number: 'XX 123456789' },
    ...{ note: document_footer, bank_details, brought_forward: 0n as Sum, void_reason: '' },
    vat_sums: [{ vat_percent: VAT, net, vat }],
    ...{ mail_id: null, mail_to: null, mail_state: null, mail_at: null },
    ...{ is_latest: true, is_replaced: false, is_own: false },
  }
}

function sampleInvoice(sample: Sample, paper: PdfPaper, now_ms: number): PdfDocument {
  const lines = linesOf(sample.currency)
  const invoice = sampleOf(sample, lines, now_ms)
  const printed = { invoice, settled: [], lines, document: 'INVOICE' } as const
  const document = invoiceDocument({ ...printed, paper, made_at_ms: now_ms })
  return { ...document, title: 'Invoice (example)' }
}

type Writer = Pick<AppContext, 'database' | 'pdf' | 'clock'>

/** The example as a file: of the operator or a reseller, with a profile that is not saved yet. */
export async function writeSampleInvoice(
  { database, pdf, clock }: Writer,
  issuer_id: number,
  currency: string,
  unsaved?: InvoiceProfile,
) {
  const [issuer, paper] = await Promise.all([
    readInvoiceIssuer(database, issuer_id, unsaved),
    readPaper(database, issuer_id),
  ])
  const bytes = await pdf.write(sampleInvoice({ issuer, currency }, paper, clock.now_ms()))
  return { name: 'example-invoice.pdf', bytes }
}
