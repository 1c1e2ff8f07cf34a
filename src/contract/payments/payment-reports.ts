// Totals of payments, balances of accounts before and after, and the age of their debts.
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { choicesNeeding, needing } from '../field-rights.ts'
import { lastMail } from '../notifications/last-mail.ts'
import { listQuery } from '../page.ts'
import * as is from '../primitives.ts'
import { inTime } from '../time-range.ts'
import { ofDirection, PAYMENT_KINDS, PAYMENT_METHODS, paymentFilters } from './payments.ts'

const PAYMENT_GROUPS = ['party', 'method', 'kind', 'month'] as const
export type PaymentGroup = (typeof PAYMENT_GROUPS)[number]

const group = () => choicesNeeding({ party: 'clients' }, z.enum(PAYMENT_GROUPS))

const party = {
  account_id: needing('clients', is.id.nullable()),
  account_name: needing('clients', z.string().nullable()),
  account_kind: needing('clients', z.string().nullable()),
  /** Resellers only. */
  account_level: needing('clients', is.resellerLevel.nullable()),
}

/** Keys are null unless grouped by them. */
export const paymentGroup = z.object({
  ...party,
  method: z.enum(PAYMENT_METHODS).nullable(),
  kind: z.enum(PAYMENT_KINDS).nullable(),
  /** When the month began. */
  month: is.instant.nullable(),
  currency: z.string(),
  payments: z.number(),
  /** Less what was refunded. */
  paid: is.sumText,
  reversed: is.sumText,
  net: is.sumText,
})
export type PaymentGroupRow = z.output<typeof paymentGroup>

export const listPaymentGroups = endpoint({
  method: 'GET',
  path: '/api/reports/payments/groups',
  summary: 'Sums of payments per currency, grouped by one or two keys',
  needs: 'payments.view',
  list: true,
  query: listQuery(['account_name', 'method', 'kind', 'month', 'payments', 'net'], {
    /** Without it, by month. */
    group: group().optional(),
    then_by: group().optional(),
    ...paymentFilters,
  }),
  answer: z.array(paymentGroup),
  replica: true,
})

/** A row per account, or what all accounts of a currency are together. */
const per = z.enum(['account', 'currency']).optional()

export const accountStatement = z.object({
  ...party,
  currency: z.string(),
  opening: is.sumText,
  /** The amounts that raised the balance in the time range, and those that lowered it. */
  money_in: is.sumText,
  money_out: is.sumText,
  closing: is.sumText,
  ...lastMail,
})
export type AccountStatement = z.output<typeof accountStatement>

export const listAccountStatements = endpoint({
  method: 'GET',
  path: '/api/reports/payments/statements',
  summary: 'Balances at the beginning and the end of a time range, with what moved them',
  needs: 'payments.view',
  list: true,
  query: listQuery(['account_name', 'opening', 'money_in', 'money_out', 'closing'], {
    per,
    ...ofDirection,
    ...inTime,
  }),
  answer: z.array(accountStatement),
  replica: true,
})

export const unbilledUsage = z.object({
  ...party,
  billing_type: z.enum(['PREPAID', 'POSTPAID']).nullable(),
  currency: z.string(),
  calls: z.number(),
  answered: z.number(),
  seconds: z.number(),
  /** For its calls, VAT included. */
  charged: needing('sale', is.sumText),
  /** The balance now. */
  balance: needing('sale', is.sumText),
})
export type UnbilledUsage = z.output<typeof unbilledUsage>

export const listUnbilledUsage = endpoint({
  method: 'GET',
  path: '/api/reports/payments/unbilled',
  summary: 'What the calls of each client cost this month, which no invoice bills yet',
  needs: 'payments.view',
  heavy: true,
  list: true,
  query: listQuery(['account_name', 'calls', 'answered', 'seconds', 'charged', 'balance'], {
    per,
    range: z.enum(['this_month', 'last_month']).optional(),
    billing_type: z.enum(['PREPAID', 'POSTPAID']).optional(),
  }),
  answer: z.array(unbilledUsage),
  replica: true,
})

export const agedDebt = z.object({
  ...party,
  currency: z.string(),
  debt: is.sumText,
  /** The parts of the debt by the days since its debits; together they are the debt. */
  days_30: is.sumText,
  days_60: is.sumText,
  days_90: is.sumText,
  older: is.sumText,
})
export type AgedDebt = z.output<typeof agedDebt>

export const listAgedDebts = endpoint({
  method: 'GET',
  path: '/api/reports/payments/ageing',
  summary: 'Open debts of now by their age',
  needs: 'payments.view',
  heavy: true,
  list: true,
  query: listQuery(['account_name', 'debt', 'days_30', 'days_60', 'days_90', 'older'], {
    per,
    ...ofDirection,
  }),
  answer: z.array(agedDebt),
  replica: true,
})
