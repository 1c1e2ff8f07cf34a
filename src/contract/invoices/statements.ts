// The statement of one account: its balance before and after each day of a time range, and what
// moved it.
import { z } from 'zod'
import { endpoint, idParams } from '../endpoint.ts'
import { needing } from '../field-rights.ts'
import { listQuery } from '../page.ts'
import * as is from '../primitives.ts'
import { inTime } from '../time-range.ts'

/** Amounts have the sign of the balance. Days without a movement are left out. */
export const statementDay = z.object({
  /** In the time zone of the user. */
  day: z.iso.date(),
  opening: is.sumText,
  /** Calls of the account; for a reseller what it is charged for those of its clients. */
  calls: is.sumText,
  /** The charges of a reseller to its own clients for calls. */
  sales: is.sumText,
  packages: is.sumText,
  /** Recharges, payments and refunds. */
  payments: is.sumText,
  /** Adjustments and bonuses. */
  adjustments: is.sumText,
  closing: is.sumText,
  currency: z.string(),
})
export type StatementDay = z.output<typeof statementDay>

export const listStatementDays = endpoint({
  method: 'GET',
  path: '/api/reports/payments/statement',
  summary: 'The statement of one account by the day: opening, what moved the balance, closing',
  needs: 'invoices.view',
  list: true,
  query: listQuery(['day'], {
    /** Without one, the account of the user. */
    account_id: needing('clients', is.queryId.optional()),
    ...inTime,
  }),
  answer: z.array(statementDay),
  replica: true,
})

export const getStatementPdf = endpoint({
  method: 'GET',
  path: '/api/accounts/:id/statement',
  summary: 'The statement of one account as PDF',
  needs: 'invoices.view',
  params: idParams,
  query: z.strictObject({ zone: z.string().max(64).optional(), ...inTime }),
  file_type: 'application/pdf',
  replica: true,
})
