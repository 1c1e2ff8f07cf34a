// The effect of a payment on balances. Its amount is that of the report it is in: more than zero is
// paid by clients or to settlement accounts, less goes back.
import type { Money } from '../money.ts'

/** The payment kinds of clients and resellers, and those of settlement accounts. */
export const RECHARGE_KINDS = ['RECHARGE', 'BONUS', 'REFUND', 'ADJUSTMENT'] as const
export const PAYOUT_KINDS = ['PAYMENT_MADE', 'BONUS', 'REFUND', 'ADJUSTMENT'] as const

export type PaymentKind = (typeof RECHARGE_KINDS)[number] | (typeof PAYOUT_KINDS)[number]

export const paymentKindsOf = (account_kind: string): readonly PaymentKind[] =>
  account_kind === 'SETTLEMENT' ? PAYOUT_KINDS : RECHARGE_KINDS

/** A refund is entered as the amount that goes back; an adjustment has a sign of its own. */
export const enteredAmount = (kind: PaymentKind, amount: Money): Money =>
  kind === 'REFUND' ? (-amount as Money) : amount

/** A payment by a client raises its balance; one to a settlement account lowers what we owe. */
export const balanceChange = (account_kind: string, amount: Money): Money =>
  account_kind === 'SETTLEMENT' ? (-amount as Money) : amount
