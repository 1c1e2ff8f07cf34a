import type { Invoice, InvoiceLine, WholeInvoice } from '#contract/invoices/invoices.ts'
import type { Choice } from '../ui/form/SelectField.tsx'
import type { StatusChoice } from '../ui/values/StatusLabel.tsx'

export const INVOICE_STATE_CHOICES: readonly StatusChoice<Invoice['state']>[] = [
  { value: 'PREPARING', label: 'Preparing', tone: 'info' },
  { value: 'FAILED', label: 'Failed', tone: 'danger' },
  { value: 'DRAFT', label: 'Draft', tone: 'info' },
  { value: 'ISSUED', label: 'Issued', tone: 'primary' },
  { value: 'SENT', label: 'Sent', tone: 'primary' },
  { value: 'PARTLY_PAID', label: 'Partly paid', tone: 'warning' },
  { value: 'PAID', label: 'Paid', tone: 'success' },
  { value: 'OVERDUE', label: 'Overdue', tone: 'danger' },
  { value: 'VOID', label: 'Void', tone: 'neutral' },
]

export const INVOICE_KIND_CHOICES: readonly Choice<Invoice['kind']>[] = [
  { value: 'INVOICE', label: 'Invoice' },
  { value: 'SELF_BILLED', label: 'Self-billed' },
]

export const SECTIONS: readonly Choice<InvoiceLine['section']>[] = [
  { value: 'USAGE', label: 'Calls' },
  { value: 'EARLIER', label: 'Earlier calls' },
  { value: 'CORRECTION', label: 'Corrections' },
  { value: 'PACKAGE', label: 'Packages' },
  { value: 'ADJUSTMENT', label: 'Adjustments' },
]

/** The number, or what a draft is called. */
export const titleOf = ({ document_number, id }: Pick<Invoice, 'document_number' | 'id'>): string =>
  document_number ?? `Draft ${id}`

/** The same for a heading, where a draft is not among those of its account. */
export const headingOf = (invoice: WholeInvoice): string =>
  invoice.document_number ?? `${titleOf(invoice)}, ${invoice.account.name}`

/** A draft, or what is to become one. */
export const isUnissued = ({ issued_at }: Pick<Invoice, 'issued_at'>): boolean => issued_at === null

/** The details that a document should have and lacks, as words for a sentence. */
export function missingOf({ issuer, account, kind, bank_details }: WholeInvoice): string[] {
  const isMissing: readonly (readonly [string, boolean])[] = [
    ['address of the issuer', issuer.address === ''],
    ['tax number of the issuer', issuer.tax_number === ''],
    ['bank details', kind === 'INVOICE' && bank_details === ''],
    ['address of the account', account.address === ''],
  ]
  return isMissing.flatMap(([name, is]) => (is ? [name] : []))
}

/** Where invoices are in an area. */
export interface InvoicePaths {
  readonly list: string
  readonly one: (id: number) => string
}

/** It is a document that the user issues to another account. */
export const isSendable = (one: Invoice): boolean =>
  !one.is_own && !isUnissued(one) && one.state !== 'VOID'
