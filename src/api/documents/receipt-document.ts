// The paper of a payment: a receipt, or what says that an amount was paid, added or taken back.
import type { InvoiceParties } from '#core/billing/invoice.ts'
import { decimalsOf, printAmount } from '#core/billing/printed-amounts.ts'
import type { Sum } from '#core/money.ts'
import { type DateFormat, writeDay } from '#core/time/date-format.ts'
import type { PaymentRow } from '#db/payments/payments.ts'
import { partyLines } from './party-lines.ts'
import type { PdfDocument, PdfPaper } from './pdf-document.ts'

type Kind = PaymentRow['kind']

export const RECEIPT_TITLES: Readonly<Record<Kind, string>> = {
  RECHARGE: 'Receipt',
  PAYMENT_MADE: 'Payment advice',
  BONUS: 'Bonus',
  REFUND: 'Refund',
  ADJUSTMENT: 'Adjustment',
  COMMISSION: 'Commission',
  REVERSAL: 'Reversal',
}

const LABELS: Readonly<Record<Kind, string>> = {
  RECHARGE: 'Amount received',
  PAYMENT_MADE: 'Amount paid',
  BONUS: 'Amount added',
  REFUND: 'Amount paid back',
  ADJUSTMENT: 'Amount',
  COMMISSION: 'Amount added',
  REVERSAL: 'Amount taken back',
}

export const METHODS: Readonly<Record<PaymentRow['method'], string>> = {
  cash: 'Cash',
  bank: 'Bank transfer',
  card: 'Card',
  crypto: 'Crypto currency',
  mobile_money: 'Mobile money',
  other: 'Other',
  netting: 'Netting',
}

const NO_MONEY: readonly Kind[] = ['BONUS', 'ADJUSTMENT', 'COMMISSION']

interface PrintedReceipt {
  readonly payment: PaymentRow
  readonly parties: InvoiceParties
  /** The wall clock of the issuer: 2026-11-20 14:03:07. */
  readonly paid_at: string
  readonly timezone: string
  readonly date_format: DateFormat
  readonly paper: PdfPaper
  readonly made_at_ms: number
}

export const amountOfReceipt = ({ amount, currency, kind }: PaymentRow): string => {
  const value = BigInt(amount) as Sum
  const isBack = kind === 'REFUND' || kind === 'REVERSAL'
  const shown = isBack && value < 0n ? ((0n - value) as Sum) : value
  return `${printAmount(shown, decimalsOf(currency))} ${currency}`
}

function factsOf({ payment, paid_at, timezone, date_format }: PrintedReceipt) {
  const { id, kind, method, reference, note, payer_name, payee_name } = payment
  const fact = (label: string, value: string): [string, string][] =>
    value === '' ? [] : [[label, value]]
  return [
    ...fact('Number', String(id)),
    ...fact('Date', `${writeDay(paid_at, date_format)} ${paid_at.slice(11, 16)} (${timezone})`),
    ...(NO_MONEY.includes(kind) ? [] : fact('Method', METHODS[method])),
    ...fact('Reference', reference),
    ...fact('Paid by', payer_name),
    ...fact('Paid to', payee_name),
    ...fact('Note', note.replaceAll('\n', ' ')),
  ]
}

export function receiptDocument(printed: PrintedReceipt): PdfDocument {
  const { payment, parties, paper, made_at_ms } = printed
  return {
    ...paper,
    issuer: partyLines(parties.issuer),
    footer: parties.note,
    title: RECEIPT_TITLES[payment.kind],
    recipient: partyLines(parties.account),
    facts: factsOf(printed),
    parts: [
      { figure: { label: LABELS[payment.kind], value: amountOfReceipt(payment), note: '' } },
      ...(payment.is_reversed ? [{ text: 'This payment was reversed.' }] : []),
    ],
    reference: String(payment.id),
    made_at_ms,
  }
}
