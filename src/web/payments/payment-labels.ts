// The words of payments, in both directions.

import type { Payment } from '#contract/payments/payments.ts'
import { PAYOUT_KINDS, type PaymentKind, RECHARGE_KINDS } from '#core/account/payment.ts'
import { labelFor } from '../ui/form/labels.ts'
import type { Choice } from '../ui/form/SelectField.tsx'

/** payable: what the user pays. receivable: what it gets. */
export type Direction = 'payable' | 'receivable'

/** RECHARGE: for clients and resellers. PAYMENT_MADE: for settlement accounts. */
export type MainKind = 'RECHARGE' | 'PAYMENT_MADE'

/** The methods that a form can record. */
export const RECORDED: readonly Choice<Exclude<Payment['method'], 'netting'>>[] = [
  { value: 'bank', label: 'Bank transfer' },
  { value: 'cash', label: 'Cash' },
  { value: 'card', label: 'Card' },
  { value: 'crypto', label: 'Crypto' },
  { value: 'mobile_money', label: 'Mobile money' },
  { value: 'other', label: 'Other' },
]

export const METHODS: readonly Choice<Payment['method']>[] = [
  ...RECORDED,
  { value: 'netting', label: 'Netting' },
]

const KIND_LABELS: Readonly<Record<Payment['kind'], string>> = {
  RECHARGE: 'Recharge',
  PAYMENT_MADE: 'Payment',
  BONUS: 'Bonus',
  COMMISSION: 'Commission',
  REFUND: 'Refund',
  ADJUSTMENT: 'Adjustment',
  REVERSAL: 'Reversal',
}

const choicesOf = <Kind extends Payment['kind']>(kinds: readonly Kind[]): readonly Choice<Kind>[] =>
  kinds.map((value) => ({ value, label: KIND_LABELS[value] }))

export const PAYMENT_KIND_CHOICES = choicesOf(Object.keys(KIND_LABELS) as Payment['kind'][])

export const paymentKindLabel = (kind: Payment['kind']): string =>
  labelFor(PAYMENT_KIND_CHOICES, kind)

/** The kinds of payment that can be entered for an account. */
export const enteredKinds = (main: MainKind): readonly Choice<PaymentKind>[] =>
  choicesOf<PaymentKind>(main === 'RECHARGE' ? RECHARGE_KINDS : PAYOUT_KINDS)
