// Invoices: drafts of what an account was charged in a period, and the documents that they become
// (ADR-0029).
import { z } from 'zod'
import { INVOICE_KINDS, INVOICE_SECTIONS, INVOICE_STATES } from '#core/billing/invoice.ts'
import { endpoint, idParams } from '../endpoint.ts'
import { needing } from '../field-rights.ts'
import { lastMail } from '../notifications/last-mail.ts'
import { listQuery } from '../page.ts'
import * as is from '../primitives.ts'
import { inTime } from '../time-range.ts'

const day = z.iso.date('A date, for example 2026-12-01.')

/** Only invoices for the account of the user, or only those that it issues. */
const is_own = z.enum(['true', 'false']).optional()

/** Whole days of the time zone of the account. */
export const invoiceForm = z.strictObject({
  account_id: is.id,
  /** Only of the first invoice of an account: later ones begin where the one before ends. */
  from_on: day.nullable(),
  /** The last day that it bills. */
  to_on: day,
})

const sums = {
  calls: z.number(),
  seconds: z.number(),
  billed_seconds: z.number(),
  net: is.sumText,
  vat: is.sumText,
  amount: is.sumText,
}

export const invoice = z.object({
  id: is.id,
  /** Null of a draft. */
  document_number: z.string().nullable(),
  kind: z.enum(INVOICE_KINDS),
  state: z.enum(INVOICE_STATES),
  account_id: needing('clients', is.id),
  account_name: needing('clients', z.string()),
  account_kind: needing('clients', z.string()),
  account_level: needing('clients', is.resellerLevel.nullable()),
  issuer_name: z.string(),
  /** It is for the account of the user, who can only look at it. */
  is_own: z.boolean(),
  /** Its first and last day, in its time zone. */
  from_on: day,
  to_on: day,
  timezone: z.string(),
  currency: z.string(),
  ...sums,
  /** Its amount in the decimals of the currency, as on the document. */
  payable: is.sumText,
  /** The amount still to be paid; zero for drafts and void invoices. */
  open_amount: is.sumText,
  /** How much of a draft in preparation is done. */
  progress_percent: z.number(),
  /** Why a draft could not be made or issued the last time; empty if nothing failed. */
  failure: z.string(),
  /** When that is tried again. */
  retry_at: is.instant.nullable(),
  issued_at: is.instant.nullable(),
  due_on: day.nullable(),
  sent_at: is.instant.nullable(),
  voided_at: is.instant.nullable(),
  credit_note_number: z.string().nullable(),
  created_at: is.instant,
  ...lastMail,
})
export type Invoice = z.output<typeof invoice>

const party = z.object({
  name: z.string(),
  address: z.string(),
  country_iso2: z.string(),
  tax_number: z.string(),
})

export const wholeInvoice = invoice.extend({
  issuer: party,
  account: party,
  /** The footer of documents. */
  note: z.string(),
  /** The issuer's bank details, as lines of text. */
  bank_details: z.string(),
  /** The balance of the account when the period began. */
  brought_forward: is.sumText,
  void_reason: z.string(),
  vat_sums: z.array(z.object({ vat_percent: is.percentText, net: is.sumText, vat: is.sumText })),
  /** No later one of the account: only then a draft can be made again or discarded. */
  is_latest: z.boolean(),
  /** Another invoice bills the period of this void one. */
  is_replaced: z.boolean(),
})
export type WholeInvoice = z.output<typeof wholeInvoice>

export const listInvoices = endpoint({
  method: 'GET',
  path: '/api/invoices',
  summary: 'Invoices; drafts only for those who issue them',
  needs: 'invoices.view',
  list: true,
  query: listQuery(
    [
      'id',
      'document_number',
      'account_name',
      'to_on',
      'payable',
      'open_amount',
      'issued_at',
      'due_on',
    ],
    {
      state: z.enum(INVOICE_STATES).optional(),
      kind: z.enum(INVOICE_KINDS).optional(),
      account_id: needing('clients', is.queryId.optional()),
      is_own,
      /** When their periods end. */
      ...inTime,
    },
  ),
  answer: z.array(invoice),
})

export const getInvoiceTotals = endpoint({
  method: 'GET',
  path: '/api/invoices/totals',
  summary: 'Drafts and unpaid invoices by state, kind and currency',
  needs: 'invoices.view',
  query: z.strictObject({ is_own }),
  answer: z.array(
    z.object({
      state: z.enum(INVOICE_STATES),
      kind: z.enum(INVOICE_KINDS),
      currency: z.string(),
      invoices: z.number(),
      /** The sum of drafts; for others the amount still to be paid. */
      amount: is.sumText,
    }),
  ),
})

export const getInvoice = endpoint({
  method: 'GET',
  path: '/api/invoices/:id',
  summary: 'One invoice with its sums',
  needs: 'invoices.view',
  params: idParams,
  answer: wholeInvoice,
})

