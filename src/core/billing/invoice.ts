// Invoices: their states, their periods and their numbers (ADR-0029).
import { dayIn, instantIn } from '../time/calendar.ts'

/** SELF_BILLED: what the operator writes for a settlement account. */
export const INVOICE_KINDS = ['INVOICE', 'SELF_BILLED'] as const
export type InvoiceKind = (typeof INVOICE_KINDS)[number]

/**
 * PREPARING: the lines of a draft are being made; FAILED: they could not be, and are tried again.
 * Those after ISSUED follow from dates and payments.
 */
export const INVOICE_STATES = [
  'PREPARING',
  'FAILED',
  'DRAFT',
  'ISSUED',
  'SENT',
  'PARTLY_PAID',
  'PAID',
  'OVERDUE',
  'VOID',
] as const
export type InvoiceState = (typeof INVOICE_STATES)[number]

export const INVOICE_SECTIONS = ['USAGE', 'EARLIER', 'CORRECTION', 'PACKAGE', 'ADJUSTMENT'] as const
export type InvoiceSection = (typeof INVOICE_SECTIONS)[number]

/** One side of a document, as it is printed. */
export interface InvoiceParty {
  readonly name: string
  readonly address: string
  readonly country_iso2: string
  readonly tax_number: string
}

/** Who issues, who owes or gets, where to pay, and the footer. */
export interface InvoiceParties {
  readonly issuer: InvoiceParty
  readonly account: InvoiceParty
  readonly note: string
  /** With several lines; missing in documents from before there was the field. */
  readonly bank_details?: string
}

/** Documents with numbers of their own. */
export type NumberedKind = InvoiceKind | 'CREDIT_NOTE'

/** Text, the year, and the number with its least count of digits. */
export const NUMBER_PATTERN =
  /^[A-Za-z0-9/._-]*(\{year\}[A-Za-z0-9/._-]*)?\{seq(:[1-9])?\}[A-Za-z0-9/._-]*$/

/** Numbers begin again each year where they name it. 0 is a series without years. */
export const seriesYear = (pattern: string, day: string): number =>
  pattern.includes('{year}') ? Number(day.slice(0, 4)) : 0

export const documentNumber = (pattern: string, day: string, sequence: number): string =>
  pattern
    .replace('{year}', day.slice(0, 4))
    .replace(/\{seq(?::(\d))?\}/, (_, digits) =>
      String(sequence).padStart(Number(digits ?? 1), '0'),
    )

/** When the day begins in a zone, or one that is some days later, in ISO 8601 with Z. */
export function startOfDayIn(timezone: string, day: string, days = 0): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return instantIn(timezone, [year, month, date + days, 0, 0, 0])
}

/** The calendar day, YYYY-MM-DD, that is some days later. */
export const dayAfter = (day: string, days: number): string =>
  startOfDayIn('UTC', day, days).slice(0, 10)

/** The last day of a half-open period. */
export const lastDayOf = (timezone: string, ends_at: string): string =>
  dayIn(timezone, Date.parse(ends_at) - 1)

interface NamedInvoice {
  readonly document_number: string | null
  readonly account_name: string
  readonly from_on: string
  readonly to_on: string
}

/** As the activity log names it: its number, or its account and days. */
export const nameOfInvoice = ({
  document_number,
  account_name,
  from_on,
  to_on,
}: NamedInvoice): string => document_number ?? `${account_name}, ${from_on} to ${to_on}`
