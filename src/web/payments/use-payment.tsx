import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useMay } from '../session/session.ts'
import type { MainKind } from './payment-labels.ts'

// The home page has the button, and seldom needs a form.
const PaymentDialog = lazy(async () => ({
  default: (await import('./PaymentDialog.tsx')).PaymentDialog,
}))

interface Payable {
  readonly id: number
  readonly name: string
}

interface UsePayment {
  /** Opens the dialog; absent without permission to pay. */
  readonly pay: ((account: Payable) => void) | undefined
  readonly dialog: ReactNode
}

/** Recharging or paying the account that a list or a form shows. */
export function usePayment(kind: MainKind): UsePayment {
  const mayPay = useMay('payments.create')
  const [account, pay] = useState<Payable>()
  return {
    pay: mayPay ? pay : undefined,
    dialog: account && (
      <Suspense fallback={null}>
        <PaymentDialog kind={kind} account={account} onClose={() => pay(undefined)} />
      </Suspense>
    ),
  }
}
