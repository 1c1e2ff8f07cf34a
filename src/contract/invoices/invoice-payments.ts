// The settlement of invoices: by payments, the oldest for the amount that is due first, and by
// parts of payments that a user assigned (ADR-0029).
import { z } from 'zod'
import { endpoint, idParams } from '../endpoint.ts'
import { listQuery } from '../page.ts'
import { PAYMENT_METHODS } from '../payments/payments.ts'
import * as is from '../primitives.ts'
import { wholeInvoice } from './invoices.ts'

export const SETTLING_KINDS = ['PAYMENT', 'BALANCE', 'INVOICE'] as const

export const settling = z.object({
  /** The part that a user assigned; null if it settles by the order of the invoices. */
  id: is.id.nullable(),
  /**
   * BALANCE: what the account had when its first invoice began. INVOICE: another one, the amount of
   * which is below zero.
   */
  kind: z.enum(SETTLING_KINDS),
  payment_id: is.id.nullable(),
  at: is.instant,
  method: z.enum(PAYMENT_METHODS).nullable(),
  reference: z.string(),
  amount: is.sumText,
})
export type Settling = z.output<typeof settling>

export const listInvoicePayments = endpoint({
  method: 'GET',
  path: '/api/invoices/:id/payments',
  summary: 'What settles an invoice',
  needs: 'invoices.view',
  list: true,
  params: idParams,
  query: listQuery(['at', 'amount'], {}),
  answer: z.array(settling),
})

export const listAssignablePayments = endpoint({
  method: 'GET',
  path: '/api/invoices/:id/assignable-payments',
  summary: 'The newest payments of the account of which a part is not assigned to an invoice',
  needs: 'invoices.edit',
  params: idParams,
  answer: z.array(
    z.object({
      id: is.id,
      at: is.instant,
      method: z.enum(PAYMENT_METHODS),
      reference: z.string(),
      amount: is.moneyText,
      unassigned: is.sumText,
    }),
  ),
})

export const assignmentForm = z.strictObject({
  payment_id: is.id,
  /** In the currency of the account. */
  amount: is.moneyText.refine((amount) => amount > 0, 'Must be more than 0.'),
})

export const assignInvoicePayment = endpoint({
  method: 'POST',
  path: '/api/invoices/:id/payments',
  summary: 'Assigns a payment, or a part of it, to an invoice',
  needs: 'invoices.edit',
  params: idParams,
  body: assignmentForm,
  answer: wholeInvoice,
})

export const takeBackInvoicePayment = endpoint({
  method: 'POST',
  path: '/api/invoices/:id/payments/:assignment_id/reversal',
  summary: 'Takes an assigned part back: it settles invoices by their order again',
  needs: 'invoices.edit',
  params: idParams.extend({ assignment_id: is.queryId }),
  answer: wholeInvoice,
})
