// The settlement of an invoice: the amount due, the payments of the rest, and how to pay.
import type { WholeInvoice } from '#contract/invoices/invoices.ts'
import { decimalsOf, printAmount, roundParts } from '#core/billing/printed-amounts.ts'
import { addSums, NO_SUM, type Sum } from '#core/money.ts'
import { dayIn } from '#core/time/calendar.ts'
import type { SettledBy } from '#db/invoices/invoice-settlement.ts'
import { linesOf } from './party-lines.ts'
import type { PdfDocument, PdfFigure } from './pdf-document.ts'
import { METHODS } from './receipt-document.ts'

/** The newest ones; what is before them is one row. */
const PAYMENTS_SHOWN = 12

/** Settled by the balance before the first invoice, or by the credit of another one. */
const NO_PAYMENT = {
  BALANCE: 'Balance before the first invoice',
  INVOICE: 'Credit of another invoice',
} as const

export interface Settlement {
  readonly invoice: WholeInvoice
  /** All that settles it, oldest first. */
  readonly settled: readonly SettledBy[]
}

/** A void invoice and one in favour of its recipient ask for nothing. */
export const asksFor = ({ state, payable, open_amount }: WholeInvoice): Sum => {
  if (state === 'VOID' || payable <= 0n) return NO_SUM
  return state === 'DRAFT' ? payable : open_amount
}

/** The figure on the first page of an invoice. */
export function dueFigure({ invoice, settled }: Settlement): PdfFigure {
  const { kind, state, payable, currency, due_on, timezone, credit_note_number } = invoice
  const value = (of: Sum) => `${printAmount(of, decimalsOf(currency))} ${currency}`
  if (payable < 0n) {
    return { label: 'In favour of the recipient', value: value((0n - payable) as Sum), note: '' }
  }
  const label = kind === 'SELF_BILLED' ? 'Amount that we pay' : 'Amount due'
  const due = asksFor(invoice)
  if (state === 'VOID') {
    return { label, value: value(due), note: `taken back by credit note ${credit_note_number}` }
  }
  const last = settled.at(-1)
  if (due === 0n && last) {
    return { label, value: value(due), note: `paid on ${dayIn(timezone, Date.parse(last.at))}` }
  }
  return { label, value: value(due), note: due_on === null ? '' : `by ${due_on}` }
}

const nameOf = ({ kind, method, reference }: SettledBy): string =>
  kind === 'PAYMENT'
    ? [METHODS[method ?? 'other'], reference].filter(Boolean).join(', ')
    : NO_PAYMENT[kind]

/** The total, what was paid of it and on which day, and what is left. */
function paidTable({ invoice, settled }: Settlement): PdfDocument['parts'] {
  const { currency, timezone, payable } = invoice
  if (settled.length === 0) return []
  const decimals = decimalsOf(currency)
  const money = (value: Sum) => printAmount(value, decimals)
  const shown = settled.slice(-PAYMENTS_SHOWN)
  const earlier = settled.slice(0, -PAYMENTS_SHOWN)
  const amounts = [
    earlier.reduce((sum, { amount }) => addSums(sum, amount), NO_SUM),
    ...shown.map(({ amount }) => amount),
  ]
  // Parts of one payment may be of any size: printed, they add up to the total.
  const [before = NO_SUM, ...printed] = roundParts([...amounts, asksFor(invoice)], decimals)
  const due = printed.at(-1) ?? NO_SUM
  const taken = (value: Sum) => money((0n - value) as Sum)
  return [
    { heading: 'Payments' },
    {
      table: {
        columns: [
          { heading: 'Date' },
          { heading: 'Paid by' },
          { heading: `Amount (${currency})`, align: 'right' },
        ],
        rows: [
          ['', 'Total of this invoice', money(payable)],
          ...(earlier.length === 0 ? [] : [['', `${earlier.length} before`, taken(before)]]),
          ...shown.map((one, at) => [
            dayIn(timezone, Date.parse(one.at)),
            nameOf(one),
            taken(printed[at] ?? NO_SUM),
          ]),
        ],
        totals: [['Amount due', '', money(due)]],
      },
    },
  ]
}

/** Where to pay, and what names the payment; nothing where nothing is due, or the issuer pays. */
function howToPay(invoice: WholeInvoice): PdfDocument['parts'] {
  const { kind, bank_details, document_number } = invoice
  if (kind !== 'INVOICE' || bank_details === '' || asksFor(invoice) === 0n) return []
  const reference = document_number === null ? [] : [`Payment reference: ${document_number}`]
  const text = [...linesOf(bank_details), ...reference].join('\n')
  return [{ heading: 'How to pay' }, { text }]
}

export const settlementParts = (settlement: Settlement): PdfDocument['parts'] => [
  ...paidTable(settlement),
  ...howToPay(settlement.invoice),
]
