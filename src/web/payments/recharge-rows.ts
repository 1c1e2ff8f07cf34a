// The rows of Smart Recharge, and what is known of their accounts.
import type { z } from 'zod'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { getPaymentParties, paymentForm } from '#contract/payments/payments.ts'

export type RowValues = Omit<z.input<typeof paymentForm>, 'account_id'> & {
  readonly account_id: number | null
}

export interface RowState {
  readonly values: RowValues
  readonly errors: Readonly<Record<string, string>>
  /** It is recorded, and no longer changed. */
  readonly isDone: boolean
}

/** The balances of an account and its parent, before the payment. */
export interface Balances {
  readonly parties: AnswerOf<typeof getPaymentParties> | undefined
  readonly error: Error | null
}
