import { z } from 'zod'
import { endpoint, idParams } from '../endpoint.ts'
import { needing } from '../field-rights.ts'
import { lastMail } from '../notifications/last-mail.ts'
import { listQuery } from '../page.ts'
import * as is from '../primitives.ts'
import { inTime } from '../time-range.ts'

/** The methods that a form can record. */
export const RECORDED_METHODS = ['cash', 'bank', 'card', 'crypto', 'mobile_money', 'other'] as const
/** Netting sets debts off against each other, and no money changes hands. */
export const PAYMENT_METHODS = [...RECORDED_METHODS, 'netting'] as const
const ENTERED_KINDS = ['RECHARGE', 'PAYMENT_MADE', 'BONUS', 'REFUND', 'ADJUSTMENT'] as const
/** A commission is what the switch records after each month. */
export const PAYMENT_KINDS = [...ENTERED_KINDS, 'COMMISSION', 'REVERSAL'] as const

export const paymentForm = z
  .strictObject({
    /**
     * RECHARGE: a client or reseller pays its parent. PAYMENT_MADE: we pay the settlement account.
     * BONUS is the same without money, REFUND goes the other way, ADJUSTMENT corrects.
     */
    kind: z.enum(ENTERED_KINDS),
    account_id: is.id,
    /** In the currency of the account; below zero for an adjustment that goes the other way. */
    amount: is.moneyText,
    method: z.enum(RECORDED_METHODS),
    reference: is.line(100),
    /** The client sees the note, and never the private note. An adjustment needs one. */
    note: is.text(500),
    private_note: is.text(500),
    /** Made by the form once, so that a second click does not pay twice. */
    idempotency_key: z.uuid(),
  })
  .superRefine(({ kind, amount, note }, context) => {
    const fault = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message })
    if (kind !== 'ADJUSTMENT' && amount <= 0) fault('amount', 'Must be more than 0.')
    if (kind === 'ADJUSTMENT' && amount === 0) fault('amount', 'Must not be 0.')
    if (kind === 'ADJUSTMENT' && note === '') fault('note', 'Required: why the balance is changed.')
  })

export const payment = z.object({
  id: is.id,
  at: is.instant,
  kind: z.enum(PAYMENT_KINDS),
  account_id: needing('clients', is.id),
  account_name: needing('clients', z.string()),
  account_kind: needing('clients', z.string()),
  /** Resellers only. */
  account_level: needing('clients', is.resellerLevel.nullable()),
  payer_name: z.string(),
  payee_name: z.string(),
  /** The amount that it adds to its report: below zero for money that goes back. */
  amount: is.moneyText,
  currency: z.string(),
  method: z.enum(PAYMENT_METHODS),
  reference: z.string(),
  note: z.string(),
  private_note: needing('operations', z.string()),
  /** Null for those whose month of the ledger has been removed. */
  balance_before: is.sumText.nullable(),
  balance_after: is.sumText.nullable(),
  /** If the parent is a reseller: the amount that left its balance, in its currency. */
  parent_amount: needing('clients', is.moneyText.nullable()),
  parent_currency: needing('clients', z.string().nullable()),
  parent_balance_before: needing('clients', is.sumText.nullable()),
  parent_balance_after: needing('clients', is.sumText.nullable()),
  reverses_id: is.id.nullable(),
  is_reversed: z.boolean(),
  /** The own side has recorded it, and alone reverses it; an admin sees the operator's as own. */
  is_own_record: needing('clients', z.boolean()),
  created_by_name: needing('operations', z.string()),
  ...lastMail,
})
export type Payment = z.output<typeof payment>

/** In which of the two reports an account is, seen by the user. */
export const ofDirection = {
  /**
   * As the user sees it: payable is what it pays, receivable what it gets. For the operator, what
   * settlement accounts get is payable and what all others pay is receivable.
   */
  direction: z.enum(['payable', 'receivable']).optional(),
  account_id: needing('clients', is.queryId.optional()),
  /** The parent of the account: the operator, or a reseller whose balance the money leaves. */
  through: needing('clients', z.enum(['operator', 'reseller']).optional()),
}

/** `account_id` finds its own payments, and those of the accounts right under it. */
export const paymentFilters = {
  ...ofDirection,
  /** Without one, of all times. In the time zone of the user. */
  ...inTime,
  kind: z.enum(PAYMENT_KINDS).optional(),
  method: z.enum(PAYMENT_METHODS).optional(),
}

export const listPayments = endpoint({
  method: 'GET',
  path: '/api/payments',
  summary: 'Payments in both directions, newest first',
  needs: 'payments.view',
  list: true,
  query: listQuery(['at', 'amount'], {
    ...paymentFilters,
    /** Those that the user has recorded. */
    mine: needing('clients', z.enum(['true']).optional()),
  }),
  answer: z.array(payment),
})

export const getPaymentTotals = endpoint({
  method: 'GET',
  path: '/api/payments/totals',
  summary: 'Totals of all matching payments per currency',
  needs: 'payments.view',
  query: z.strictObject({
    q: z.string().trim().max(100).optional(),
    zone: z.string().max(64).optional(),
    ...paymentFilters,
  }),
  answer: z.array(
    z.object({
      currency: z.string(),
      /** Less what was refunded. */
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
  /** The value of a unit of its currency in the system currency. */
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
  summary: 'Recharges, pays, refunds or adjusts an account; the same key pays once',
  needs: 'payments.create',
  body: paymentForm,
  answer: payment,
})

export const reversePayment = endpoint({
  method: 'POST',
  path: '/api/payments/:id/reversal',
  summary: 'Reverses a payment, a netting with both halves; refused if the money is spent',
  needs: 'payments.edit',
  params: idParams,
  body: z.strictObject({ note: is.text(500), idempotency_key: z.uuid() }),
  answer: payment,
})

/** SALE is what a child pays its reseller for a call or a package, PACKAGE a period of one. */
const ledgerKind = z.enum(['CALL', 'SALE', 'PAYMENT', 'REVERSAL', 'PACKAGE'])

export const ledgerEntry = z.object({
  id: is.id,
  at: is.instant,
  account_id: is.id,
  account_name: z.string(),
  /** Null for an account that the user does not know. */
  counter_account_name: z.string().nullable(),
  kind: ledgerKind,
  amount: is.moneyText,
  balance_after: is.sumText,
  /** The currency of the account. */
  currency: z.string(),
  call_id: is.callId.nullable(),
  payment_id: is.id.nullable(),
  /** The re-rating that charged the call again. */
  re_rating_id: needing('operations', is.id.nullable()),
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
    /** Without one, of all times. */
    ...inTime,
    account_id: is.queryId.optional(),
    kind: ledgerKind.optional(),
    call_id: is.callId.optional(),
  }),
  answer: z.array(ledgerEntry),
  replica: true,
})
