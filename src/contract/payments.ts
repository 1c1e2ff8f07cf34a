import { z } from 'zod'
import { endpoint, idParams } from './endpoint.ts'
import { needing } from './field-rights.ts'
import { listQuery } from './page.ts'
import * as is from './primitives.ts'

export const PAYMENT_METHODS = ['cash', 'bank', 'card', 'crypto', 'mobile_money', 'other'] as const
const moreThanZero = is.moneyText.refine((value) => value > 0, 'Must be more than 0.')

export const paymentForm = z.strictObject({
  /**
   * RECHARGE: a client or reseller pays its parent. PAYMENT_MADE: we pay the settlement account.
   */
  kind: z.enum(['RECHARGE', 'PAYMENT_MADE']),
  account_id: is.id,
  /** In the currency of the account. */
  amount: moreThanZero,
  method: z.enum(PAYMENT_METHODS),
  reference: is.text(100),
  /** The client sees the note, and never the private note. */
  note: is.text(500),
  private_note: is.text(500),
  /** Made by the form once, so that a second click does not pay twice. */
  idempotency_key: z.uuid(),
})

export const payment = z.object({
  id: is.id,
  at: is.instant,
  kind: z.enum(['RECHARGE', 'PAYMENT_MADE', 'REVERSAL']),
  account_id: needing('clients', is.id),
  account_name: needing('clients', z.string()),
  account_kind: needing('clients', z.string()),
  /** Of a reseller. */
  account_level: needing('clients', is.resellerLevel.nullable()),
  payer_name: z.string(),
  payee_name: z.string(),
  amount: is.moneyText,
  currency: z.string(),
  method: z.enum(PAYMENT_METHODS),
  reference: z.string(),
  note: z.string(),
  private_note: needing('operations', z.string()),
  balance_before: is.sumText,
  balance_after: is.sumText,
  /** If the parent is a reseller: the amount that left its balance, in its currency. */
  parent_amount: needing('clients', is.moneyText.nullable()),
  parent_currency: needing('clients', z.string().nullable()),
  parent_balance_before: needing('clients', is.sumText.nullable()),
  parent_balance_after: needing('clients', is.sumText.nullable()),
  reverses_id: is.id.nullable(),
  is_reversed: z.boolean(),
  created_by_name: needing('operations', z.string()),
})
export type Payment = z.output<typeof payment>

const filters = {
  /**
   * As the user sees it: payable is what it pays, receivable what it gets. For the operator, what
   * settlement accounts get is payable and what all others pay is receivable.
   */
  direction: z.enum(['payable', 'receivable']).optional(),
  kind: z.enum(['RECHARGE', 'PAYMENT_MADE', 'REVERSAL']).optional(),
  /** Its own payments, and those of the accounts right under it. */
  account_id: needing('clients', is.queryId.optional()),
  /** The parent of the account: the operator, or a reseller whose balance the money leaves. */
  through: needing('clients', z.enum(['operator', 'reseller']).optional()),
  method: z.enum(PAYMENT_METHODS).optional(),
}

export const listPayments = endpoint({
  method: 'GET',
  path: '/api/payments',
  summary: 'Payments in both directions, newest first',
  needs: 'payments.view',
  list: true,
  query: listQuery(['at', 'amount'], filters),
  answer: z.array(payment),
})

export const getPaymentTotals = endpoint({
  method: 'GET',
  path: '/api/payments/totals',
  summary: 'Totals of all matching payments per currency',
  needs: 'payments.view',
  query: z.strictObject({ q: z.string().trim().max(100).optional(), ...filters }),
  answer: z.array(
    z.object({
      currency: z.string(),
      paid: is.sumText,
      reversed: is.sumText,
      net: is.sumText,
    }),
  ),
})

const party = z.object({
  id: is.id,
  name: z.string(),
  kind: z.string(),
  currency: z.string(),
  /** What a unit of its currency is worth in the system currency. */
  fx: is.fxText,
  balance: is.sumText,
  available: is.sumText,
})

export const getPaymentParties = endpoint({
  method: 'GET',
  path: '/api/payments/parties/:id',
  summary: 'Balances that a payment of this account would change',
  needs: 'payments.create',
  params: idParams,
  answer: z.object({ account: party, parent: party.nullable() }),
})

export const createPayment = endpoint({
  method: 'POST',
  path: '/api/payments',
  summary: 'Recharges a client or reseller, or pays a settlement account; the same key pays once',
  needs: 'payments.create',
  body: paymentForm,
  answer: payment,
})

export const reversePayment = endpoint({
  method: 'POST',
  path: '/api/payments/:id/reversal',
  summary: 'Reverses a payment; refused if the money is spent',
  needs: 'payments.edit',
  params: idParams,
  body: z.strictObject({ note: is.text(500), idempotency_key: z.uuid() }),
  answer: payment,
})

/** SALE is what a child pays its reseller for a call, PACKAGE a period of a package. */
const ledgerKind = z.enum(['CALL', 'SALE', 'PAYMENT', 'REVERSAL', 'PACKAGE'])

export const ledgerEntry = z.object({
  id: is.id,
  at: is.instant,
  account_id: is.id,
  account_name: z.string(),
  counter_account_name: z.string(),
  kind: ledgerKind,
  amount: is.moneyText,
  balance_after: is.sumText,
  /** Of the account. */
  currency: z.string(),
  call_id: is.callId.nullable(),
  payment_id: is.id.nullable(),
  /** The re-rating that charged the call again. */
  re_rating_id: is.id.nullable(),
  note: z.string(),
})
export type LedgerEntry = z.output<typeof ledgerEntry>

export const listLedger = endpoint({
  method: 'GET',
  path: '/api/ledger',
  summary: 'Every movement of balances, newest first',
  needs: 'ledger.view',
  list: true,
  query: listQuery(['id'], {
    account_id: is.queryId.optional(),
    kind: ledgerKind.optional(),
    call_id: is.callId.optional(),
  }),
  answer: z.array(ledgerEntry),
})
