import type { Invoice, InvoiceLine } from '#contract/invoices.ts'
import type { Choice } from '../ui/form/SelectField.tsx'
import type { StatusChoice } from '../ui/StatusLabel.tsx'

export const STATES: readonly StatusChoice<Invoice['state']>[] = [
  { value: 'DRAFT', label: 'Draft', tone: 'info' },
  { value: 'ISSUED', label: 'Issued', tone: 'primary' },
  { value: 'SENT', label: 'Sent', tone: 'primary' },
  { value: 'PARTLY_PAID', label: 'Partly paid', tone: 'warning' },
  { value: 'PAID', label: 'Paid', tone: 'success' },
  { value: 'OVERDUE', label: 'Overdue', tone: 'danger' },
  { value: 'VOID', label: 'Void', tone: 'neutral' },
]

export const KINDS: readonly Choice<Invoice['kind']>[] = [
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

/** Where invoices are in an area. */
export interface InvoicePaths {
  readonly list: string
  readonly one: (id: number) => string
}