export const invoiceLine = z.object({
  position: z.number(),
  /**
   * EARLIER: calls that began before the period. CORRECTION: re-rated calls, reversed and charged
   * again.
   */
  section: z.enum(INVOICE_SECTIONS),
  /** A destination, a package, or the reason of an adjustment. */
  description: z.string(),
  /** The prefixes of its calls, in order and separated by spaces. */
  prefixes: z.string(),
  rate: is.rateText.nullable(),
  rate_currency: z.string().nullable(),
  vat_percent: is.percentText,
  currency: z.string(),
  ...sums,
})
export type InvoiceLine = z.output<typeof invoiceLine>

export const listInvoiceLines = endpoint({
  method: 'GET',
  path: '/api/invoices/:id/lines',
  summary: 'The lines of an invoice: sums by destination, rate and VAT',
  needs: 'invoices.view',
  list: true,
  params: idParams,
  query: listQuery(['position', 'description', 'calls', 'billed_seconds', 'amount'], {
    section: z.enum(INVOICE_SECTIONS).optional(),
  }),
  answer: z.array(invoiceLine),
  replica: true,
})

export const invoiceCall = z.object({
  /** The id of the ledger entry. */
  id: is.id,
  /** When it was charged. */
  at: is.instant,
  call_id: is.callId,
  /** It takes an earlier entry of the call back. */
  is_reversal: z.boolean(),
  /** These are null of calls whose records were removed. */
  started_at: is.instant.nullable(),
  called_number: z.string().nullable(),
  destination: z.string().nullable(),
  seconds: z.number().nullable(),
  billed_seconds: z.number().nullable(),
  amount: is.sumText,
  currency: z.string(),
})
export type InvoiceCall = z.output<typeof invoiceCall>

export const listInvoiceCalls = endpoint({
  method: 'GET',
  path: '/api/invoices/:id/calls',
  summary: 'The calls that an invoice bills, VAT included, in the order of their charges',
  needs: 'invoices.view',
  heavy: true,
  list: true,
  params: idParams,
  query: listQuery(['id'], {}),
  answer: z.array(invoiceCall),
  replica: true,
})

export const getInvoicePdf = endpoint({
  method: 'GET',
  path: '/api/invoices/:id/pdf',
  summary: 'An invoice as PDF, or the credit note of a void one',
  needs: 'invoices.view',
  params: idParams,
  query: z.strictObject({ document: z.enum(['INVOICE', 'CREDIT_NOTE']).default('INVOICE') }),
  file_type: 'application/pdf',
})

export const getNextPeriod = endpoint({
  method: 'GET',
  path: '/api/accounts/:id/next-invoice',
  summary: 'Where the next invoice of an account begins',
  needs: 'invoices.create',
  params: idParams,
  answer: z.object({
    /** Null before the first invoice of an account: any day. */
    from_on: day.nullable(),
    /** The day of the first entry in the ledger; null if there is none. */
    first_on: day.nullable(),
    /** The last day that has ended. */
    yesterday: day,
  }),
})

export const createInvoice = endpoint({
  method: 'POST',
  path: '/api/invoices',
  summary: 'Makes a draft: what an account was charged in a period, and what was charged late',
  needs: 'invoices.create',
  body: invoiceForm,
  answer: wholeInvoice,
})

export const draftDueInvoices = endpoint({
  method: 'POST',
  path: '/api/invoices/due',
  summary:
    'Makes the drafts of all accounts whose billing period has ended, as the switch itself does',
  needs: 'invoices.create',
  /** `failed`: accounts of which none could be made. */
  answer: z.object({ drafts: z.number(), failed: z.number() }),
})

export const remakeInvoice = endpoint({
  method: 'POST',
  path: '/api/invoices/:id/remake',
  summary: 'Makes the latest draft of an account again, with what was charged since',
  needs: 'invoices.create',
  params: idParams,
  answer: wholeInvoice,
})

export const replaceInvoice = endpoint({
  method: 'POST',
  path: '/api/invoices/:id/replacement',
  summary: 'Makes a draft that bills the period of a void invoice again',
  needs: 'invoices.create',
  params: idParams,
  answer: wholeInvoice,
})

export const discardInvoice = endpoint({
  method: 'DELETE',
  path: '/api/invoices/:id',
  summary: 'Discards the latest draft of an account',
  needs: 'invoices.delete',
  params: idParams,
})

export const issueInvoice = endpoint({
  method: 'POST',
  path: '/api/invoices/:id/issue',
  summary: 'Gives a draft its number; from then on it does not change',
  needs: 'invoices.execute',
  params: idParams,
  answer: wholeInvoice,
})

export const markInvoiceSent = endpoint({
  method: 'POST',
  path: '/api/invoices/:id/sent',
  summary: 'Notes that an issued invoice was sent',
  needs: 'invoices.edit',
  params: idParams,
  answer: wholeInvoice,
})

export const voidInvoice = endpoint({
  method: 'POST',
  path: '/api/invoices/:id/void',
  summary: 'Takes an issued invoice back by a credit note with a number of its own',
  needs: 'invoices.execute',
  params: idParams,
  body: z.strictObject({ reason: is.name(200) }),
  answer: wholeInvoice,
})
