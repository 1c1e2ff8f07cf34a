// The common parts of the views of a payment report: words of its direction, and its time range.
import type { ReactNode } from 'react'
import type { Direction } from './payment-labels.ts'

export interface PaymentViewProps {
  readonly direction: Direction
  /** Leads to the other views; the first of the filters. */
  readonly tabs: ReactNode
  /** The saved views, beside the title. */
  readonly tools: ReactNode
}

export const USUAL_RANGE = '30d'

export const DIRECTIONS = {
  payable: {
    title: 'Payment Report',
    screen: 'reports/payments',
    kind: 'PAYMENT_MADE',
    account: 'Settlement account',
    add: 'Record payment',
    none: 'No payments yet.',
    empty: 'No payments yet. Payments to settlement accounts reduce what we owe.',
  },
  receivable: {
    title: 'Received Report',
    screen: 'reports/receives',
    kind: 'RECHARGE',
    account: 'Client or reseller',
    add: 'Recharge',
    none: 'No receipts yet.',
    empty: 'No receipts yet. A recharge adds to the balance of a client or reseller.',
  },
} as const
